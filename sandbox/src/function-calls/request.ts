import type { CustomFunction } from '../custom-functions/schema.ts';
import { REDACTED, redactUrl } from '../requests/record.ts';
import type { Arguments, BodyForm, FunctionCall } from './schema.ts';

/** Methods that carry the arguments in a JSON body; the others carry them in the query. */
const WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);
/** A shorter text in an answer is likelier a coincidence than a secret. */
const SHORTEST_SECRET_LENGTH = 8;

/**
 * What an agent sends to call a function (sections 2 and 4): the method, the URL and the headers as they
 * stand, and the arguments.
 */
export interface FunctionRequest {
	readonly method: CustomFunction['http_method'];
	readonly url: string;
	readonly headers: ReadonlyArray<{ readonly name: string; readonly value: string }>;
	readonly body: string | null;
}

/** @param form of a JSON body; a query is always flat */
export function buildRequest(called: CustomFunction, given: Arguments, form: BodyForm): FunctionRequest {
	const { http_method: method, endpoint_url: url, headers } = called;
	const own = (name: string, value: string) =>
		headers.some((header) => header.name.toLowerCase() === name) ? [] : [{ name, value }];
	const agent = own('user-agent', 'voice-agent-sandbox');
	if (!WITH_BODY.has(method)) {
		return { method, url: withQuery(url, given), headers: [...headers, ...agent], body: null };
	}
	const body = JSON.stringify(form === 'wrapped' ? { arguments: given } : given);
	const type = own('content-type', 'application/json');
	return { method, url, headers: [...headers, ...type, ...agent], body };
}

/** Appends the arguments; texts as they are, anything else as JSON writes it, and null is left out. */
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

/** The request as it is kept: what the function sets in headers may be a key, and the URL may hold one. */
export function withoutSecrets(request: FunctionRequest, called: CustomFunction): FunctionCall['request'] {
	const set = new Set(called.headers.map(({ name }) => name.toLowerCase()));
	const headers = request.headers.map(({ name, value }) => ({
		name,
		value: set.has(name.toLowerCase()) ? REDACTED : value,
	}));
	return { ...request, headers, url: redactUrl(request.url) };
}

/** Hides in a text, such as an answer that repeats the request, what the function sets in headers. */
export function hideHeaders(text: string, { headers }: CustomFunction): string {
	const secrets = headers.map(({ value }) => value).filter(({ length }) => length >= SHORTEST_SECRET_LENGTH);
	return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, REDACTED), text);
}
