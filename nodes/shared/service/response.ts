import type { IDataObject } from 'n8n-workflow';

import { parseJson } from '../json';
import type { Fault } from './failure';

export type Answer = { ok: true; body: IDataObject } | { ok: false; fault: Fault };

/** What an HTTP client hands over, the body undecoded. */
export interface RawResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: unknown;
}

/** Reads a response of the service: the JSON object of a 2xx, or why there is none. Never throws. */
export function readAnswer(response: RawResponse, now: number): Answer {
	const { statusCode: status, headers } = response;
	const text = typeof response.body === 'string' ? response.body.trim() : '';
	const parsed = parseJson(text);
	if (status >= 200 && status < 300) {
		return isRecord(parsed)
			? { ok: true, body: parsed }
			: // A bare list is not shown anywhere, but costs nothing to take.
				Array.isArray(parsed)
				? { ok: true, body: { items: parsed as IDataObject[] } }
				: { ok: false, fault: { kind: 'unreadable', status, body: shapeOf(text) } };
	}
	if (status >= 300 && status < 400) {
		return { ok: false, fault: { kind: 'redirected', location: String(headers.location ?? '') } };
	}
	return {
		ok: false,
		fault: {
			kind: 'refused',
			status,
			...wordsOf(parsed),
			retryAfter: retryAfterOf(headers['retry-after'], now),
		},
	};
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function shapeOf(text: string): 'html' | 'empty' | 'truncated' {
	if (text === '') return 'empty';
	return text.startsWith('{') || text.startsWith('[') ? 'truncated' : 'html';
}

/** Both body shapes of section 7: `{error: {code, message}}` and `{error, detail}`. */
function wordsOf(body: unknown): { message: string; code?: string; detail?: string } {
	if (!isRecord(body)) return { message: '' };
	const { error, detail } = body;
	const extra = typeof detail === 'string' && detail !== '' ? { detail } : {};
	if (typeof error === 'string') return { message: error, ...extra };
	if (isRecord(error)) {
		return {
			message: typeof error.message === 'string' ? error.message : '',
			...(typeof error.code === 'string' && { code: error.code }),
			...extra,
		};
	}
	return { message: typeof body.message === 'string' ? body.message : '', ...extra };
}

/** `Retry-After` is a number of seconds or an HTTP date. */
function retryAfterOf(header: unknown, now: number): number | undefined {
	if (typeof header !== 'string' || header.trim() === '') return undefined;
	const seconds = Number(header);
	const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
	return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
