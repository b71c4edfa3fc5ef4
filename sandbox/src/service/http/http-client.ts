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
export interface HttpResult {
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
export class HttpClient {
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
	async send({ url, timeoutMs, maxAnswerBytes, ...request }: OutgoingRequest): Promise<HttpResult> {
		const begun = performance.now();
		const timeLimit = new AbortController();
		const timer = setTimeout(() => timeLimit.abort(new Error(`timeout after ${timeoutMs} ms`)), timeoutMs);
		let answer: Dispatcher.ResponseData | undefined;
		const chunks: Buffer[] = [];
		let failure: unknown;
		try {
			const agent = await this.#connect();
			const { origin, pathname, search } = new URL(url);
			const target = { origin, path: pathname + search };
			const limits = { headersTimeout: 0, bodyTimeout: 0, signal: timeLimit.signal };
			answer = await agent.request({ ...request, ...target, ...limits });
			let length = 0;
			for await (const chunk of answer.body as AsyncIterable<Buffer>) {
				chunks.push(chunk);
				length += chunk.length;
				if (length > maxAnswerBytes) break;
			}
		} catch (error) {
			failure = error;
		} finally {
			clearTimeout(timer);
		}
		return {
			status: answer?.statusCode ?? null,
			headers: answer === undefined ? null : withoutCookies(answer.headers),
			body: answer === undefined ? null : Buffer.concat(chunks).subarray(0, maxAnswerBytes),
			error: failure === undefined ? null : describe(failure),
			isUnsendable: UNSENDABLE.has(codeIn(failure)),
			durationMs: Math.round(performance.now() - begun),
		};
	}

	/** Loads undici with the first request, since the start does not need it. */
	async #connect(): Promise<Agent> {
		// It is CommonJS, which the build gives only a default export.
		const { default: undici } = await import('undici');
		// Connections are not limited, since requests to one address would wait for one another.
		return (this.#agent ??= new undici.Agent({
			pipelining: 1,
			connect: { timeout: this.#connectTimeoutMs },
		}));
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

const codeIn = (error: unknown): string =>
	error instanceof Error && 'code' in error ? String(error.code) : '';

function describe(error: unknown): string {
	const message = error instanceof Error ? error.message : String(error);
	const code = codeIn(error);
	return code === '' ? message : `${code}: ${message}`;
}
