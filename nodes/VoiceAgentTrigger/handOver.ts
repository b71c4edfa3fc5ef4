import type { IDataObject, IHttpRequestOptions, IWebhookFunctions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isRecord, parseJson } from '../shared/json';
import { deadlineAfter } from '../shared/service/deadline';
import { requestFailure } from '../shared/service/requestFailure';
import { ANOTHER_QUESTION, ASKED_AGAIN, RESUMED } from '../shared/wire/handOver';

/** What became of a reply. */
export type HandOver =
	/** An execution has it: it goes on, or has asked again. */
	| { kind: 'taken'; reference: string; reply: 'resumed' | 'asked again' }
	/** n8n itself has said that no execution waits for it, or none any more. */
	| { kind: 'notWaiting' }
	/** It is not known whether an execution waits for it; the reason also says what to set. */
	| { kind: 'failed'; reason: string };

/** What came of one request. */
type Answer = HandOver | Undecided;

/** n8n's answer may be another one a moment later. */
type Undecided =
	/** The execution has not come to its wait yet, is being stored, or has gone on. */
	| { kind: 'running' }
	/** n8n has not resumed it: another reply came first, or it was cancelled. */
	| { kind: 'notResumed' };

/**
 * For how long a reply is handed over again while the answer is the same, in milliseconds. A service may take long to answer the
 * question, while the reply to it is already there.
 */
const PATIENCE_MS = { running: 75_000, notResumed: 3_000, failed: 5_000 } as const;

/** For how long it is handed over again in all, in milliseconds. */
const LONGEST_MS = PATIENCE_MS.running;

/** The pauses between the tries double up to the longest, in milliseconds. */
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 2_000;

/** How long n8n may take to answer, in milliseconds. It answers once it has stored that the execution goes on. */
const TIMEOUT_MS = 60_000;

/**
 * Hands a reply over to the execution that waits for it. The address is this n8n's own; of what came in, only signed references
 * become part of it, which cannot lead to another host or path.
 * @param references The questions that it may answer; the first execution that takes it has it.
 */
export async function handOver(
	context: IWebhookFunctions,
	references: string[],
	body: IDataObject,
): Promise<HandOver> {
	const base = resumeBaseUrl(context);
	if (base === undefined) {
		return { kind: 'failed', reason: 'n8n has not said where it takes replies.' };
	}
	const begun = Date.now();
	let open = references.map((reference) => ({
		reference,
		kind: 'running' as keyof typeof PATIENCE_MS,
		since: begun,
	}));
	let failure: HandOver | undefined;
	for (let pause = FIRST_PAUSE_MS; open.length > 0; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
		const still: typeof open = [];
		failure = undefined;
		for (const { reference, kind, since } of open) {
			const answer = await post(context, base, reference, body);
			if (answer.kind === 'taken') return answer;
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

/**
 * Where this n8n takes what its executions wait for; ends with a slash. A webhook has no execution and so no resume URL of its own,
 * but n8n gives its expressions one with a placeholder for the execution.
 */
function resumeBaseUrl(context: IWebhookFunctions): string | undefined {
	try {
		const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}'));
		return URL.canParse(url) ? url.slice(0, url.lastIndexOf('/') + 1) : undefined;
	} catch {
		return undefined;
	}
}

async function post(
	context: IWebhookFunctions,
	base: string,
	reference: string,
	body: IDataObject,
): Promise<Answer> {
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
		const response = (await context.helpers.httpRequest(options)) as Response;
		const answer = answerFrom(response, reference);
		return answer ?? { kind: 'failed', reason: interceptedAt(base, response.statusCode) };
	} catch (error) {
		const failure = requestFailure(error, deadline);
		if (failure.kind === 'unreached') return { kind: 'failed', reason: unreachableAt(base, failure.reason) };
		if (failure.kind === 'unknown') return { kind: 'failed', reason: forbiddenAt(base) };
		return { kind: 'failed', reason: unansweredAt(base) };
	}
}

interface Response {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * n8n's words for an answer other than that of the waiting node. Whatever else comes back is not from n8n, or not about a reply.
 * Read in n8n 1.123, 2.0, 2.20, 2.38 and 2.41.
 */
const WORDS: Array<{ kind: 'notWaiting' | 'running' | 'notResumed'; status: number; text: RegExp }> = [
	{ kind: 'notWaiting', status: 200, text: /<title>No action required<\/title>[^]*n8n\.io/ },
	{ kind: 'notWaiting', status: 401, text: /<title>Invalid Form Link<\/title>[^]*n8n\.io/ },
	{ kind: 'notWaiting', status: 401, text: /^{"error":"Invalid token"}$/ },
	{ kind: 'notWaiting', status: 404, text: /"message":"The execution \\"\d+\\" does not exist/ },
	{ kind: 'notWaiting', status: 404, text: /"message":"Could not find node to process webhook/ },
	{
		kind: 'notWaiting',
		status: 404,
		text: /"message":"The workflow for execution \\"\d+\\" does not contain/,
	},
	// n8n forgets the second quotation mark of some of these.
	{ kind: 'notWaiting', status: 409, text: /"message":"The execution \\"\d+(\\")? has finished/ },
	{ kind: 'running', status: 409, text: /"message":"The execution \\"\d+\\" is running already/ },
	{ kind: 'notResumed', status: 500, text: /"message":"There was a problem executing the workflow/ },
];

/** Undefined for an answer that is not n8n's. */
function answerFrom({ statusCode: status, headers, body }: Response, reference: string): Answer | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const said = parseJson(text);
	if (isRecord(said)) {
		const taken = [RESUMED, ASKED_AGAIN].find(({ reply }) => status === 200 && said.reply === reply);
		if (taken) return { kind: 'taken', reference, ...taken };
		if (status === 404 && said.message === ANOTHER_QUESTION.message) return { kind: 'notWaiting' };
	}
	// The execution has gone on to a form, which n8n takes replies for at another path.
	const location = String(headers.location);
	if (status === 307 && location.startsWith('/') && location.endsWith(`/${reference}`)) {
		return { kind: 'notWaiting' };
	}
	return WORDS.find((words) => words.status === status && words.text.test(text));
}

const interceptedAt = (base: string, status: number): string =>
	`${base} answered ${status}, and not in the words of n8n. Let POST requests to ${new URL(base).pathname} through whatever stands before n8n, and see that n8n is reached under the path of WEBHOOK_URL.`;

const unreachableAt = (base: string, why: string): string =>
	`n8n cannot call itself at ${base} (${why}). Set WEBHOOK_URL to an address that n8n itself can reach.`;

const unansweredAt = (base: string): string =>
	`n8n did not answer itself at ${base}: the way there may be closed, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.`;

/** n8n has a list for names and another one for ranges of addresses. */
function forbiddenAt(base: string): string {
	const { hostname } = new URL(base);
	const entry = /^[\d.]+$/.test(hostname)
		? `${hostname}/32 to N8N_SSRF_ALLOWED_IP_RANGES`
		: hostname.startsWith('[')
			? `${hostname.slice(1, -1)}/128 to N8N_SSRF_ALLOWED_IP_RANGES`
			: `${hostname} to N8N_SSRF_ALLOWED_HOSTNAMES`;
	return `n8n did not let the request to ${base} out. Where N8N_SSRF_PROTECTION_ENABLED is on, add ${entry}.`;
}
