import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson, filterRecords } from '../text/json';
import type { Result } from '../text/result';
import { HTTP_DATE_PRECISION_MS, parseHttpDate } from '../text/time';
import { isRedirect, isSuccess, isSuccessWithoutBody, type Failure } from './failure';

/** A success of the service. */
export interface ServiceAnswer<T = IDataObject> {
	/** The JSON object of the response, or what was read of it. */
	body: T;
	/** The service's own time when it answered (`Date`), in milliseconds since 1970. */
	serviceTime?: number;
}

/** The outcome of a request: an answer, or the reason why there is none. */
export type ServiceResponse = Result<ServiceAnswer, Failure>;

/** The most that n8n's clock may differ from the service's, in milliseconds. */
const CLOCK_TOLERANCE_MS = 60_000;

type TimedAnswer = Pick<ServiceAnswer, 'serviceTime'>;

/**
 * Returns the time of the service when it answered, or of this machine where the answer does not tell, in milliseconds
 * since 1970. Times of records are compared with it, since the clock of n8n may be wrong.
 */
export const toServiceTime = ({ serviceTime }: TimedAnswer): number => serviceTime ?? Date.now();

/** Returns the earliest and the latest time that the service's clock may have shown when it answered. */
export function toServiceTimeRange(answer: TimedAnswer): { earliest: number; latest: number } {
	const time = toServiceTime(answer);
	return answer.serviceTime === undefined
		? { earliest: time - CLOCK_TOLERANCE_MS, latest: time + CLOCK_TOLERANCE_MS }
		: { earliest: time, latest: time + HTTP_DATE_PRECISION_MS };
}

/** A response as the HTTP client hands it over, the body as text. */
export interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** The beginning of a web page. */
const WEB_PAGE = /^<(!doctype\s+html|html|head|body)\b/i;

/**
 * Parses a response of the service. Never throws.
 * @param now Milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function parseResponse(
	{ statusCode: status, headers, body }: RawResponse,
	now: number,
): ServiceResponse {
	const text = typeof body === 'string' ? body.trim() : '';
	const parsed = parseJson(text);
	// It has no body, as after a deletion. A caller that needs a record finds none in it.
	if (isSuccessWithoutBody(status)) return { ok: true, value: { body: {} } };
	const succeeded = isSuccess(status);
	const refusal = succeeded ? findReportedFailure(parsed) : undefined;
	if (succeeded && !refusal) {
		const serviceTime = parseHttpDate(headers.date);
		const time = serviceTime === undefined ? {} : { serviceTime };
		if (isRecord(parsed)) return { ok: true, value: { body: parsed as IDataObject, ...time } };
		// The service documents no bare list, but taking one costs nothing.
		if (Array.isArray(parsed))
			return { ok: true, value: { body: { items: parsed as IDataObject[] }, ...time } };
		if (text === '') return { ok: false, problem: { kind: 'invalidBody', status, body: 'empty' } };
		if (/^[{[]/.test(text)) return { ok: false, problem: { kind: 'invalidBody', status, body: 'truncated' } };
	}
	const { location } = headers;
	if (isRedirect(status) && typeof location === 'string' && location !== '') {
		return { ok: false, problem: { kind: 'redirect', location } };
	}
	const refusing = refusal ?? parsed;
	const retryAfter = parseRetryAfter(headers['retry-after'], now);
	return {
		ok: false,
		problem: {
			kind: 'errorResponse',
			status,
			...parseErrorWords(refusing, text),
			...(!hasServiceForm(refusing) && { isNotInServiceForm: true }),
			// A success with text that is not JSON comes from another server, as a web page does.
			...((WEB_PAGE.test(text) || (succeeded && !refusal)) && { isWebPage: true }),
			...(retryAfter !== undefined && { retryAfter }),
		},
	};
}

/**
 * Finds the object that reports a failure in a success: its body, or the part of it in which services wrap their
 * records. Returns undefined if there is none.
 */
const findReportedFailure = (body: unknown): Record<string, unknown> | undefined =>
	isRecord(body) ? [body, body.data].filter(isRecord).find(reportsFailure) : undefined;

/** Tells whether an object reports a failure. A record may well have a field `error` that says nothing. */
function reportsFailure({ success, error }: Record<string, unknown>): boolean {
	if (success === false || error === true) return true;
	if (typeof error === 'string' || Array.isArray(error)) return error.length > 0;
	return isRecord(error) && ('message' in error || 'code' in error);
}

/**
 * Parses `Retry-After` and returns it in milliseconds. Returns undefined if it is not a
 * number of seconds or an HTTP date to come.
 */
function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d{1,12}(\.\d+)?$/.test(text)) return Number(text) * 1000;
	const wait = (parseHttpDate(text) ?? NaN) - now;
	return wait > 0 ? wait : undefined;
}

/**
 * Returns the list of records in a response: the first of the fields that holds
 * one, or a response that is a list itself.
 */
export function parseRecords(body: IDataObject, fields: readonly string[]): Result<IDataObject[], Failure> {
	const found = [...fields, 'items'].map((field) => body[field]).find(Array.isArray);
	if (found) return { ok: true, value: found.filter(isRecord) as IDataObject[] };
	return {
		ok: false,
		problem: { kind: 'missingData', missing: 'list of records', fields: Object.keys(body) },
	};
}

/** The place of the record in a response. */
export interface RecordForm {
	/** The field in which some services wrap the record. */
	wrapper?: string;
	/** The record has at least one of these fields; left out where it may have any. */
	recordFields?: readonly string[];
}

/** The field in which services wrap a record of any kind. */
const COMMON_WRAPPER = 'data';

/**
 * Returns the record in a response: what its wrapper, the common one or its only field holds, or the response itself.
 * A response that has a field of the record is not taken apart, unless its own wrapper says so.
 */
export function parseRecord(
	body: IDataObject,
	{ wrapper = COMMON_WRAPPER, recordFields }: RecordForm = {},
): Result<IDataObject, Failure> {
	const fields = Object.keys(body);
	const others = [COMMON_WRAPPER, ...(fields.length === 1 ? fields : [])].map((field) => body[field]);
	const isFound = recordFields
		? (candidate: IDataObject) => recordFields.some((field) => Object.hasOwn(candidate, field))
		: isFilled;
	const candidates = recordFields ? [body[wrapper], body, ...others] : [body[wrapper], ...others, body];
	const record = (candidates.filter(isRecord) as IDataObject[]).find(isFound);
	return record
		? { ok: true, value: record }
		: { ok: false, problem: { kind: 'missingData', missing: 'record', fields } };
}

/**
 * Tells whether an object can be a record. One without fields, or with nothing but a list or another object, is not.
 */
function isFilled(candidate: IDataObject): boolean {
	const [value, ...others] = Object.values(candidate);
	return others.length > 0 || (value !== undefined && typeof value !== 'object');
}

/** The words of the service in an error response. */
interface ErrorWords {
	/** Empty when the body has none. */
	message: string;
	/** As in `{error: {code, message}}`. */
	code?: string;
	detail?: string;
}

/**
 * Finds the words of a refusal in the two forms of the service, `{error: {code, message}}` and `{error, detail}`. Of
 * another server, the message is its text as it is.
 * @param body The parsed JSON; undefined if the text is not JSON.
 */
function parseErrorWords(body: unknown, text: string): ErrorWords {
	if (!isRecord(body)) return { message: parsePlainWords(body, text) };
	const { error, deliveries } = body;
	const described = isRecord(error) ? error : body;
	const words = [error, described.message, described.detail, describeFailedDeliveries(deliveries)];
	const [message, detail] = new Set(words.filter(isFilledText).map((one) => one.trim()));
	return {
		message: message ?? describeForeignBody(body),
		...(isRecord(error) && typeof error.code === 'string' && { code: error.code }),
		...(detail !== undefined && { detail }),
	};
}

const isFilledText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Says why a skill has not reached its channels, which an execution tells in its deliveries. */
const describeFailedDeliveries = (deliveries: unknown): string =>
	filterRecords(deliveries)
		.filter(({ error }) => typeof error === 'string' && error !== '')
		.map(({ to, channel, error }) => `${String(to ?? channel)}: ${String(error)}`)
		.join('; ');

/** Tells whether a body has one of the two forms in which the service reports errors; other servers do not know them. */
const hasServiceForm = (body: unknown): boolean =>
	isRecord(body) &&
	(typeof body.error === 'string' ||
		(isRecord(body.error) && ('message' in body.error || 'code' in body.error)));

/** Finds a message in a body without fields. A web page contains none, and neither does JSON that was cut off. */
function parsePlainWords(body: unknown, text: string): string {
	if (typeof body === 'string') return body.trim();
	return /^[<{[]/.test(text) ? '' : text;
}

/**
 * The fields in which servers that validate requests repeat what was sent, such as pydantic. It may be a secret: the
 * value of a header of a custom function, or a password.
 */
const ECHO_FIELDS = ['input', 'value', 'ctx'];

/** Returns the JSON of a body in a form that is not the service's, without what was sent. */
const describeForeignBody = (body: Record<string, unknown>): string =>
	Object.keys(body).length === 0
		? ''
		: JSON.stringify(body, (name, inner: unknown) => (ECHO_FIELDS.includes(name) ? undefined : inner));
