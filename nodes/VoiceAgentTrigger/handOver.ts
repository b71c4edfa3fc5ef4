import type { IDataObject, IExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';
import { sleep } from 'n8n-workflow';

import { isRecord, parseJson } from '../shared/json';
import { originOf } from '../shared/service/baseUrl';
import { deadlineAfter } from '../shared/service/deadline';
import { requestFailure } from '../shared/service/requestFailure';
import { ASKED_AGAIN, RESUMED } from '../shared/wire/handOver';
import { resumeUrlOf } from '../shared/wire/replyReference';

/** What became of a reply. */
export type HandOver =
	| { kind: 'taken'; askedAgain: boolean }
	/** No execution waits for it, or none any more. */
	| { kind: 'notWaiting' }
	/** It has certainly not arrived; the reason says what to set. */
	| { kind: 'unreachable'; reason: string }
	/** It was sent, and nobody answered. */
	| { kind: 'unknown'; reason: string };

/** How long n8n may take to answer, in milliseconds. It answers once it has stored that the execution goes on. */
const DEADLINE = 60_000;

/** When to try again while the execution is still being stored, in milliseconds. */
const PAUSES = [50, 100, 200, 400, 800, 1_600, 3_200, 3_200, 3_200];

/**
 * Hands a reply over to the execution that waits for it. The address is this n8n's own; of what came in, only a signed reference
 * becomes part of it, which cannot lead to another host or path.
 */
export async function handOver(
	context: IExecuteFunctions,
	reference: string,
	body: IDataObject,
): Promise<HandOver> {
	const url = `${resumeUrlOf(context.getSignedResumeUrl()).base}${reference}`;
	for (const pause of [...PAUSES, undefined]) {
		const answer = await post(context, url, body);
		if (!('status' in answer)) return answer;
		if (answer.status >= 500) return unanswered(url);
		if (!isBeingStored(answer) || pause === undefined) return outcomeOf(answer);
		await sleep(pause);
	}
	return { kind: 'notWaiting' };
}

const unanswered = (url: string): HandOver => ({
	kind: 'unknown',
	reason: `n8n did not answer itself at ${originOf(url)}: the way there may be closed, or all executions that N8N_CONCURRENCY_PRODUCTION_LIMIT allows are running.`,
});

interface Answer {
	status: number;
	body: unknown;
}

async function post(context: IExecuteFunctions, url: string, body: IDataObject): Promise<Answer | HandOver> {
	const deadline = deadlineAfter(DEADLINE, context.getExecutionCancelSignal());
	try {
		const options: IHttpRequestOptions = {
			method: 'POST',
			url,
			headers: { 'Content-Type': 'application/json' },
			body: JSON.stringify(body),
			encoding: 'text',
			returnFullResponse: true,
			ignoreHttpStatusErrors: true,
			disableFollowRedirect: true,
			abortSignal: deadline.signal,
		};
		const response = (await context.helpers.httpRequest(options)) as { statusCode: number; body: unknown };
		const { statusCode: status, body: text } = response;
		return { status, body: typeof text === 'string' ? parseJson(text) : text };
	} catch (error) {
		const failure = requestFailure(error, deadline);
		if (failure.kind === 'unreached' || failure.kind === 'unknown') {
			const why = failure.kind === 'unreached' ? failure.reason : 'n8n did not let the request out';
			return {
				kind: 'unreachable',
				reason: `n8n cannot call itself at ${originOf(url)} (${why}). Set WEBHOOK_URL to an address that n8n itself can reach, and name its host in N8N_SSRF_ALLOWED_HOSTNAMES where N8N_SSRF_PROTECTION_ENABLED is on.`,
			};
		}
		return unanswered(url);
	}
}

/** n8n answers 409 while an execution runs, and for one that has ended in an unusual way. */
const isBeingStored = ({ status, body }: Answer): boolean =>
	status === 409 && !(isRecord(body) && String(body.message).includes('finished'));

/** For an execution that is over, n8n answers 200 with a page. Only what the waiting node itself says counts. */
function outcomeOf({ status, body }: Answer): HandOver {
	const said = status === 200 && isRecord(body) ? body.reply : undefined;
	if (said === RESUMED.reply) return { kind: 'taken', askedAgain: false };
	return said === ASKED_AGAIN.reply ? { kind: 'taken', askedAgain: true } : { kind: 'notWaiting' };
}
