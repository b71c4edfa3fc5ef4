import type { IDataObject } from 'n8n-workflow';

import { ExplainedError } from '../n8n/errors';

/** The reasons that a request did not end in a usable response, with what is known of each. */
interface FailureDetails {
	/**
	 * The service said no: a status other than 2xx, or an error in a 2xx
	 * (see docs/maintainers/the-service.md, section 7).
	 */
	errorResponse: {
		status: number;
		/** The message of the service; empty if the body had none. */
		message: string;
		/** As in `{error: {code, message}}`. */
		code?: string;
		detail?: string;
		/** Advice, if more is known than the service's message says. */
		advice?: string;
		/** True if the body has another form than the service's: a proxy or another server may have answered. */
		isNotInServiceForm?: boolean;
		/** True if the body is a web page, which the service never sends. */
		isWebPage?: boolean;
		/** From `Retry-After`, in milliseconds. */
		retryAfter?: number;
	};
	/** The request never reached the service: no name, no route, no connection, no TLS session. */
	notConnected: { reason: string };
	/** No session token was obtained for it, so the request was not sent. */
	notLoggedIn: { cause: Failure };
	/** It was sent, but its time was over before the response arrived. */
	timeout: object;
	/** It was sent, but the connection ended before the response arrived. */
	networkError: object;
	/** n8n's HTTP client ended the request for a reason that it does not give. */
	unknown: object;
	/** The status says success, but the body is not the whole JSON object that the service promises. */
	invalidBody: { status: number; body: 'empty' | 'truncated' };
	/** The body is a JSON object, but lacks what was asked for. `fields` are the names of those that it has. */
	missingData: { missing: MissingPart; fields: string[] };
	/** The service points to another address; following it would hand the key to a stranger. */
	redirect: { location: string };
	/** The execution was cancelled. */
	cancelled: { sent: boolean };
}

export type FailureKind = keyof FailureDetails;

/** A failure of a kind; of any kind by default. */
export type Failure<Kind extends FailureKind = FailureKind> = {
	[Each in Kind]: { kind: Each } & FailureDetails[Each];
}[Kind];

/** An answer of the service that says no. */
export type ErrorResponse = Failure<'errorResponse'>;

/** The part that a response lacks. */
type MissingPart = 'record' | 'list of records' | "session token ('access_token')";

/** The reasons of error responses, whatever their status. */
export type ErrorReason =
	| 'unauthorized'
	| 'unpaid'
	| 'forbidden'
	| 'notFound'
	| 'wrongAddress'
	| 'rateLimited'
	| 'invalid'
	| 'unavailable';

/** The meaning of a failure for the request. */
export interface Assessment<Reason = ErrorReason | Exclude<FailureKind, 'errorResponse'>> {
	/** The reason of an error response; for any other failure its kind. */
	reason: Reason;
	/** True if the condition passes, so that the same request may succeed later. */
	isTransient: boolean;
	/**
	 * `no` if the service has certainly not processed the request, so that even a send may be repeated; `yes` if it
	 * has processed and refused it; `maybe` if that is unknown.
	 */
	processed: 'no' | 'maybe' | 'yes';
}

type StatusAssessment = Assessment<ErrorReason>;

const createAssessment = (
	reason: ErrorReason,
	isTransient: boolean,
	processed: Assessment['processed'],
): StatusAssessment => ({ reason, isTransient, processed });

/** Tells whether a status says that the request was carried out. */
export const isSuccess = (code: number): boolean => code >= 200 && code < 300;

/** Tells whether a status is that of a success without a body, as after a deletion. */
export const isSuccessWithoutBody = (code: number): boolean => code === 204;

/** Tells whether a status points to another address, or to a copy in a cache. */
export const isRedirect = (code: number): boolean => code >= 300 && code < 400;

/** The statuses that mean something else than others of the same hundred. To retry another status, add a line here. */
const STATUS_ASSESSMENTS: Readonly<Record<number, StatusAssessment>> = {
	401: createAssessment('unauthorized', false, 'yes'),
	402: createAssessment('unpaid', false, 'yes'),
	403: createAssessment('forbidden', false, 'yes'),
	404: createAssessment('notFound', false, 'yes'),
	// The service takes POST wherever this package sends it.
	405: createAssessment('wrongAddress', false, 'yes'),
	408: createAssessment('unavailable', true, 'maybe'),
	429: createAssessment('rateLimited', true, 'no'),
};

/** Every status from 500, such as the 524 of a proxy whose service may have taken the request. */
const STATUS_5XX = createAssessment('unavailable', true, 'maybe');
const OTHER_STATUS = createAssessment('invalid', false, 'yes');

/** The codes that the service documents, most of them without a status. */
const REASON_BY_CODE = new Map<string | undefined, ErrorReason>([
	['unauthorized', 'unauthorized'],
	['not_found', 'notFound'],
	['source_not_found', 'notFound'],
]);

/** The kinds of failures that always mean the same. */
const KIND_ASSESSMENTS = {
	notConnected: { isTransient: true, processed: 'no' },
	timeout: { isTransient: true, processed: 'maybe' },
	networkError: { isTransient: true, processed: 'maybe' },
	unknown: { isTransient: true, processed: 'maybe' },
	invalidBody: { isTransient: true, processed: 'maybe' },
	missingData: { isTransient: false, processed: 'maybe' },
	redirect: { isTransient: false, processed: 'no' },
} as const;

/** Assesses a failure: the only code that says what a status or the end of a connection means. */
export function assess(failure: ErrorResponse): StatusAssessment;
export function assess(failure: Failure): Assessment;
export function assess(failure: Failure): Assessment {
	const { kind } = failure;
	switch (kind) {
		case 'errorResponse':
			return assessErrorResponse(failure);
		case 'notLoggedIn':
			return assessLogIn(failure.cause);
		case 'cancelled':
			return { reason: kind, isTransient: false, processed: failure.sent ? 'maybe' : 'no' };
		default:
			return { reason: kind, ...KIND_ASSESSMENTS[kind] };
	}
}

function assessLogIn(cause: Failure): Assessment {
	const { reason, isTransient } = assess(cause);
	const isRefused = ['unauthorized', 'forbidden', 'invalid'].includes(reason);
	return { reason: isRefused ? 'unauthorized' : 'notLoggedIn', isTransient, processed: 'no' };
}

function assessErrorResponse(response: ErrorResponse): StatusAssessment {
	const reason = REASON_BY_CODE.get(response.code);
	// A code says more than the status that it comes with.
	if (reason) return createAssessment(reason, false, 'yes');
	const other = response.status >= 500 ? STATUS_5XX : OTHER_STATUS;
	const assessment = STATUS_ASSESSMENTS[response.status] ?? other;
	// Neither a web page with such a status nor an unknown path comes from the service itself.
	const isOfOtherServer =
		response.isWebPage || (assessment.reason === 'notFound' && response.isNotInServiceForm);
	if (isOfOtherServer && response.status < 500 && !assessment.isTransient) {
		const processed = isSuccess(response.status) ? 'maybe' : assessment.processed;
		return { ...assessment, reason: 'wrongAddress', processed };
	}
	// With a time to come back, the service has turned the request away.
	if (response.status === 503 && response.retryAfter !== undefined) return { ...assessment, processed: 'no' };
	// With a message, a 502 is the service's own report that the provider of the chat app declined; without one it
	// comes from a proxy in between.
	const isOwnReport = response.status === 502 && !response.isNotInServiceForm && response.message !== '';
	return isOwnReport ? { ...assessment, processed: 'yes' } : assessment;
}

/** A failure in the form that people and workflows see. */
export interface ErrorReport {
	/** Says what happened. */
	message: string;
	/** Says how to go on. */
	description: string;
	/** The reason of the failure, as `assess` gives it; left out if the answer of the service cannot be used. */
	reason?: Assessment['reason'];
	statusCode?: number;
	/** The service's own code, e.g. `not_found`. */
	code?: string;
	/** Further details for a workflow that continues, by names of their own. */
	facts?: IDataObject;
}

/** A request that failed, and what is known about it. */
export interface FailedRequest {
	failure: Failure;
	/** The meaning of the failure, from `assess`. */
	assessment: Assessment;
	/** The number of times that it was sent again. */
	retries: number;
	/** False if one of the tries may have been processed although the service did not say so. */
	isOutcomeKnown: boolean;
}

/** The service did not do what it was asked to, or it is unknown whether it did. */
export class ServiceError extends ExplainedError {
	/**
	 * @param request The request that failed; left out if the service did
	 * answer it, but its answer cannot be used.
	 */
	constructor(
		readonly report: ErrorReport,
		readonly request?: FailedRequest,
	) {
		super(report.message, report.description, 'request', undefined, report.statusCode);
	}

	/** Returns the same error with one more sentence on how to go on. */
	withAdvice(sentence: string): ServiceError {
		const description = `${this.description} ${sentence}`;
		return new ServiceError({ ...this.report, description }, this.request);
	}
}

/** Tells whether the service says that it does not know the record that a request is about. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.report.reason === 'notFound';
