import type { Clock } from '../clock/clock.ts';
import type { CustomFunction } from '../custom-functions/schema.ts';
import type { HttpResult, HttpClient } from '../http/http-client.ts';
import { REDACTED, redactUrl } from '../http/urls.ts';
import type { Arguments, BodyForm, FunctionCall, FunctionAttempt } from './schema.ts';

interface Kind {
	readonly is: (value: unknown) => boolean;
	/** The expected value, in words. */
	readonly words: string;
}

const TEXT: Kind = { is: (value) => typeof value === 'string', words: 'a text' };
const NUMBER: Kind = { is: (value) => typeof value === 'number', words: 'a number' };
const INTEGER: Kind = { is: Number.isInteger, words: 'a whole number' };
const BOOLEAN: Kind = { is: (value) => typeof value === 'boolean', words: 'true or false' };
const LIST: Kind = { is: Array.isArray, words: 'a list' };
const OBJECT: Kind = {
	is: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
	words: 'an object',
};

/** The types that are checked. In section 2 `type` is any text, so any other type accepts every value. */
const KINDS: ReadonlyMap<string, Kind> = new Map([
	['string', TEXT],
	['text', TEXT],
	['number', NUMBER],
	['integer', INTEGER],
	['boolean', BOOLEAN],
	['array', LIST],
	['object', OBJECT],
]);

/**
 * Lists the reasons for which an agent would not call a function with these arguments: a required one is
 * missing, the type of one differs from `body_schema`, or `body_schema` does not name it. Null counts as
 * missing.
 * @returns one sentence for each reason
 */
export function findMismatches(schema: CustomFunction['body_schema'], given: Arguments): string[] {
	const misfits = schema.flatMap(({ name, type, required }) => {
		const value = Object.hasOwn(given, name) ? given[name] : null;
		if (value === null) return required ? [`${name} is required`] : [];
		const kind = KINDS.get(type.trim().toLowerCase());
		return kind === undefined || kind.is(value) ? [] : [`${name} must be ${kind.words}`];
	});
	const unknown = Object.keys(given).filter((name) => !schema.some((field) => field.name === name));
	return [...misfits, ...unknown.map((name) => `${name} is no parameter of the function`)];
}

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
function hideHeaders(text: string, { headers }: CustomFunction): string {
	const secrets = headers.map(({ value }) => value).filter(({ length }) => length >= SHORTEST_SECRET_LENGTH);
	return secrets.reduce((hidden, secret) => hidden.replaceAll(secret, REDACTED), text);
}

/** The most bytes of an answer that are read for its values, and the most characters of it that are kept. */
const READ_BYTES = 1024 * 1024;
const KEPT_LENGTH = 16_384;

/** An attempt as stored, and the whole answer to it; null if none came. */
export interface AttemptWithAnswer {
	readonly attempt: FunctionAttempt;
	readonly answer: string | null;
}

/**
 * Makes one attempt of a call, for no longer than the function's `timeout_ms`. Never throws; errors are
 * logged in the attempt.
 */
export async function makeAttempt(
	number: number,
	request: FunctionRequest,
	called: CustomFunction,
	httpClient: HttpClient,
	clock: Clock,
): Promise<AttemptWithAnswer> {
	const started_at = clock.stamp();
	const exchange = await httpClient.send({
		...request,
		headers: request.headers.flatMap(({ name, value }) => [name, value]),
		timeoutMs: called.timeout_ms,
		maxAnswerBytes: READ_BYTES,
	});
	const answer = exchange.body?.toString('utf8') ?? null;
	const attempt: FunctionAttempt = {
		number,
		started_at,
		duration_ms: exchange.durationMs,
		http_status: exchange.status,
		response_headers: exchange.headers && hideInHeaders(exchange.headers, called),
		response_body: answer && hideHeaders(answer, called).slice(0, KEPT_LENGTH),
		error: exchange.error,
		verdict: toAttemptVerdict(exchange),
	};
	return { attempt, answer };
}

function hideInHeaders(headers: object, called: CustomFunction): Record<string, unknown> {
	return JSON.parse(hideHeaders(JSON.stringify(headers), called)) as Record<string, unknown>;
}

/**
 * Section 2, `max_retries`: network errors, time-outs and any 5xx are retried; anything but 2xx is a failure.
 */
function toAttemptVerdict({ status, error, isUnsendable }: HttpResult): FunctionAttempt['verdict'] {
	if (isUnsendable) return 'failed';
	if (status === null || error !== null || status >= 500) return 'retry';
	return status >= 200 && status < 300 ? 'success' : 'failed';
}
