import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';

/** A request that the sandbox makes of somebody else's server. */
export interface OutgoingRequest {
	readonly method: Dispatcher.HttpMethod;
	readonly url: string;
	/** Names and values by turns, so that a name may occur twice. */
	readonly headers: string[];
	readonly body: string | null;
	/** How long it may take, from connecting to the end of the answer, in milliseconds of real time. */
	readonly timeoutMs: number;
	/** How much of the answer is read, in bytes. */
	readonly maxAnswerBytes: number;
}

/** The outcome of a request. */
export interface Exchange {
	/** Null when no answer began. */
	readonly status: number | null;
	readonly headers: IncomingHttpHeaders | null;
	/** As much of the answer as has arrived, up to the bound; null when none began. */
	readonly body: Buffer | null;
	/** The reason why there is no answer, or only the beginning of one: it stalled or broke off. */
	readonly error: string | null;
	/** The request was never sent, since no server could take it as it is. */
	readonly isUnsendable: boolean;
	readonly durationMs: number;
}

/** The errors of undici for a request that it refuses to send, e.g. with a line break in a header. */
const UNSENDABLE = new Set([
	'UND_ERR_INVALID_ARG',
	'UND_ERR_NOT_SUPPORTED',
	'UND_ERR_REQ_CONTENT_LENGTH_MISMATCH',
]);

/** Makes requests over kept-alive connections. Redirects are answers like others and are not followed. */
export class Exchanger {
	#agent: Agent | undefined;
	readonly #connectTimeoutMs: number;

	/**
	 * @param connectTimeoutMs when a connection that does not come about is
	 * given up; no less than any request may take
	 */
	constructor(connectTimeoutMs: number) {
		this.#connectTimeoutMs = connectTimeoutMs;
	}

	/** Makes a request once. Never throws: whatever happens is told. */
	async send(outgoing: OutgoingRequest): Promise<Exchange> {
		// Loaded with the first request: a start has no use for it.
		const { Agent, request } = await import('undici');
		const { method, url, headers, body, timeoutMs, maxAnswerBytes } = outgoing;
		// No bound on connections: requests to servers at one address would wait for one another.
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

	/** Ends what is on its way. */
	async close(): Promise<void> {
		await this.#agent?.destroy();
	}
}

/** A cookie may let its bearer in, so its value is not kept. */
function withoutCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
	return 'set-cookie' in headers ? { ...headers, 'set-cookie': ['[redacted]'] } : headers;
}

/** Reads no more of an answer than is wanted; a server that goes on for ever does not keep us. */
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
