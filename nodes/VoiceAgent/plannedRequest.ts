import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Wait } from '../n8n/waitingExecution';
import type { Send } from '../service/send';
import type { ServiceRequest } from '../service/serviceRequest';

/** A request, and what the node does with it and its response. */
export type PlannedRequest = ServiceRequest & RequestHandling;

/** The handling of a request and its response; all of it is optional. */
export interface RequestHandling {
	/** Returns the output in place of the record, as of a preview. With it, the request is not sent. */
	preview?: (request: ServiceRequest) => IDataObject;
	/** A message to show beside the output. */
	hint?: string;
	/** Fields to add to the output, such as the recipients who are skipped. */
	extraOutput?: IDataObject;
	/** Returns true for records of a list to return, where the service has no filter for it. */
	matchesFilter?: (record: IDataObject) => boolean;
	/**
	 * Returns a key of the request. Requests with the same key are sent one after the other, in the order of the
	 * items, also by several executions of this process.
	 */
	orderKey?: (request: ServiceRequest) => string;
	/** Looks, right before the request is sent, for a reason not to send it. */
	skip?: Skip;
	/** Reads what becomes of the record that the request has created, while other items go on. */
	pollStatus?: PollStatus;
	/** Returns the wait that begins when the service has carried out the request, with the records that it gave. */
	wait?: (request: ServiceRequest, records: IDataObject[]) => Wait;
	/**
	 * Reads the records with requests of its own, where one request is not enough.
	 * The planned request is the first of them.
	 */
	fetchRecords?: FetchRecords;
	/** Downloads the binary data of an output item. */
	downloadFiles?: (record: IDataObject, cancelSignal: AbortSignal | undefined) => Promise<IBinaryKeyData>;
}

/** Reads up to `wanted` records; `width` is how many requests may be in flight. */
export type FetchRecords = (send: Send, limits: { wanted: number; width: number }) => Promise<FetchedRecords>;

/** The records that were read, and a message to show beside the output. */
export interface FetchedRecords {
	records: IDataObject[];
	hint?: string;
}

/** Looks for a reason not to send a request. Requests with the same `orderKey` look and are sent one after the other. */
export interface Skip {
	/**
	 * Returns the reason, as a sentence to show beside the output; undefined if the request is to be sent.
	 * @throws ServiceError if the service does not answer; then nothing is sent.
	 */
	findReason: (request: ServiceRequest, send: Send) => Promise<string | undefined>;
	/** Notes that the request is about to be sent. Afterwards, it may remain unknown whether it was carried out. */
	noteSent?: () => void;
}

/**
 * Reads the status of a record until it is final, or the time is up.
 * @param record The output so far.
 * @param ended Fires when the caller no longer waits for the result.
 * @returns Fields to add to the output, and a message to show beside it.
 * @throws ServiceError if the action that the record stands for was not carried out.
 */
export type PollStatus = (
	record: IDataObject,
	send: Send,
	ended: AbortSignal,
) => Promise<{ output?: IDataObject; hint?: string }>;
