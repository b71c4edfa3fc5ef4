import { HttpClient } from '../http/http-client.ts';
import { type AttemptOutcome } from './rules.ts';
import { SIGNATURE_HEADER } from './signature.ts';

/** The length of the beginning of a receiver's answer that is kept. */
const KEPT_RESPONSE_BYTES = 4096;

/** Sends webhooks. */
export class Sender {
	readonly #httpClient: HttpClient;
	readonly #timeoutMs: number;

	/** @param timeoutMs the time limit of an attempt, from connecting to the end of the answer */
	constructor(timeoutMs: number) {
		this.#httpClient = new HttpClient(timeoutMs);
		this.#timeoutMs = timeoutMs;
	}

	/**
	 * Sends a body once. Never throws; errors are part of the outcome. The status counts as soon as it has
	 * arrived; of an answer that stalls or breaks off, the part that arrived within the time limit is kept.
	 */
	async send(url: string, body: string, signature: string | null): Promise<AttemptOutcome> {
		const headers = ['content-type', 'application/json', 'user-agent', 'voice-agent-sandbox'];
		if (signature !== null) headers.push(SIGNATURE_HEADER, signature);
		const limits = { timeoutMs: this.#timeoutMs, maxAnswerBytes: KEPT_RESPONSE_BYTES };
		const answer = await this.#httpClient.send({ method: 'POST', url, headers, body, ...limits });
		return {
			http_status: answer.status,
			response_headers: answer.headers && JSON.stringify(answer.headers),
			response_body: answer.body?.toString('utf8') ?? null,
			error: answer.status === null ? answer.error : null,
			duration_ms: answer.durationMs,
		};
	}

	/** Aborts the requests in progress. */
	close(): Promise<void> {
		return this.#httpClient.close();
	}
}
