import type { IDataObject } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';
import { readHttpDate } from '../wire/time';
import { hasServiceForm, readErrorWords } from './errorWords';
import type { Failure } from './failure';

/**
 * The result of a request: the JSON object of the response, or what was read of it, or why there is none.
 * `serviceTime` is the service's own time when it answered (`Date`), in milliseconds since 1970.
 */
export type ServiceResponse<T = IDataObject> =
	{ ok: true; body: T; serviceTime?: number } | { ok: false; failure: Failure };

/** A response as the HTTP client hands it over, the body as text. */
export interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/**
 * Reads a response of the service. Never throws.
 * @param now Milliseconds since 1970, for a `Retry-After` that is a date.
 */
export function readResponse(
	{ statusCode: status, headers, body }: RawResponse,
	now: number,
): ServiceResponse {
	const text = typeof body === 'string' ? body.trim() : '';
	const parsed = parseJson(text);
	// A deletion that is done; a caller that needs more finds nothing in it.
	if (status === 204) return { ok: true, body: {} };
	const succeeded = status >= 200 && status < 300;
	const refusal = succeeded ? findRefusal(parsed) : undefined;
	if (succeeded && !refusal) {
		const serviceTime = readHttpDate(headers.date);
		const time = serviceTime === undefined ? {} : { serviceTime };
		if (isRecord(parsed)) return { ok: true, body: parsed as IDataObject, ...time };
		// The interface shows no bare list, but taking one costs nothing.
		if (Array.isArray(parsed)) return { ok: true, body: { items: parsed as IDataObject[] }, ...time };
		return { ok: false, failure: { kind: 'invalidBody', status, body: classifyText(text) } };
	}
	const { location } = headers;
	if (status >= 300 && status < 400 && typeof location === 'string' && location !== '') {
		return { ok: false, failure: { kind: 'redirect', location } };
	}
	const { body: refusing, refusingField } = refusal ?? { body: parsed };
	const retryAfter = parseRetryAfter(headers['retry-after'], now);
	return {
		ok: false,
		failure: {
			kind: 'errorResponse',
			status,
			...readErrorWords(refusing, text),
			...(refusingField !== undefined && { refusingField }),
			...(!hasServiceForm(refusing) && { isForeign: true }),
			...(retryAfter !== undefined && { retryAfter }),
		},
	};
}

/**
 * Finds what says no in a success: its body, or the part of it in which services wrap their records, and the
 * field there, e.g. `data.error`. Returns undefined if nothing does.
 */
function findRefusal(body: unknown): { body: unknown; refusingField: string } | undefined {
	if (!isRecord(body)) return undefined;
	const own = fieldThatRefuses(body);
	if (own !== undefined) return { body, refusingField: own };
	const wrapped = isRecord(body.data) ? fieldThatRefuses(body.data) : undefined;
	return wrapped === undefined ? undefined : { body: body.data, refusingField: `data.${wrapped}` };
}

/** A record may well have a field `error` that says nothing. */
function fieldThatRefuses({ success, error }: Record<string, unknown>): string | undefined {
	if (success === false) return 'success: false';
	if (error === true) return 'error: true';
	if (typeof error === 'string' || Array.isArray(error)) return error.length > 0 ? 'error' : undefined;
	return isRecord(error) && ('message' in error || 'code' in error) ? 'error' : undefined;
}

function classifyText(text: string): 'html' | 'empty' | 'truncated' {
	if (text === '') return 'empty';
	return text.startsWith('{') || text.startsWith('[') ? 'truncated' : 'html';
}

/**
 * Reads `Retry-After` in milliseconds. Returns undefined if it is not a
 * number of seconds or an HTTP date to come.
 */
function parseRetryAfter(header: unknown, now: number): number | undefined {
	const text = typeof header === 'string' ? header.trim() : '';
	if (/^\d{1,12}(\.\d+)?$/.test(text)) return Number(text) * 1000;
	const wait = (readHttpDate(text) ?? NaN) - now;
	return wait > 0 ? wait : undefined;
}

/**
 * The list of records in a response: the first of the fields that holds
 * one, or a response that is a list itself.
 */
export function readRecords(body: IDataObject, fields: readonly string[]): ServiceResponse<IDataObject[]> {
	const found = [...fields, 'items'].map((field) => body[field]).find(Array.isArray);
	if (found) return { ok: true, body: found.filter(isRecord) as IDataObject[] };
	return {
		ok: false,
		failure: { kind: 'missingData', missing: 'list of records', fields: Object.keys(body) },
	};
}
