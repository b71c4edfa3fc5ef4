import type { Clock } from '../clock/clock.ts';
import type { CustomFunction } from '../custom-functions/schema.ts';
import type { Exchange, HttpClient } from '../http/http-client.ts';
import { hideHeaders, type FunctionRequest } from './request.ts';
import type { FunctionAttempt } from './schema.ts';

/** The most bytes of an answer that are read for its values, and the most characters of it that are kept. */
const READ_BYTES = 1024 * 1024;
const KEPT_LENGTH = 16_384;

/** An attempt as stored, and the whole answer to it; null if none came. */
export interface MadeAttempt {
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
): Promise<MadeAttempt> {
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
		verdict: toVerdict(exchange),
	};
	return { attempt, answer };
}

function hideInHeaders(headers: object, called: CustomFunction): Record<string, unknown> {
	return JSON.parse(hideHeaders(JSON.stringify(headers), called)) as Record<string, unknown>;
}

/**
 * Section 2, `max_retries`: network errors, time-outs and any 5xx are retried; anything but 2xx is a failure.
 */
function toVerdict({ status, error, isUnsendable }: Exchange): FunctionAttempt['verdict'] {
	if (isUnsendable) return 'failed';
	if (status === null || error !== null || status >= 500) return 'retry';
	return status >= 200 && status < 300 ? 'success' : 'failed';
}
