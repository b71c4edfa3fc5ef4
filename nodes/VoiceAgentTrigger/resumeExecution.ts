import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { readNetworkFailure } from '../shared/client/networkFailure';
import { deadlineAfter, growingPause } from '../shared/client/timing';
import { readResumeAnswer, type ResumeAnswer, type ResumeResponse } from '../shared/n8n/resumeAnswer';
import { readResumeBaseUrl } from '../shared/n8n/waitingExecution';

/** The outcome of handing a reply over to a waiting execution. */
export type ResumeResult =
	/** The execution of this reference has taken the reply and goes on, or has asked again. */
	| { kind: 'taken'; reference: string; reply: 'resumed' | 'asked again' }
	/** n8n itself has said that no execution waits for the reply, or none waits any longer. */
	| { kind: 'notWaiting' }
	/** Nothing is known about an execution that waits. The reason also says what to set. */
	| { kind: 'failed'; reason: string };

/**
 * For how long a reply is handed over again while the answer is the same, in milliseconds. A service may take
 * long to answer the question, while the reply to it is already there.
 */
export const SAME_ANSWER_LIMIT_MS = { running: 75_000, notResumed: 3_000, failed: 5_000 } as const;

/** For how long it is handed over again in all, in milliseconds. */
const MAX_RESUME_MS = SAME_ANSWER_LIMIT_MS.running;

/** The pauses between the tries. */
const RESUME_PAUSES = { firstMs: 50, maxMs: 2_000 };

/**
 * Hands a reply over to the execution that waits for it. n8n may answer otherwise a moment later, so it is
 * asked again before an answer decides.
 * @param references The questions that it may answer; the first execution that takes it has it.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	references: string[],
	body: IDataObject,
): Promise<ResumeResult> {
	const base = readResumeBaseUrl(context);
	if (base === undefined) {
		return { kind: 'failed', reason: 'n8n has not said where it takes replies.' };
	}
	const begun = Date.now();
	let open = references.map((reference) => ({
		reference,
		kind: 'running' as keyof typeof SAME_ANSWER_LIMIT_MS,
		since: begun,
	}));
	let failure: ResumeResult | undefined;
	for (let asked = 0; open.length > 0; asked++) {
		const still: typeof open = [];
		failure = undefined;
		for (const { reference, kind, since } of open) {
			const answer = await requestResume(context, base, reference, body);
			if (answer.kind === 'taken') return { ...answer, reference };
			// It waited when n8n tried to resume it, and now it runs: another reply came first.
			const isTooLate = kind === 'notResumed' && answer.kind === 'running';
			if (answer.kind === 'notWaiting' || isTooLate) continue;
			if (answer.kind === 'failed') failure = answer;
			still.push({ reference, kind: answer.kind, since: answer.kind === kind ? since : Date.now() });
		}
		const now = Date.now();
		const isWorthwhile = still.some(({ kind, since }) => now - since < SAME_ANSWER_LIMIT_MS[kind]);
		if (!isWorthwhile || now - begun >= MAX_RESUME_MS) break;
		open = still;
		await sleep(growingPause(asked, RESUME_PAUSES));
	}
	return failure ?? { kind: 'notWaiting' };
}

/** n8n did not answer, or something else answered in its place. The reason also says what to set. */
interface Unanswered {
	kind: 'failed';
	reason: string;
}

/**
 * The time that n8n may take to answer, in milliseconds. It answers once
 * it has stored that the execution goes on.
 */
const RESUME_TIMEOUT_MS = 60_000;

/**
 * Hands a reply over to an execution once. n8n resumes an execution once for each of
 * its waits, so that this can be repeated.
 * @param base As {@link readResumeBaseUrl} gives it. Only the reference comes from an event. Its form leads
 * to no other host or path.
 */
async function requestResume(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	body: IDataObject,
): Promise<ResumeAnswer | Unanswered> {
	const deadline = deadlineAfter(RESUME_TIMEOUT_MS);
	const options: IHttpRequestOptions = {
		method: 'POST',
		url: `${base}${reference}`,
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
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
		const failure = readNetworkFailure(error, deadline);
		if (failure.kind === 'notConnected')
			return { kind: 'failed', reason: unreachableAt(base, failure.reason) };
		return { kind: 'failed', reason: failure.kind === 'unknown' ? forbiddenAt(base) : unansweredAt(base) };
	}
	const intercepted = interceptedAt(base, response.statusCode);
	return readResumeAnswer(response, reference) ?? { kind: 'failed', reason: intercepted };
}

/** An address as a log may show it: without a user name and password. */
const shown = (base: string): string => `${new URL(base).origin}${new URL(base).pathname}`;

const interceptedAt = (base: string, status: number): string =>
	`${shown(base)} answered ${status}, and not in the words of n8n. Let POST requests to ${new URL(base).pathname} through whatever stands before n8n, and see that n8n is reached under the path of N8N_WEBHOOK_URL.`;

const unreachableAt = (base: string, why: string): string =>
	`n8n cannot call itself at ${shown(base)} (${why}). Set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to an address that n8n itself can reach.`;

const unansweredAt = (base: string): string =>
	`n8n did not answer itself at ${shown(base)}: the way there may be closed, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.`;

/** n8n has a list for names and another one for ranges of addresses. */
function forbiddenAt(base: string): string {
	const { hostname } = new URL(base);
	const entry = /^[\d.]+$/.test(hostname)
		? `${hostname}/32 to N8N_SSRF_ALLOWED_IP_RANGES`
		: hostname.startsWith('[')
			? `${hostname.slice(1, -1)}/128 to N8N_SSRF_ALLOWED_IP_RANGES`
			: `${hostname} to N8N_SSRF_ALLOWED_HOSTNAMES`;
	return `n8n did not let the request to ${shown(base)} out. Where N8N_SSRF_PROTECTION_ENABLED is on, add ${entry}.`;
}
