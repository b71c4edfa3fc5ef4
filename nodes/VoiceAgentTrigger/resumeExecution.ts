import { type IHttpRequestOptions, type IWebhookFunctions, sleep } from 'n8n-workflow';

import {
	findResumeBaseUrl,
	parseResumeAnswer,
	type ReplyHandover,
	type ResumeAnswer,
	type ResumeResponse,
	signWithoutPath,
} from '../n8n/waitingExecution';
import { toNetworkFailure } from '../service/exchange';
import { computeBackoff, type Deadline, deadlineAfter } from '../service/timing';
import type { Result } from '../text/result';

/** The outcome of a reply that an execution has taken: the execution continues, or has asked again and waits. */
type Taken = Extract<ResumeAnswer, 'resumed' | 'asked again'>;

/**
 * How long a reply is handed over again while the answer stays the same, in milliseconds. The service may still be
 * answering the request that asked the question when the reply arrives.
 */
export const SAME_ANSWER_LIMIT_MS = { running: 75_000, notResumed: 3_000, failed: 5_000 } as const;

/** How long a reply is handed over again in total, in milliseconds. */
const MAX_RESUME_MS = SAME_ANSWER_LIMIT_MS.running;

/** The pauses between the attempts. */
const RESUME_PAUSES = { firstMs: 50, maxMs: 2_000 };

/**
 * Hands a reply over to the first execution that takes it. n8n may answer differently a moment later, so it is asked again
 * before its answer counts. Each execution is asked once before any is asked again: one that still runs does not keep a
 * reply from another one that waits.
 * @param references The questions that it may answer.
 * @returns undefined if no execution waits for it. The problem is that nothing is known about one that waits; it also says
 * what to set.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	references: readonly string[],
	handover: ReplyHandover,
): Promise<Result<{ reference: string; reply: Taken } | undefined>> {
	const base = findResumeBaseUrl(context);
	if (base === undefined) return { ok: false, problem: 'n8n has not said where it takes replies.' };
	const startedAt = Date.now();
	let open = references.map((reference) => ({ reference, firstAt: {} as FirstAnswers }));
	let failure: Result<undefined> | undefined;
	for (let attempt = 0; open.length > 0 && Date.now() - startedAt < MAX_RESUME_MS; attempt++) {
		if (attempt > 0) await sleep(computeBackoff(attempt - 1, RESUME_PAUSES));
		failure = undefined;
		const stillOpen: typeof open = [];
		for (const { reference, firstAt } of open) {
			const result = await requestResume(context, base, reference, handover);
			if (!result.ok) failure = result;
			const answer = result.ok ? result.value : 'failed';
			if (answer === 'resumed' || answer === 'asked again') {
				return { ok: true, value: { reference, reply: answer } };
			}
			// It waited when n8n tried to resume it, and now it runs: another reply came first.
			const isTooLate = answer === 'running' && firstAt.notResumed !== undefined;
			if (answer === 'notWaiting' || isTooLate) continue;
			const since = (firstAt[answer] ??= Date.now());
			if (Date.now() - since < SAME_ANSWER_LIMIT_MS[answer]) stillOpen.push({ reference, firstAt });
		}
		open = stillOpen;
	}
	return failure ?? { ok: true, value: undefined };
}

/** When n8n gave each of its answers first, in milliseconds since 1970. */
type FirstAnswers = Partial<Record<keyof typeof SAME_ANSWER_LIMIT_MS, number>>;

/** An answer about the execution. */
type AnswerAboutExecution = Exclude<ResumeAnswer, 'notAccepted'>;

/** Hands a reply over once, and once more with another signature if n8n does not accept that of the reference. */
async function requestResume(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	handover: ReplyHandover,
): Promise<Result<AnswerAboutExecution>> {
	const first = await postHandover(context, base, reference, handover);
	if (first !== 'notAccepted') return first;
	const signed = signWithoutPath(context, reference, base);
	// The question is of another n8n, or made up.
	if (signed === undefined) return { ok: true, value: 'notWaiting' };
	const second = await postHandover(context, base, signed, handover);
	return second === 'notAccepted' ? { ok: false, problem: describeNotAccepted(base) } : second;
}

/**
 * The time that n8n may take to answer, in milliseconds. It answers once it has stored that the execution continues, or
 * the waiting node has asked again.
 */
const RESUME_TIMEOUT_MS = 60_000;

/**
 * Sends a reply to n8n's waiting webhook. n8n resumes an execution once for each of its waits, so that this can be
 * repeated.
 * @param base From {@link findResumeBaseUrl}. Only the reference comes from an event, and its form cannot lead to
 * another host or path.
 */
async function postHandover(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	handover: ReplyHandover,
): Promise<Result<AnswerAboutExecution> | 'notAccepted'> {
	const deadline = deadlineAfter(RESUME_TIMEOUT_MS);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${base}${reference}`,
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(handover),
		encoding: 'text',
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		abortSignal: deadline.signal,
	};
	let response: ResumeResponse;
	try {
		response = (await context.helpers.httpRequest(options)) as ResumeResponse;
	} catch (error) {
		return { ok: false, problem: describeNoResponse(base, error, deadline) };
	}
	const answer = parseResumeAnswer(response, reference);
	if (answer === undefined) {
		return { ok: false, problem: describeInterception(base, response.statusCode) };
	}
	return answer === 'notAccepted' ? answer : { ok: true, value: answer };
}

/** Returns an address as a log may show it: without a user name and password. */
const hideCredentials = (base: string): string => `${new URL(base).origin}${new URL(base).pathname}`;

const describeInterception = (base: string, status: number): string =>
	`${hideCredentials(base)} answered ${status}, but the answer is not one of n8n. Let POST requests to ${new URL(base).pathname} pass whatever is in front of n8n, and check that n8n is reached under the path of N8N_WEBHOOK_URL.`;

const describeNotAccepted = (base: string): string =>
	`n8n does not accept its own signature at ${hideCredentials(base)}. Let whatever is in front of n8n either pass the path on as it is, or take exactly the path of N8N_WEBHOOK_URL off.`;

/** Says why n8n has not answered a request to itself, and what to set. */
function describeNoResponse(base: string, error: unknown, deadline: Deadline): string {
	const address = hideCredentials(base);
	const failure = toNetworkFailure(error, deadline);
	if (failure.kind === 'notConnected') {
		const advice = failure.reason.includes('certificate')
			? 'Set NODE_EXTRA_CA_CERTS of n8n to the file with the certificate of your certificate authority, and start n8n again.'
			: 'Set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to an address that n8n itself can reach.';
		return `n8n cannot call itself at ${address} (${failure.reason}). ${advice}`;
	}
	return failure.kind === 'unknown'
		? `n8n blocked its own request to ${address}. If N8N_SSRF_PROTECTION_ENABLED is on, add ${new URL(base).hostname} to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.`
		: `n8n did not answer its own request to ${address}: something may block it, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.`;
}
