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
	'ERR_INVALID_URL',
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
	async send({ url, timeoutMs, maxAnswerBytes, ...request }: OutgoingRequest): Promise<Exchange> {
		// Loaded with the first request, since the start does not need it. It is CommonJS, which the build gives only
		// a default export.
		const {
			default: { Agent },
		} = await import('undici');
		// Connections are not limited, since requests to one address would wait for one another.
		this.#agent ??= new Agent({ pipelining: 1, connect: { timeout: this.#connectTimeoutMs } });
		const answer = new AnswerReader(timeoutMs, maxAnswerBytes);
		try {
			const { origin, pathname, search } = new URL(url);
			const target = { origin, path: pathname + search };
			this.#agent.dispatch({ ...request, ...target, headersTimeout: 0, bodyTimeout: 0 }, answer);
		} catch (error) {
			answer.end(error);
		}
		return await answer.exchange;
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

/**
 * Reads an answer until it ends, breaks off, exceeds the limit or its time is up. It is an undici handler,
 * since with its streams a delivery takes a fifth more processor time.
 */
class AnswerReader implements Dispatcher.DispatchHandler {
	readonly exchange: Promise<Exchange>;
	readonly #begun = performance.now();
	readonly #maxBytes: number;
	readonly #alarm: NodeJS.Timeout;
	#resolve: (exchange: Exchange) => void = () => undefined;
	#controller: Dispatcher.DispatchController | undefined;
	#status: number | null = null;
	#headers: IncomingHttpHeaders | null = null;
	#chunks: Buffer[] = [];
	#length = 0;
	#isOver = false;

	constructor(timeoutMs: number, maxBytes: number) {
		this.#maxBytes = maxBytes;
		this.#alarm = setTimeout(() => this.end(new Error(`timeout after ${timeoutMs} ms`)), timeoutMs);
		this.exchange = new Promise((resolve) => (this.#resolve = resolve));
	}

	onRequestStart(controller: Dispatcher.DispatchController): void {
		this.#controller = controller;
		// The time was up before there was a connection.
		if (this.#isOver) this.#leave();
	}

	onResponseStart(_: unknown, status: number, headers: IncomingHttpHeaders): void {
		// An informational status announces the answer.
		if (status < 200) return;
		this.#status = status;
		this.#headers = headers;
	}

	onResponseData(_: unknown, chunk: Buffer): void {
		this.#chunks.push(chunk);
		this.#length += chunk.length;
		if (this.#length > this.#maxBytes) this.end();
	}

	onResponseEnd(): void {
		this.#controller = undefined;
		this.end();
	}

	onResponseError(_: unknown, error: Error): void {
		this.#controller = undefined;
		this.end(error);
	}

	/** Settles with what has arrived, and aborts the request if it goes on. */
	end(error?: unknown): void {
		if (this.#isOver) return;
		this.#isOver = true;
		clearTimeout(this.#alarm);
		this.#leave();
		this.#resolve({
			status: this.#status,
			headers: this.#headers && withoutCookies(this.#headers),
			body: this.#status === null ? null : Buffer.concat(this.#chunks).subarray(0, this.#maxBytes),
			error: error === undefined ? null : describe(error),
			isUnsendable: UNSENDABLE.has(codeIn(error)),
			durationMs: Math.round(performance.now() - this.#begun),
		});
	}

	#leave(): void {
		this.#controller?.abort(new Error('The rest of the answer is not read.'));
	}
}

const codeIn = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : '';

function describe(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const code = codeIn(error);
	return code === '' ? message : `${code}: ${message}`;
}
