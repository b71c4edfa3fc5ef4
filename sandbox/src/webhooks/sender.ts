import type { IncomingHttpHeaders } from 'node:http';
import type { Agent, Dispatcher } from 'undici';
import { SIGNATURE_HEADER } from './signature.ts';
import type { Outcome } from './verdict.ts';

/** How much of a receiver's answer is kept. */
const KEPT_RESPONSE_BYTES = 4096;

/** Sends webhooks over kept-alive connections. Redirects are answers like others and are not followed. */
export class Sender {
	#agent: Agent | undefined;
	readonly #timeoutMs: number;

	/**
	 * @param timeoutMs how long an attempt may take, from connecting to the end of the answer
	 */
	constructor(timeoutMs: number) {
		this.#timeoutMs = timeoutMs;
	}

	/**
	 * Sends one body once. Never throws: whatever happens is an outcome. The status decides as soon as it has arrived; of a
	 * body that stalls or breaks off, what arrived within the time of the attempt is kept.
	 */
	async send(url: string, body: string, signature: string | null): Promise<Outcome> {
		// Loaded with the first webhook: a start has no use for it.
		const { Agent, request } = await import('undici');
		// No bound of its own: receivers at one address would wait for one another. Each lane has its own.
		this.#agent ??= new Agent({ pipelining: 1, connect: { timeout: this.#timeoutMs } });
		const begun = performance.now();
		const elapsed = () => Math.round(performance.now() - begun);
		const abort = new AbortController();
		const alarm = setTimeout(() => abort.abort(), this.#timeoutMs);
		try {
			const response = await request(url, {
				dispatcher: this.#agent,
				method: 'POST',
				headers: {
					'content-type': 'application/json',
					'user-agent': 'voice-agent-sandbox',
					...(signature !== null && { [SIGNATURE_HEADER]: signature }),
				},
				body,
				signal: abort.signal,
				headersTimeout: 0,
				bodyTimeout: 0,
			});
			const responseBody = await readBeginning(response.body);
			return {
				http_status: response.statusCode,
				response_headers: JSON.stringify(withoutCookies(response.headers)),
				response_body: responseBody,
				error: null,
				duration_ms: elapsed(),
			};
		} catch (error) {
			const reason = abort.signal.aborted ? `timeout after ${this.#timeoutMs} ms` : describe(error);
			const nothing = { http_status: null, response_headers: null, response_body: null };
			return { ...nothing, error: reason, duration_ms: elapsed() };
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

/** Reads no more of an answer than is kept; a receiver that goes on for ever does not keep us. */
async function readBeginning(body: Dispatcher.ResponseData['body']): Promise<string> {
	const chunks: Buffer[] = [];
	let length = 0;
	try {
		for await (const chunk of body as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			length += chunk.length;
			if (length > KEPT_RESPONSE_BYTES) break;
		}
	} catch {
		// It has stalled or broken off: the status is known all the same.
	}
	return Buffer.concat(chunks).subarray(0, KEPT_RESPONSE_BYTES).toString('utf8');
}

function describe(error: unknown): string {
	if (error instanceof Error && 'code' in error) return `${String(error.code)}: ${error.message}`;
	return error instanceof Error ? error.message : String(error);
}
