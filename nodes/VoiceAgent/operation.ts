import type { IDataObject, INodeProperties, IBinaryKeyData } from 'n8n-workflow';

import { describeWhereToFind } from '../parameters/definition';
import { isIdField } from '../parameters/fields';
import type { ErrorResponse, Failure } from '../service/failure';
import type { RecordForm } from '../service/response';
import type { Send, ServiceRequest } from '../service/request';
import { type TimeoutKind, TIMEOUT_MS } from '../service/timing';
import { withCommonFields, simplifyProperties, type OutputFieldNames } from './fields/commonFields';
import { findHumanOnlyFields, type HumanOnlyField } from './fields/humanOnly';
import type { Item } from './fields/item';

/**
 * The parts of an operation. The code for planning, retries, messages, pairing, paging and
 * Simplify reads them, and is written once for all operations.
 */
interface OperationParts {
	/** The value as workflows save it. */
	value: string;
	/** The label in the Operation menu, in Title Case. */
	name: string;
	/** The text in the node panel, in sentence case. */
	action: string;
	/** The verb of messages such as "Item 1 was sent"; left out if the operation only reads. */
	pastTense?: string;
	description: string;
	output: Output;
	/**
	 * The advice if the service does not know an ID. By default it says where the operation's own ID is found.
	 */
	adviceWhenNotFound?: string;
	/** Gives advice on an error response that the operation knows more about. */
	adviseOn?(response: ErrorResponse, request: ServiceRequest): string | undefined;
	/** Finds the failure of an action that the service reports in a record with status 200. */
	findFailureInRecord?(record: IDataObject): Failure | undefined;
	/**
	 * Fields that Additional Body Fields may not hold, since a check, a count or the preview relies on them, each with the
	 * label of its parameter.
	 */
	fieldsOnlyThePanelSets?: Readonly<Record<string, string>>;
	/**
	 * Tells whether all input items go into one request. The parameters of the first item decide.
	 * @throws InvalidParameterError if they cannot be read. Then no item is carried out.
	 */
	sendsOneRequestForAllItems?(first: Item): boolean;
	/** Makes the execution wait after the request, for one item at a time. It cannot be the tool of an AI agent. */
	waits?: true;
	/**
	 * Reads all parameters of an item and returns the request to send. All items are
	 * planned before the first request is sent.
	 * @param items All items if `sendsOneRequestForAllItems` returns true, otherwise only this one.
	 * @param send Reads from the service what the request depends on. The same request is sent once for all items.
	 * @throws InvalidParameterError for a value that cannot work;
	 * ServiceError if the service does not answer.
	 */
	request(item: Item, items: Item[], send: Send): PlannedRequest | Promise<PlannedRequest>;
}

/**
 * `idempotent` tells whether it does no harm to carry a request out twice. Only then is
 * it sent again when its outcome is unknown.
 */
type RetrySafety =
	| { idempotent: true; adviceWhenUnknown?: never }
	| {
			idempotent: false | ((request: ServiceRequest) => boolean);
			/** A sentence that says how to find out whether the request was carried out. */
			adviceWhenUnknown: string;
	  };

/** The definition that a contributor writes to add an operation. */
type OperationDefinition = OperationParts &
	RetrySafety & {
		/** The fields at the top level of the panel: those that a request needs. */
		properties: INodeProperties[];
		/** The operation's own entries of the collection Options. */
		options?: INodeProperties[];
		/** The kind of time limit for one try; `quick` by default. */
		timeout?: TimeoutKind;
	};

/** An operation of the node. */
export type Operation = Omit<OperationParts, 'fieldsOnlyThePanelSets'> &
	RetrySafety & {
		/** All that the panel shows for the operation. */
		properties: INodeProperties[];
		timeout: TimeoutKind;
		/** The fields among them that only a person can set. */
		humanOnlyFields: readonly HumanOnlyField[];
		/** Fields that Additional Body Fields may not hold, each with the sentence that says what to do instead. */
		reservedFields: Readonly<Record<string, string>>;
	};

/** A resource of the service and its operations. */
export interface Resource {
	/** The value as workflows save it. */
	value: string;
	/** The label in the Resource menu, in Title Case. */
	name: string;
	/** The menu sorts them by name. The panel opens on the first one in this list, which should do no harm. */
	operations: Operation[];
}

/** The kind of response of the service, and so the output of the node. */
export type Output = RecordOutput | ListOutput | DeletedOutput;

/** One record. It has at least one of the simplified fields, if there are any. */
interface RecordOutput extends RecordForm, OutputFieldNames {
	kind: 'record';
}

/** Many records. Adds Return All and Limit to the panel, unless the request has a limit of its own. */
export interface ListOutput extends OutputFieldNames {
	kind: 'list';
	/** The first of these fields that holds a list is the list of records. */
	fields: readonly string[];
	/**
	 * `paging`: by limit and offset; `node`: the service returns all at once, and the node
	 * cuts; `request`: a limit in the request.
	 */
	limitIn: 'paging' | 'node' | 'request';
}

/** The confirmation of a deletion. If a repeated one finds nothing, the first one has succeeded. */
interface DeletedOutput {
	kind: 'deleted';
	/** The fields of the response to return. */
	responseFields?: readonly string[];
}

/** The output of an operation that returns one record. */
export const recordOutput = (form: Omit<RecordOutput, 'kind'> = {}): RecordOutput => ({
	kind: 'record',
	...form,
});

/** The output of an operation that returns many records. */
export const listOutput = (form: Omit<ListOutput, 'kind'>): ListOutput => ({ kind: 'list', ...form });

/** The output of an operation that deletes a record. */
export const deletedOutput = (form: Omit<DeletedOutput, 'kind'> = {}): DeletedOutput => ({
	kind: 'deleted',
	...form,
});

/**
 * Completes an operation with the fields that its output brings, the common
 * options and a message for an unknown ID.
 */
export function defineOperation({
	properties,
	options = [],
	timeout = 'quick',
	fieldsOnlyThePanelSets = {},
	...parts
}: OperationDefinition): Operation {
	const { output } = parts;
	const id = properties.find(isIdField);
	const panelFields = withCommonFields(properties, {
		hasLimit: output.kind === 'list' && output.limitIn !== 'request',
		simplifyProperties: output.kind === 'deleted' ? [] : simplifyProperties(output),
		options,
		timeoutMs: TIMEOUT_MS[timeout],
	});
	const reserved = Object.entries({ ...fieldsSetByPaging(output), ...fieldsOnlyThePanelSets });
	return {
		...(id && { adviceWhenNotFound: `Check '${id.displayName}'. ${describeWhereToFind(id)}` }),
		...parts,
		timeout,
		reservedFields: Object.fromEntries(
			reserved.map(([name, label]) => [name, `Remove it there and use '${label}' instead.`]),
		),
		properties: panelFields,
		humanOnlyFields: findHumanOnlyFields(panelFields),
	};
}

/** The fields of a request that say which part of a list it asks for, each with the label of its parameter. */
function fieldsSetByPaging(output: Output): Record<string, string> {
	if (output.kind !== 'list' || output.limitIn === 'node') return {};
	return output.limitIn === 'request' ? { limit: 'Limit' } : { limit: 'Limit', offset: 'Return All' };
}

/** A request, and what the operation does before it and after its response. */
export interface PlannedRequest extends ServiceRequest {
	/** A message to show beside the output. */
	hint?: string;
	/**
	 * Returns a key of the request. Requests with the same key are sent one after the other, in the order of the
	 * items, also by several executions of this process.
	 */
	orderKey?: (request: ServiceRequest) => string;
	beforeRequest?: BeforeRequest;
	afterResponse?: AfterResponse;
}

/** The output of an item, and a message to show beside it. */
export interface ItemOutput {
	records: IDataObject[];
	hint?: string;
}

/**
 * Runs right before each try of the request. An operation can look for a reason not to send it, make a preview of it, or
 * read its records with requests of its own.
 * @param request The request with the Additional Body Fields.
 * @param limits The most records to return, and how many requests may be in flight.
 * @returns The output of the item, which is then complete; undefined if the request is to be sent.
 * @throws ServiceError if the service does not answer; then the request is not sent.
 */
export type BeforeRequest = (
	request: ServiceRequest,
	send: Send,
	limits: { maxRecords: number; maxInFlight: number },
) => ItemOutput | undefined | Promise<ItemOutput | undefined>;

/** The helpers with which an operation completes a record. */
export interface AfterResponseTools {
	/** The request that was carried out. */
	request: ServiceRequest;
	/** Reads from the service; a read that fails does not fail the other items. */
	send: Send;
	/** Fires when the result is no longer needed: the execution was cancelled, or another item has failed. */
	endSignal: AbortSignal;
	/** Runs a download as one of the requests in flight. If it fails, the other items fail as they do after a request. */
	download: <T>(fetch: () => Promise<T>) => Promise<T>;
}

/**
 * Completes a record of the response, while other items go on.
 * @throws ServiceError if the action that the record stands for was not carried out.
 */
export type AfterResponse = (record: IDataObject, tools: AfterResponseTools) => Promise<CompleteRecord>;

/** A record as the node outputs it, and a message to show beside it. */
export interface CompleteRecord {
	json: IDataObject;
	binary?: IBinaryKeyData;
	hint?: string;
}
