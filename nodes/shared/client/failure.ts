/** The reason that a request did not end in a usable response. */
export type Failure =
	/**
	 * The service said no: a status other than 2xx, or an error in a 2xx
	 * (interface section 7 shows both body shapes).
	 */
	| {
			kind: 'errorResponse';
			status: number;
			/** In the service's words; empty when the body had none. */
			message: string;
			/** As in `{error: {code, message}}`. */
			code?: string;
			detail?: string;
			/** The field by which a success says no, e.g. `success: false`. */
			refusingField?: string;
			/** Advice, if more is known than the service's words say. */
			advice?: string;
			/** In another form than the service's: a proxy or another server may have answered. */
			isForeign?: boolean;
			/** From `Retry-After`, in milliseconds. */
			retryAfter?: number;
	  }
	/** The request never reached the service: no name, no route, no connection, no TLS session. */
	| { kind: 'notConnected'; reason: string }
	/** No session token was obtained for it, so the request was not sent. */
	| { kind: 'notLoggedIn'; cause: Failure }
	/** It was sent, but its time was over before the response arrived. */
	| { kind: 'timeout' }
	/** It was sent, but the connection ended before the response arrived. */
	| { kind: 'networkError' }
	/** n8n's HTTP client ended the request for a reason that it does not give. */
	| { kind: 'unknown' }
	/** The status says success, but the body is not the JSON object that the interface promises. */
	| { kind: 'invalidBody'; status: number; body: 'html' | 'empty' | 'truncated' }
	/** The body is a JSON object, but lacks what was asked for. `fields` are the names of those that it has. */
	| { kind: 'missingData'; missing: MissingPart; fields: string[] }
	/** The service points to another address; following it would hand the key to a stranger. */
	| { kind: 'redirect'; location: string }
	/** The execution was cancelled. */
	| { kind: 'cancelled'; sent: boolean };

/** An answer of the service that says no. */
export type ErrorResponse = Extract<Failure, { kind: 'errorResponse' }>;

/** The part that a response lacks. */
type MissingPart = 'record' | 'list of records' | "session token ('access_token')";

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

/** What a failure means for the request. */
export interface Assessment<Reason = ErrorReason | Exclude<Failure['kind'], 'errorResponse'>> {
	/** The subject of an error response; for any other failure its kind. */
	reason: Reason;
	/** True if the condition passes, so that the same request may succeed later. */
	isTransient: boolean;
	/**
	 * Whether the service has processed the request: `no` if it certainly has not, so that even a send may be
	 * repeated; `yes` if it has come to an answer, which is no; `maybe` if nobody knows.
	 */
	processed: 'no' | 'maybe' | 'yes';
}

type StatusAssessment = Assessment<ErrorReason>;

const status = (
	reason: ErrorReason,
	isTransient: boolean,
	processed: Assessment['processed'],
): StatusAssessment => ({ reason, isTransient, processed });

/** The statuses that are not like the others of their hundred. A status to be retried is one line here. */
export const STATUS_ASSESSMENTS: Readonly<Record<number, StatusAssessment>> = {
	401: status('unauthorized', false, 'yes'),
	402: status('unpaid', false, 'yes'),
	403: status('forbidden', false, 'yes'),
	404: status('notFound', false, 'yes'),
	408: status('unavailable', true, 'maybe'),
	// Too Early: the server did not want to risk a request that may be a replay.
	425: status('unavailable', true, 'no'),
	429: status('rateLimited', true, 'no'),
	500: status('unavailable', true, 'maybe'),
	501: status('unavailable', false, 'yes'),
	502: status('unavailable', true, 'maybe'),
	503: status('unavailable', true, 'maybe'),
	504: status('unavailable', true, 'maybe'),
};

/** A status that no table has, such as the 524 of a proxy whose service took the request. */
const OTHER_5XX = status('unavailable', false, 'maybe');
const OTHER_STATUS = status('invalid', false, 'yes');

/** The codes that the interface names; it gives a status for the first one only (section 7). */
const REASON_BY_CODE = new Map<string | undefined, ErrorReason>([
	['unauthorized', 'unauthorized'],
	['not_found', 'notFound'],
	['source_not_found', 'notFound'],
	['insufficient_audio', 'invalid'],
]);

/** Assesses a failure: the only code that says what a status or the end of a connection means. */
export function assess(failure: ErrorResponse): StatusAssessment;
export function assess(failure: Failure): Assessment;
export function assess(failure: Failure): Assessment {
	const { kind } = failure;
	switch (kind) {
		case 'errorResponse':
			return assessErrorResponse(failure);
		case 'notConnected':
			return { reason: kind, isTransient: true, processed: 'no' };
		case 'notLoggedIn':
			return { reason: kind, isTransient: assess(failure.cause).isTransient, processed: 'no' };
		case 'timeout':
		case 'networkError':
		case 'unknown':
			return { reason: kind, isTransient: true, processed: 'maybe' };
		case 'invalidBody':
			// A web page comes from another server, which gives it again.
			return { reason: kind, isTransient: failure.body !== 'html', processed: 'maybe' };
		case 'missingData':
			return { reason: kind, isTransient: false, processed: 'maybe' };
		case 'redirect':
			return { reason: kind, isTransient: false, processed: 'no' };
		case 'cancelled':
			return { reason: kind, isTransient: false, processed: failure.sent ? 'maybe' : 'no' };
	}
}

function assessErrorResponse(response: ErrorResponse): StatusAssessment {
	const reason = REASON_BY_CODE.get(response.code);
	// A code says more than the status that it comes with.
	if (reason) return status(reason, false, 'yes');
	const assessment =
		STATUS_ASSESSMENTS[response.status] ?? (response.status >= 500 ? OTHER_5XX : OTHER_STATUS);
	if (response.status === 404 && response.isForeign) return { ...assessment, reason: 'wrongAddress' };
	// With a time to come back, the service has turned the request away.
	if (response.status === 503 && response.retryAfter !== undefined) return { ...assessment, processed: 'no' };
	// With words, a 502 is the service's own report that a provider declined (interface section 7); without
	// them it comes from a proxy in between.
	const isOwnReport = response.status === 502 && !response.isForeign && response.message !== '';
	return isOwnReport ? { ...assessment, processed: 'yes' } : assessment;
}
