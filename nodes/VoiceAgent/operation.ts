import type { IBinaryKeyData, IDataObject, INodeProperties } from 'n8n-workflow';

import type { Ask } from '../shared/client/ask';
import type { ErrorResponse, Failure } from '../shared/client/failure';
import type { RecordForm } from '../shared/client/record';
import type { ServiceRequest } from '../shared/client/serviceRequest';
import type { TimeoutKind } from '../shared/client/timing';
import type { Item } from './parameters/item';

export const DEFAULT_CONCURRENCY = 20;
export const MAX_CONCURRENCY = 100;
export const DEFAULT_MAX_RETRIES = 3;

/**
 * The parts of an operation. Planning, retries, messages, pairing, paging and
 * Simplify are written once and read them.
 */
interface OperationParts {
	/** The value as workflows save it. */
	value: string;
	/** The label in the Operation menu, in Title Case. */
	name: string;
	/** The text in the node panel, in sentence case. */
	action: string;
	/** The verb of messages such as "Item 1 was sent"; left out if the operation only reads. */
	participle?: string;
	/** The switch that turns the operation into a preview, and the action of the preview, in sentence case. */
	preview?: { parameter: string; action: string };
	description: string;
	/** Hides the operation where an AI agent uses the node as a tool. */
	hiddenFromAgents?: true;
	output: Output;
	/**
	 * The advice if the service does not know an ID. By default it says where the operation's own ID is found.
	 */
	ifNotFound?: string;
	/** Gives advice on an error response that the operation knows more about. */
	adviseOn?(response: ErrorResponse, request: ServiceRequest): string | undefined;
	/**
	 * Finds a failure in a record of a successful response, where the service
	 * reports it in the operation's own words.
	 */
	findRefusal?(record: IDataObject): Failure | undefined;
	/**
	 * Fields of the request that a guard, a count or the preview relies on, each with the label of the
	 * parameter that sets it. Additional Body Fields may not hold them.
	 */
	guardedFields?: Readonly<Record<string, string>>;
	/**
	 * Returns true if all input items go into one request, which the parameters of the first item decide.
	 * @throws InvalidParameterError if they cannot be read. Then no item is carried out.
	 */
	takesAllItems?(first: Item): boolean;
	/** Makes the execution wait after the request, for one item at a time. */
	waits?: true;
	/**
	 * Reads all parameters of an item and returns the request to send. All items are
	 * planned before the first request is sent.
	 * @param items All items if `takesAllItems` returns true, otherwise only this one.
	 * @param ask Asks the service what the request depends on; the same question once in an execution.
	 * @throws InvalidParameterError for a value that cannot work;
	 * ServiceError if the service does not answer.
	 */
	request(item: Item, items: Item[], ask: Ask): PlannedRequest | Promise<PlannedRequest>;
	/**
	 * Checks facts that only the service knows, before any request is sent and before a preview is shown.
	 * @param request The request with the Additional Body Fields.
	 * @param ask Asks the same question once in an execution.
	 * @throws InvalidParameterError for a request that cannot work;
	 * ServiceError if the service does not answer.
	 */
	check?(request: ServiceRequest, ask: Ask): Promise<void>;
	/** The sentence to add to the message if the service does not answer the check. */
	ifUnchecked?: string;
}

/**
 * Tells whether carrying a request out twice does no harm. Only then is
 * it sent again when its outcome is unknown.
 */
type RetrySafety =
	| { idempotent: true; ifOutcomeUnknown?: never; findOutcome?: never }
	| {
			idempotent: false | ((request: ServiceRequest) => boolean);
			/** A sentence that says how to find out whether the request was carried out. */
			ifOutcomeUnknown: string;
			/** The way in which the node itself finds that out, if the service shows what it has stored. */
			findOutcome?: OutcomeFinder;
	  };

/** The definition that a contributor writes to add an operation. */
export type OperationDefinition = OperationParts &
	RetrySafety & {
		/** The fields at the top level of the panel: those that a request needs. */
		properties: INodeProperties[];
		/** The operation's own entries of the collection Options. */
		options?: INodeProperties[];
		/** The kind of time limit for one try; `quick` by default. */
		timeout?: TimeoutKind;
	};

/** An operation of the node. */
export type Operation = OperationParts &
	RetrySafety & {
		/** All that the panel shows for the operation. */
		properties: INodeProperties[];
		timeout: TimeoutKind;
	};

/** A resource of the service and its operations. */
export interface Resource {
	/** The value as workflows save it. */
	value: string;
	/** The label in the Resource menu, in Title Case. */
	name: string;
	/** The menu is in alphabetical order. The panel opens on the first one given, which should do no harm. */
	operations: Operation[];
	/** The operation on which the panel of an AI agent's tool opens, if it is another one. */
	firstForAgents?: Operation;
}

/** A request, and what the node does with it and its response. */
export type PlannedRequest = ServiceRequest & RequestHandling;

/** The handling of a request and its response; all of it is optional. */
export interface RequestHandling {
	/** Returns the output in place of the record, as of a preview. With it, the request is not sent. */
	preview?: (request: ServiceRequest) => IDataObject;
	/** A message to show beside the output. */
	hint?: string;
	/** Fields to add to the output, such as the recipients that were left out. */
	extraOutput?: IDataObject;
	/** Returns true for records of a list to return, where the service has no filter for it. */
	matchesFilter?: (record: IDataObject) => boolean;
	/**
	 * Returns a key of the request. Requests with the same key are sent one
	 * after the other, in the order of the items.
	 */
	orderKey?: (request: ServiceRequest) => string;
	/** Waits for what becomes of the record that the request has created, while other items go on. */
	followUp?: FollowUp;
	/** Returns the wait that begins when the service has carried out the request, with the records that it gave. */
	wait?: (request: ServiceRequest, records: IDataObject[]) => Wait;
	/**
	 * Reads the records with requests of its own, where one request is not enough.
	 * The planned request is the first of them.
	 */
	fetchRecords?: FetchRecords;
	/** Downloads the binary data of an output item. */
	downloadFiles?: (record: IDataObject, cancelled: AbortSignal | undefined) => Promise<IBinaryKeyData>;
}

/** Reads up to `wanted` records; `width` is how many requests may be in flight. */
export type FetchRecords = (ask: Ask, limits: { wanted: number; width: number }) => Promise<FetchedRecords>;

/** The records that were read, and a message to show beside the output. */
export interface FetchedRecords {
	records: IDataObject[];
	hint?: string;
}

/** The wait of an execution once a request is carried out. */
export interface Wait {
	/** The time at which n8n passes the input on without an answer, in milliseconds since 1970. */
	until: number;
	/** Gives the JSON that n8n then passes on for that of an input item. */
	unanswered: (json: IDataObject) => IDataObject;
	/** The question that the node reads again when the answer comes. */
	question: IDataObject;
}

/** Finds the record that a request has created although no answer says so. */
export interface OutcomeFinder {
	/** Returns a text that is the same for requests whose records cannot be told apart. */
	recordKey(request: ServiceRequest): string;
	/** Returns the ID of a record by the operation's output; undefined if it names none. */
	readId(output: IDataObject): string | undefined;
	/**
	 * Lists the records that look as if the request had created them, the newest first, until one is older than
	 * the request. Throws ServiceError if it cannot.
	 * @param isOlder Tells whether a record is from before the request. To be called after an answer only.
	 */
	listRecords(
		request: ServiceRequest,
		ask: Ask,
		isOlder: (record: FoundRecord) => boolean,
	): Promise<FoundRecords>;
	/**
	 * Returns the response that the request got if it has created this
	 * record. Throws ServiceError if it cannot.
	 */
	buildResponse(request: ServiceRequest, id: string, ask: Ask): Promise<IDataObject>;
	/**
	 * Returns where records are listed and what they have to be, e.g.
	 * `the messages to 14155550123 for one with this text`.
	 */
	describeSearch(request: ServiceRequest): string;
}

/** The records that the service lists from around the time of a request. */
interface FoundRecords {
	/** Those that look as if the request had created them. */
	records: FoundRecord[];
	/** True if the list was read to the time before the request; it is read within bounds. */
	isComplete: boolean;
	/** The number of all records that were read. */
	count: number;
}

/** A record that a request may have created. */
export interface FoundRecord {
	id: string;
	/**
	 * The latest time it can be from, by the clock of the service, in
	 * milliseconds since 1970; NaN if it does not say.
	 */
	createdAt: number;
}

/**
 * Waits for what becomes of a record.
 * @param record The output so far.
 * @param ended Fires when the caller no longer waits for the result.
 * @returns Fields to add to the output, and a message to show beside it.
 * @throws ServiceError if what the record stands for was not carried out.
 */
export type FollowUp = (
	record: IDataObject,
	ask: Ask,
	ended: AbortSignal,
) => Promise<{ output?: IDataObject; hint?: string }>;

/** The kind of response of the service, and so the output of the node. */
export type Output = RecordOutput | ListOutput | DeletedOutput;

/** One record. It has at least one of the simplified fields, if there are any. */
export interface RecordOutput extends RecordForm {
	kind: 'record';
	/** The fields that Simplify keeps, at most ten, the ID first; without them there is no Simplify. */
	simplified?: readonly string[];
	/** The other fields that the interface names, which an AI agent may be given as well. */
	otherFields?: readonly string[];
}

/** Many records. Adds Return All and Limit to the panel, unless the request has a limit of its own. */
export interface ListOutput {
	kind: 'list';
	/** The first of these fields that holds a list is the list of records. */
	fields: readonly string[];
	/**
	 * `pages`: by limit and offset; `node`: the service returns all at once, and the node
	 * cuts; `request`: a limit in the request.
	 */
	limitedBy: 'pages' | 'node' | 'request';
	/** The fields that Simplify keeps, at most ten, the ID first; without them there is no Simplify. */
	simplified?: readonly string[];
	/** The other fields that the interface names, which an AI agent may be given as well. */
	otherFields?: readonly string[];
}

/** A confirmation. If a repeated deletion finds nothing, the first one has succeeded. */
export interface DeletedOutput {
	kind: 'deleted';
	/** The fields of the response to return. */
	kept?: readonly string[];
}
