/** Why a request did not end in a usable response. */
export type Failure =
	/** The service refused it: a status other than 2xx, or an error in a 2xx (interface section 7 shows both body shapes). */
	| {
			kind: 'refused';
			status: number;
			/** In the service's words; empty when the body had none. */
			message: string;
			/** As in `{error: {code, message}}`. */
			code?: string;
			detail?: string;
			/** How to go on, where more is known than the service's words say. */
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
	/** The body is a JSON object, but does not hold what was asked for. */
	| { kind: 'incomplete'; missing: Missing; fields: string[] }
	/** The service points to another address; following it would hand the key to a stranger. */
	| { kind: 'redirected'; location: string }
	/** The execution was cancelled. */
	| { kind: 'cancelled'; sent: boolean }
	/** n8n's HTTP client ended the request for a reason that it does not give. */
	| { kind: 'unknown' };

export type ErrorResponse = Extract<Failure, { kind: 'refused' }>;

/** What a response has to hold. */
export type Missing = 'record' | 'list of records';

/** What a refusal is about, whatever its status. */
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

/** Statuses of a passing condition. */
const PASSING = new Set([408, 500, 502, 503, 504]);

/** Decided by the service's code, else by the status. */
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

/** Whether the service has answered and keeps up with the requests, be it by a refusal. */
export const keepsUp = (failure: Failure): boolean =>
	failure.kind === 'refused' && !['rateLimited', 'unavailable'].includes(classifyError(failure));

/** Whether the service certainly did not take the request, so that even a send may be repeated. */
export function wasNotProcessed(failure: Failure): boolean {
	if (failure.kind === 'unreached' || failure.kind === 'notLoggedIn') return true;
	if (failure.kind !== 'refused') return false;
	return isRateLimit(failure) || (failure.status === 503 && failure.retryAfter !== undefined);
}

/**
 * Whether sending the request again may help and can do no harm.
 * @param safe Whether carrying the request out twice does no harm.
 */
export function shouldRetry(failure: Failure, safe: boolean): boolean {
	if (failure.kind === 'notLoggedIn') return shouldRetry(failure.cause, true);
	if (wasNotProcessed(failure)) return true;
	if (!safe) return false;
	if (failure.kind === 'refused') return isPassing(failure);
	if (failure.kind === 'unreadable') return failure.body !== 'html';
	return failure.kind === 'unanswered' || failure.kind === 'unknown';
}

/**
 * Whether the service may have carried the request out all the same. A 502 with a message is the service's own report that a
 * provider declined (interface section 7); one without comes from a proxy in between.
 */
export function isOutcomeUnknown(failure: Failure): boolean {
	switch (failure.kind) {
		case 'unanswered':
		case 'unreadable':
		case 'incomplete':
		case 'unknown':
			return true;
		case 'cancelled':
			return failure.sent;
		case 'refused':
			if (wasNotProcessed(failure) || classifyError(failure) !== 'unavailable') return false;
			return (
				failure.status !== 501 &&
				(failure.status !== 502 || failure.isForeign === true || failure.message === '')
			);
		default:
			return false;
	}
}

const isPassing = (refusal: ErrorResponse): boolean =>
	PASSING.has(refusal.status) && classifyError(refusal) === 'unavailable';
