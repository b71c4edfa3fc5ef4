import type { CustomFunction } from '../custom-functions/schema.ts';
import { REDACTED, redactUrl } from '../http/redaction.ts';
import type { Arguments, BodyForm, FunctionCall } from './schema.ts';

/** The methods that send the arguments in a JSON body; the others send them in the query. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** A shorter text in an answer is more likely a coincidence than a secret. */
const SHORTEST_SECRET_LENGTH = 8;

/**
 * The request by which an agent calls a function (sections 2 and 4), with the function's method, URL and
 * headers, and the arguments.
 */
export interface FunctionRequest {
	readonly method: CustomFunction['http_method'];
	readonly url: string;
	readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	readonly body: string | null;
}

/** The phone call in which an agent calls a function. */
export interface CallInProgress {
	readonly id: string;
	readonly direction: 'inbound' | 'outbound';
	readonly from_number: string;
	readonly to_number: string;
	readonly agent_id: string;
	readonly started_at: string;
}

/**
 * @param form the form of a JSON body; a query is always flat
 * @param call the phone call, which stands beside wrapped arguments; null if there is none
 */
export function buildRequest(
	called: CustomFunction,
	given: Arguments,
	form: BodyForm,
	call: CallInProgress | null,
): FunctionRequest {
	const { http_method: method, endpoint_url: url, headers } = called;
	const own = (name: string, value: string) =>
		headers.some((header) => header.name.toLowerCase() === name) ? [] : [{ name, value }];
	const agent = own('user-agent', 'voice-agent-sandbox');
	if (!WITH_BODY.has(method)) {
		return { method, url: withQuery(url, given), headers: [...headers, ...agent], body: null };
	}
	const wrapped = { arguments: given, ...(call !== null && { call }) };
	const body = JSON.stringify(form === 'wrapped' ? wrapped : given);
	const type = own('content-type', 'application/json');
	return { method, url, headers: [...headers, ...type, ...agent], body };
}

/** Appends the arguments: texts unchanged, other values as JSON; null is left out. */
function withQuery(url: string, given: Arguments): string {
	const fields = Object.entries(given)
		.filter(([, value]) => value !== null)
		.map(([name, value]): [string, string] => [
			name,
			typeof value === 'string' ? value : JSON.stringify(value),
		]);
	const query = new URLSearchParams(fields).toString();
	if (query === '') return url;
	const [address = ''] = url.split('#', 1);
	return `${address}${address.includes('?') ? '&' : '?'}${query}`;
}

/**
 * Returns the request as stored, without the function's headers, which may hold keys, and without secrets in
 * the URL.
 */
export function withoutSecrets(request: FunctionRequest, called: CustomFunction): FunctionCall['request'] {
	const set = new Set(called.headers.map(({ name }) => name.toLowerCase()));
	const headers = request.headers.map(({ name, value }) => ({
		name,
		value: set.has(name.toLowerCase()) ? REDACTED : value,
	}));
	return { ...request, headers, url: redactUrl(request.url) };
}

/** Hides the values of the function's headers in a text, such as an answer that repeats the request. */
export function hideHeaders(text: string, { headers }: CustomFunction): string {
	const secrets = headers.map(({ value }) => value).filter(({ length }) => length >= SHORTEST_SECRET_LENGTH);
	return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, REDACTED), text);
}
