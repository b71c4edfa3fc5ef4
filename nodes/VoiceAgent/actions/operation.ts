import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../transport/request';
import type { TimeoutKind } from '../transport/timeouts';
import type { ItemInput } from './itemInput';

/**
 * One operation, as a value that says only what is its own. The menu, the common options, the router, retries, errors,
 * pairing, paging and Simplify are written once and read these values, so that a new operation is one file and one line.
 */
export interface Operation {
	/** As saved in workflows. */
	value: string;
	/** In the Operation menu, in Title Case. */
	name: string;
	/** In the node panel, in sentence case. */
	action: string;
	description: string;
	/** What a request needs, at the top level of the panel. */
	properties: INodeProperties[];
	/** What else may be set, in the collection Options, beside the options that every operation has. */
	options?: INodeProperties[];
	timeout: TimeoutKind;
	/** Whether carrying a request out twice does no harm: such requests are repeated after a passing fault. */
	repeatable: boolean;
	/** How to see whether a request was carried out, told when its outcome is unknown. For what is not repeatable. */
	howToFindOut?: string;
	/** What to do when the service does not know an id. */
	whenNotFound?: string;
	/**
	 * The request for one item.
	 * @throws NodeOperationError, before anything is sent, for a value that cannot work.
	 */
	request(input: ItemInput): ServiceRequest;
	/** Requests with the same key are sent one after the other, in the order of the items. */
	sequence?(request: ServiceRequest): string;
	/** For lists: the name of the field that holds a page's records. Brings Return All and Limit with it. */
	records?: string;
	/** The fields that Simplify keeps. Brings the switch with it. */
	simplified?: readonly string[];
	/** Adds to an output item what is not in the answer itself, such as files. */
	complete?(input: ItemInput, record: IDataObject, item: INodeExecutionData): Promise<void>;
}

/** A resource of the service and what can be done with it. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}
