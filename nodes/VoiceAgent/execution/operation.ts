import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import type { ServiceRequest } from '../../shared/service/request';
import type { TimeoutKind } from '../../shared/service/timeouts';
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
	/** The switch that turns the operation into a preview, and what the node does then, in sentence case. */
	preview?: { parameter: string; action: string };
	description: string;
	/** What a request needs, at the top level of the panel. */
	properties: INodeProperties[];
	/** What else may be set, in the collection Options, beside the options that every operation has. */
	options?: INodeProperties[];
	timeout: TimeoutKind;
	/** Whether carrying a request out twice does no harm: such requests are repeated after a passing fault. */
	repeatable: boolean | ((request: ServiceRequest) => boolean);
	/** How to see whether a request was carried out, told when its outcome is unknown. For what is not repeatable. */
	howToFindOut?: string;
	/** What to do when the service does not know an id. */
	whenNotFound?: string;
	/**
	 * The request for one item, or the output itself where there is nothing to ask the service.
	 * @param gathered All items when `gathers` says so, otherwise just this one.
	 * @throws NodeOperationError, before anything is sent, for a value that cannot work.
	 */
	request(
		input: ItemInput,
		gathered: ItemInput[],
	): ServiceRequest | ReadyOutput | Promise<ServiceRequest | ReadyOutput>;
	/** Whether all input items go into one request, decided by the parameters of the first. */
	gathers?(first: ItemInput): boolean;
	/** Requests with the same key are sent one after the other, in the order of the items. */
	sequence?(request: ServiceRequest): string;
	/** For lists; brings Return All and Limit with it, unless the operation has a limit of its own. */
	list?: {
		/** The first of these fields that holds a list is the list of records. */
		fields: readonly string[];
		/** `paged` by limit and offset; `cut` here because the service gives all at once; `own` limit in the request. */
		size: 'paged' | 'cut' | 'own';
	};
	/** For single records: the field that wraps the record, in services that wrap it. */
	wrapper?: string;
	/** Whether the request removes something: a repeated one that finds nothing has succeeded. */
	deletes?: boolean;
	/** The fields that Simplify keeps. Brings the switch with it. */
	simplified?: readonly string[];
	/** Adds to an output item what is not in the answer itself, such as files. */
	complete?(input: ItemInput, record: IDataObject, item: INodeExecutionData): Promise<void>;
}

/** What an operation puts out without asking the service, as a preview does. */
export interface ReadyOutput {
	ready: IDataObject;
}

/** A resource of the service and what can be done with it. */
export interface Resource {
	value: string;
	name: string;
	operations: Operation[];
}
