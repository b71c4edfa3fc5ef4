import { type IDataObject, type IHttpRequestOptions, type IWebhookFunctions, sleep } from 'n8n-workflow';

import { toNetworkFailure } from '../service/exchange';
import { deadlineAfter, computeBackoff } from '../service/timing';
import {
	parseResumeAnswer,
	type ReplyHandover,
	type ResumeAnswer,
	type ResumeResponse,
	findSignedForms,
	findResumeBaseUrl,
} from '../n8n/resume';

/** The outcome of handing a reply over to a waiting execution. */
export type ResumeResult =
	/** The execution of this reference has taken the reply and continues, or has asked again. */
	| { kind: 'taken'; reference: string; reply: 'resumed' | 'asked again' }
	/** The reply is not clear. It is to be handed over again with `data`, what the execution has read. */
	| { kind: 'unclear'; reference: string; data: IDataObject }
	/** n8n itself has said that no execution waits for the reply, or none waits any longer. */
	| { kind: 'notWaiting' }
	/** Nothing is known about an execution that waits. The reason also says what to set. */
	| { kind: 'failed'; reason: string };

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
 * Hands a reply over to the execution that waits for it. n8n may answer differently a moment later, so it is
 * asked again before its answer counts.
 * @param references The questions that it may answer; the first execution that takes it has it.
 */
export async function resumeExecution(
	context: IWebhookFunctions,
	references: string[],
	body: ReplyHandover,
): Promise<ResumeResult> {
	const base = findResumeBaseUrl(context);
	if (base === undefined) {
		return { kind: 'failed', reason: 'n8n has not said where it takes replies.' };
	}
	const startedAt = Date.now();
	let open = references.map((reference) => ({
		reference,
		forms: findSignedForms(context, reference, base),
		// The execution has waited when it found the reply unclear.
		kind: (body.unclear ? 'notResumed' : 'running') as keyof typeof SAME_ANSWER_LIMIT_MS,
		since: startedAt,
	}));
	let failure: ResumeResult | undefined;
	for (let attempt = 0; open.length > 0; attempt++) {
		const stillOpen: typeof open = [];
		failure = undefined;
		for (const { reference, forms, kind, since } of open) {
			const answer = await requestResume(context, base, forms, body);
			if (answer.kind === 'taken' || answer.kind === 'unclear') return { ...answer, reference };
			// It waited when n8n tried to resume it, and now it runs: another reply came first.
			const isTooLate = kind === 'notResumed' && answer.kind === 'running';
			if (answer.kind === 'notWaiting' || isTooLate) continue;
			if (answer.kind === 'failed') failure = answer;
			stillOpen.push({
				reference,
				forms,
				kind: answer.kind,
				since: answer.kind === kind ? since : Date.now(),
			});
		}
		const now = Date.now();
		const isWorthwhile = stillOpen.some(({ kind, since }) => now - since < SAME_ANSWER_LIMIT_MS[kind]);
		if (!isWorthwhile || now - startedAt >= MAX_RESUME_MS) break;
		open = stillOpen;
		await sleep(computeBackoff(attempt, RESUME_PAUSES));
	}
	return failure ?? { kind: 'notWaiting' };
}

/** n8n did not answer, or something else answered in its place. The reason also says what to set. */
interface ResumeFailure {
	kind: 'failed';
	reason: string;
}

/**
 * The time that n8n may take to answer, in milliseconds. It answers once it has stored that the execution continues.
 */
const RESUME_TIMEOUT_MS = 60_000;

/**
 * Hands a reply over to an execution once, in the form that n8n accepts. n8n resumes an execution once for each of
 * its waits, so that this can be repeated.
 * @param base The address from {@link findResumeBaseUrl}. Only the reference comes from an event, and its form cannot
 * lead to another host or path.
 * @param forms From {@link findSignedForms}.
 */
async function requestResume(
	context: IWebhookFunctions,
	base: string,
	forms: string[],
	body: ReplyHandover,
): Promise<Exclude<ResumeAnswer, { kind: 'notAccepted' }> | ResumeFailure> {
	for (const form of forms) {
		const answer = await requestInForm(context, base, form, body);
		if (answer.kind !== 'notAccepted') return answer;
	}
	// This n8n has signed none of them: the question is of another n8n, or made up.
	if (forms.length === 0) return { kind: 'notWaiting' };
	return { kind: 'failed', reason: describeNotAccepted(base) };
}

async function requestInForm(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	body: ReplyHandover,
): Promise<ResumeAnswer | ResumeFailure> {
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
		const failure = toNetworkFailure(error, deadline);
		if (failure.kind === 'notConnected')
			return { kind: 'failed', reason: describeUnreachable(base, failure.reason) };
		return {
			kind: 'failed',
			reason: failure.kind === 'unknown' ? describeForbidden(base) : describeNoAnswer(base),
		};
	}
	const intercepted = describeInterception(base, response.statusCode);
	return parseResumeAnswer(response, reference) ?? { kind: 'failed', reason: intercepted };
}

/** Returns an address as a log may show it: without a user name and password. */
const hideCredentials = (base: string): string => `${new URL(base).origin}${new URL(base).pathname}`;

const describeInterception = (base: string, status: number): string =>
	`${hideCredentials(base)} answered ${status}, but the answer is not one of n8n. Let POST requests to ${new URL(base).pathname} pass whatever is in front of n8n, and check that n8n is reached under the path of N8N_WEBHOOK_URL.`;

const describeNotAccepted = (base: string): string =>
	`n8n does not accept its own signature at ${hideCredentials(base)}. Let whatever is in front of n8n either pass the path on as it is, or take exactly the path of N8N_WEBHOOK_URL off.`;

function describeUnreachable(base: string, why: string): string {
	const advice = why.includes('certificate')
		? 'Set NODE_EXTRA_CA_CERTS of n8n to the file with the certificate of your certificate authority, and start n8n again.'
		: 'Set N8N_WEBHOOK_URL (WEBHOOK_URL in older versions) to an address that n8n itself can reach.';
	return `n8n cannot call itself at ${hideCredentials(base)} (${why}). ${advice}`;
}

const describeNoAnswer = (base: string): string =>
	`n8n did not answer its own request to ${hideCredentials(base)}: something may block it, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.`;

const describeForbidden = (base: string): string =>
	`n8n blocked its own request to ${hideCredentials(base)}. If N8N_SSRF_PROTECTION_ENABLED is on, add ${new URL(base).hostname} to N8N_SSRF_ALLOWED_HOSTNAMES, or its address to N8N_SSRF_ALLOWED_IP_RANGES.`;
