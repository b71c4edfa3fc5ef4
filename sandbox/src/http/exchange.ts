import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';

/** A request from the sandbox to another server. */
export interface OutgoingRequest {
	readonly method: Dispatcher.HttpMethod;
	readonly url: string;
	/** Alternating names and values, so that a name may occur twice. */
	readonly headers: string[];
	readonly body: string | null;
	/** The time limit from connecting to the end of the answer, in milliseconds of real time. */
	readonly timeoutMs: number;
	/** The most bytes of the answer that are read. */
	readonly maxAnswerBytes: number;
}

/** The outcome of a request. */
export interface Exchange {
	/** Null when no answer began. */
	readonly status: number | null;
	readonly headers: IncomingHttpHeaders | null;
	/** The part of the answer that has arrived, up to the limit; null when none began. */
	readonly body: Buffer | null;
	/** The reason why there is no answer, or only the beginning of one that stalled or broke off. */
	readonly error: string | null;
	/** True if the request was not sent because it is invalid. */
	readonly isUnsendable: boolean;
	readonly durationMs: number;
}

/** The error codes of undici for a request that it refuses to send, e.g. with a line break in a header. */
const UNSENDABLE = new Set([
	'UND_ERR_INVALID_ARG',
	'UND_ERR_NOT_SUPPORTED',
	'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** Makes requests over keep-alive connections. Redirects are returned as answers and not followed. */
export class Exchanger {
	#agent: Agent | undefined;
	readonly #connectTimeoutMs: number;

	/**
	 * @param connectTimeoutMs the time after which an attempt to connect is given up; no less than the time
	 * limit of any request
	 */
	constructor(connectTimeoutMs: number) {
		this.#connectTimeoutMs = connectTimeoutMs;
	}

	/** Makes a request once. Never throws; the result holds the error. */
	async send(outgoing: OutgoingRequest): Promise<Exchange> {
		// Loaded with the first request, since the start does not need it.
		const { Agent, request } = await import('undici');
		const { method, url, headers, body, timeoutMs, maxAnswerBytes } = outgoing;
		// Connections are not limited, since requests to one address would wait for one another.
		this.#agent ??= new Agent({ pipelining: 1, connect: { timeout: this.#connectTimeoutMs } });
		const begun = performance.now();
		const abort = new AbortController();
		const alarm = setTimeout(() => abort.abort(), timeoutMs);
		const explain = (error: unknown) =>
			abort.signal.aborted ? `timeout after ${timeoutMs} ms` : describe(error);
		const told = (answer: Partial<Exchange>): Exchange => ({
			status: null,
			headers: null,
			body: null,
			error: null,
			isUnsendable: false,
			...answer,
			durationMs: Math.round(performance.now() - begun),
		});
		try {
			const response = await request(url, {
				dispatcher: this.#agent,
				method,
				headers,
				body,
				signal: abort.signal,
				headersTimeout: 0,
				bodyTimeout: 0,
			});
			const read = await readBeginning(response.body, maxAnswerBytes);
			return told({
				status: response.statusCode,
				headers: withoutCookies(response.headers),
				body: read.body,
				error: read.broken === undefined ? null : explain(read.broken),
			});
		} catch (error) {
			const code = error instanceof Error && 'code' in error ? String(error.code) : '';
			return told({ error: explain(error), isUnsendable: UNSENDABLE.has(code) });
		} finally {
			clearTimeout(alarm);
		}
	}

	/** Aborts the requests in progress. */
	async close(): Promise<void> {
		await this.#agent?.destroy();
	}
}

/** Hides the values of cookies, which may grant access. */
function withoutCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return 'set-cookie' in headers ? { ...headers, 'set-cookie': ['[redacted]'] } : headers;
}

/** Reads the beginning of an answer, so that an endless answer does not block the sandbox. */
async function readBeginning(body: Dispatcher.ResponseData['body'], maxBytes: number) {
	const chunks: Buffer[] = [];
	let length = 0;
	let broken: unknown;
	try {
		for await (const chunk of body as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > maxBytes) break;
		}
	} catch (error) {
		broken = error;
	}
	return { body: Buffer.concat(chunks).subarray(0, maxBytes), broken };
}

function describe(error: unknown): string {
	if (error instanceof Error && 'code' in error) return `${String(error.code)}: ${error.message}`;
	return error instanceof Error ? error.message : String(error);
}
