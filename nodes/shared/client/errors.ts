import { type IDataObject, type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

/** The reason that a request did not end in a usable response. */
export type Failure =
	/**
	 * The service refused it: a status other than 2xx, or an error in a 2xx
	 * (interface section 7 shows both body shapes).
	 */
	| {
			kind: 'refused';
			status: number;
			/** In the service's words; empty when the body had none. */
			message: string;
			/** As in `{error: {code, message}}`. */
			code?: string;
			detail?: string;
			/** Advice, if more is known than the service's words say. */
			advice?: string;
			/** In another form than the service's: a proxy or another server may have answered. */
			isForeign?: boolean;
			/** From `Retry-After`, in milliseconds. */
			retryAfter?: number;
	  }
	/** The request never reached the service: no name, no route, no connection, no TLS session. */
	| { kind: 'unreached'; reason: string }
	/** No session token was obtained for it, so the request was not sent. */
	| { kind: 'notLoggedIn'; cause: Failure }
	/** It was sent, but time ran out or the connection ended before a response arrived. */
	| { kind: 'unanswered'; reason: 'timeout' | 'reset' }
	/** The status says success, but the body is not the JSON object that the interface promises. */
	| { kind: 'unreadable'; status: number; body: 'html' | 'empty' | 'truncated' }
	/** The body is a JSON object, but lacks what was asked for. */
	| { kind: 'incomplete'; missing: MissingPart; fields: string[] }
	/** The service points to another address; following it would hand the key to a stranger. */
	| { kind: 'redirected'; location: string }
	/** The execution was cancelled. */
	| { kind: 'cancelled'; sent: boolean }
	/** n8n's HTTP client ended the request for a reason that it does not give. */
	| { kind: 'unknown' };

/** An answer of the service that says no. */
export type ErrorResponse = Extract<Failure, { kind: 'refused' }>;

/** The part that a response lacks. */
export type MissingPart = 'record' | 'list of records';

/** The subject of an error response, whatever its status. */
export type ErrorReason =
	| 'unauthorized'
	| 'unpaid'
	| 'forbidden'
	| 'notFound'
	| 'wrongAddress'
	| 'rateLimited'
	| 'invalid'
	| 'unavailable';

/** The codes that the interface names; it gives a status for the first one only (section 7). */
const REASON_BY_CODE = new Map<string | undefined, ErrorReason>([
	['unauthorized', 'unauthorized'],
	['not_found', 'notFound'],
	['source_not_found', 'notFound'],
	['insufficient_audio', 'invalid'],
]);

/** Tells what an error response is about: by the service's code, else by the status. */
export function classifyError({ code, status, isForeign }: ErrorResponse): ErrorReason {
	const byCode = REASON_BY_CODE.get(code);
	if (byCode) return byCode;
	if (status === 401) return 'unauthorized';
	if (status === 402) return 'unpaid';
	if (status === 403) return 'forbidden';
	if (status === 404) return isForeign ? 'wrongAddress' : 'notFound';
	if (status === 429) return 'rateLimited';
	return status === 408 || status >= 500 ? 'unavailable' : 'invalid';
}

export const isRateLimit = (failure: Failure): boolean =>
	failure.kind === 'refused' && classifyError(failure) === 'rateLimited';

export const isNotFound = (failure: Failure): boolean =>
	failure.kind === 'refused' && classifyError(failure) === 'notFound';

/** Tells whether the service has answered and keeps up with the requests, even by an error response. */
export const isKeepingUp = (failure: Failure): boolean =>
	failure.kind === 'refused' && !['rateLimited', 'unavailable'].includes(classifyError(failure));

/** A failure as a person and a workflow get to see it. */
export interface ErrorReport {
	/** Says what happened. */
	message: string;
	/** Says how to go on. */
	description: string;
	statusCode?: number;
	/** The service's own code, e.g. `not_found` (interface section 7). */
	code?: string;
	/** Further facts for a workflow that continues, by names of their own. */
	facts?: IDataObject;
}

/** A request that failed, and what is known of it. */
export interface FailedRequest {
	failure: Failure;
	/** The number of times that it was sent again. */
	retries: number;
	/** False if one of the tries may have been processed although the service did not say so. */
	isOutcomeKnown: boolean;
}

/** The service did not do what it was asked to, or it is unknown whether it did. */
export class ServiceError extends Error {
	/**
	 * @param request The request that failed; left out if the service did
	 * answer it, but its answer cannot be used.
	 */
	constructor(
		readonly report: ErrorReport,
		readonly request?: FailedRequest,
	) {
		super(report.message);
	}

	/** Returns the same error with one more sentence on how to go on. */
	withAdvice(sentence: string): ServiceError {
		const { description } = this.report;
		return new ServiceError({ ...this.report, description: `${description} ${sentence}` }, this.request);
	}
}

/** For a promise's `catch`: gives a ServiceError as the value of the promise. Throws anything else again. */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/**
 * Makes an error that the editor shows at the node of a report: a fresh one, free of headers and keys.
 * @param itemIndex The input item that it is about; left out if there is none.
 */
export function toNodeApiError(
	{ message, description, statusCode }: ErrorReport,
	node: INode,
	itemIndex?: number,
): NodeApiError {
	return new NodeApiError(node, { message } as JsonObject, {
		message,
		description,
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(itemIndex !== undefined && { itemIndex }),
	});
}
