import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { readNetworkFailure } from '../shared/client/networkFailure';
import { deadlineAfter } from '../shared/client/timing';
import { isRecord, parseJson } from '../shared/text/json';
import { readResumeBaseUrl } from '../shared/n8n/waitingExecution';
import { ANOTHER_QUESTION, ASKED_AGAIN, RESUMED } from '../shared/wire/replyHandover';

/** The outcome of handing a reply over. */
export type ResumeResult =
	/** The execution of this reference has it: it goes on, or has asked again. */
	| { kind: 'taken'; reference: string; reply: 'resumed' | 'asked again' }
	/** n8n itself has said that no execution waits for it, or none any more. */
	| { kind: 'notWaiting' }
	/** It is not known whether an execution waits for it; the reason also says what to set. */
	| { kind: 'failed'; reason: string };

/**
 * For how long a reply is handed over again while the answer is the same, in milliseconds. A service may take
 * long to answer the question, while the reply to it is already there.
 */
export const PATIENCE_MS = { running: 75_000, notResumed: 3_000, failed: 5_000 } as const;

/** For how long it is handed over again in all, in milliseconds. */
const LONGEST_MS = PATIENCE_MS.running;

/** The pauses between the tries double up to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

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
		kind: 'running' as keyof typeof PATIENCE_MS,
		since: begun,
	}));
	let failure: ResumeResult | undefined;
	for (let pause = FIRST_PAUSE_MS; open.length > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
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
		const isWorthwhile = still.some(({ kind, since }) => now - since < PATIENCE_MS[kind]);
		if (!isWorthwhile || now - begun >= LONGEST_MS) break;
		open = still;
		await sleep(pause);
	}
	return failure ?? { kind: 'notWaiting' };
}

/** The answer of n8n to a reply that is handed over to an execution. */
export type ResumeAnswer =
	/** The execution has it: it goes on, or has asked again. */
	| { kind: 'taken'; reply: 'resumed' | 'asked again' }
	/** No execution waits for it, or none any more. */
	| { kind: 'notWaiting' }
	/** The execution has not come to its wait yet, is being stored, or has gone on. */
	| { kind: 'running' }
	/** n8n has not resumed it: another reply came first, or it was cancelled. */
	| { kind: 'notResumed' }
	/** There was no answer, or one that is not n8n's; the reason also says what to set. */
	| { kind: 'failed'; reason: string };

/**
 * The time that n8n may take to answer, in milliseconds. It answers once
 * it has stored that the execution goes on.
 */
const TIMEOUT_MS = 60_000;

/**
 * Hands a reply over to an execution once. n8n resumes an execution once for each of
 * its waits, so that this can be repeated.
 * @param base As {@link readResumeBaseUrl} gives it. Only the reference comes from an event. Its form leads
 * to no other host or path.
 */
export async function requestResume(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	body: IDataObject,
): Promise<ResumeAnswer> {
	const deadline = deadlineAfter(TIMEOUT_MS);
	try {
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
		const response = (await context.helpers.httpRequest(options)) as HttpResponse;
		const { statusCode } = response;
		return readAnswer(response, reference) ?? { kind: 'failed', reason: interceptedAt(base, statusCode) };
	} catch (error) {
		const failure = readNetworkFailure(error, deadline);
		if (failure.kind === 'notConnected')
			return { kind: 'failed', reason: unreachableAt(base, failure.reason) };
		return { kind: 'failed', reason: failure.kind === 'unknown' ? forbiddenAt(base) : unansweredAt(base) };
	}
}

interface HttpResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * n8n's own answers, where the waiting node gives none. Any other answer is from a proxy, or tells nothing
 * about the reply. These are the words of n8n 1.123, 2.0, 2.20, 2.38 and 2.41.
 */
const N8N_ANSWERS: Array<{ kind: 'notWaiting' | 'running' | 'notResumed'; status: number; text: RegExp }> = [
	{ kind: 'notWaiting', status: 200, text: /<title>No action required<\/title>[^]*n8n\.io/ },
	{ kind: 'notWaiting', status: 401, text: /<title>Invalid Form Link<\/title>[^]*n8n\.io/ },
	{ kind: 'notWaiting', status: 401, text: /^{"error":"Invalid token"}$/ },
	{ kind: 'notWaiting', status: 404, text: /"message":"The execution \\"[\w-]+\\" does not exist/ },
	{ kind: 'notWaiting', status: 404, text: /"message":"Could not find node to process webhook/ },
	{
		kind: 'notWaiting',
		status: 404,
		text: /"message":"The workflow for execution \\"[\w-]+\\" does not contain/,
	},
	// n8n forgets the second quotation mark of some of these.
	{ kind: 'notWaiting', status: 409, text: /"message":"The execution \\"[\w-]+(\\")? has finished/ },
	{ kind: 'running', status: 409, text: /"message":"The execution \\"[\w-]+\\" is running already/ },
	{ kind: 'notResumed', status: 500, text: /"message":"There was a problem executing the workflow/ },
];

/** Reads an answer of n8n; undefined if it is not n8n's. */
function readAnswer(
	{ statusCode: status, headers, body }: HttpResponse,
	reference: string,
): ResumeAnswer | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const said = parseJson(text);
	if (isRecord(said)) {
		const taken = [RESUMED, ASKED_AGAIN].find(({ reply }) => status === 200 && said.reply === reply);
		if (taken) return { kind: 'taken', ...taken };
		if (status === 404 && said.message === ANOTHER_QUESTION.message) return { kind: 'notWaiting' };
	}
	// The execution has gone on to a form, which n8n takes replies for at another path.
	const location = String(headers.location);
	if (status === 307 && location.startsWith('/') && location.endsWith(`/${reference}`)) {
		return { kind: 'notWaiting' };
	}
	return N8N_ANSWERS.find((known) => known.status === status && known.text.test(text));
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
