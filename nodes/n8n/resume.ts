import { timingSafeEqual } from 'crypto';
import type { FunctionsBase, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';

/**
 * Returns the address of the webhook by which this n8n resumes its executions; it ends with a slash. Only the resume
 * URL of an execution names it. A trigger's webhook has no execution yet, but n8n gives its expressions a resume URL
 * with a placeholder. Tested by test/engine/replies.test.ts.
 * @returns undefined if n8n names none.
 */
export function findResumeBaseUrl(
	context: Pick<IWebhookFunctions, 'evaluateExpression'> | Pick<IExecuteFunctions, 'evaluateExpression'>,
): string | undefined {
	try {
		const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
		return URL.canParse(url) ? new URL('.', url).href : undefined;
	} catch {
		return undefined;
	}
}

/** The parts of a context from which n8n makes the resume URL that it signs, and which its types do not show. */
type ResumeSigner = Partial<Pick<FunctionsBase, 'getSignedResumeUrl'>> & {
	additionalData?: { webhookWaitingBaseUrl?: string };
};

/** The parameter of a resume URL that holds n8n's signature. */
const SIGNATURE_PARAMETER = 'signature';

/**
 * Returns the forms in which n8n may accept a reference to one of its executions, the likeliest first. n8n signs the
 * path of its resume URL, and checks the signature against the path that it receives. Below a path (`N8N_PATH`, and
 * `WEBHOOK_URL` with the same path), a proxy takes that path off, so that n8n accepts a signature of the rest only: n8n has
 * its webhooks at the top, whatever its path. Tested by test/engine/replies.test.ts and test/e2e/queue-mode.test.ts.
 * @param reference The part of a resume URL below n8n's waiting webhook.
 * @param baseUrl From {@link findResumeBaseUrl}.
 * @returns no form if this n8n has not signed the reference; the reference alone if it is of a form that cannot be verified here.
 */
export function findSignedForms(context: IWebhookFunctions, reference: string, baseUrl: string): string[] {
	const [path = '', query] = reference.split('?', 2);
	const [executionId = '', nodeId] = path.split('/', 2);
	const parameters = new URLSearchParams(query);
	const signature = parameters.get(SIGNATURE_PARAMETER);
	parameters.delete(SIGNATURE_PARAMETER);
	const { additionalData, getSignedResumeUrl } = context as ResumeSigner;
	if (signature === null || nodeId === undefined || !additionalData || !getSignedResumeUrl)
		return [reference];
	const sign = (webhookWaitingBaseUrl: string): string => {
		const signer = Object.create(context, {
			additionalData: { value: { ...additionalData, webhookWaitingBaseUrl, executionId } },
			node: { value: { ...context.getNode(), id: nodeId } },
		}) as IWebhookFunctions;
		const url = signer.getSignedResumeUrl(Object.fromEntries(parameters));
		return new URL(url).searchParams.get(SIGNATURE_PARAMETER) ?? '';
	};
	const whole = baseUrl.replace(/\/$/, '');
	const atTop = new URL(`/${whole.split('/').at(-1)}`, whole).href;
	const signatures = [...new Set([atTop, whole])].map(sign);
	if (!signatures.some((one) => isSameSignature(one, signature))) return [];
	return signatures.map((one) => `${path}?${String(parameters)}&${SIGNATURE_PARAMETER}=${one}`);
}

function isSameSignature(one: string, other: string): boolean {
	const [bytes, otherBytes] = [Buffer.from(one), Buffer.from(other)];
	return bytes.length === otherBytes.length && timingSafeEqual(bytes, otherBytes);
}

/** The body with which the trigger hands a reply over to the waiting execution, within one n8n. */
export interface ReplyHandover {
	/** The payload of the event, without the references. */
	payload: IDataObject;
	/** The time at which the event arrived, ISO 8601. */
	receivedAt: string;
	/** The answer as the waiting node has read it, from its answer {@link NOT_CLEAR}: it now asks again, or goes on with this. */
	unclear?: IDataObject;
}

/** The answer of the waiting node when the execution continues with the reply. */
export const RESUMED = { reply: 'resumed' } as const;

/**
 * The answer when the reply was not clear: the person has been asked
 * again, and the execution continues to wait.
 */
export const ASKED_AGAIN = { reply: 'asked again' } as const;

/** The answer when the reply is not clear, and nothing has been done about it. It also has `data`, what was read. */
export const NOT_CLEAR = { reply: 'not clear' } as const;

/** The answer of the waiting node, with status 404, to a reply that it does not take: it waits for another one. */
export const WAITS_FOR_OTHER_REPLY = { message: 'The execution waits for another reply' } as const;

/** The answer of n8n to a reply for an execution that waits. */
export type ResumeAnswer =
	/** The execution has it: it continues, or has asked again. */
	| { kind: 'taken'; reply: 'resumed' | 'asked again' }
	/** The node has read it, and it is not clear. */
	| { kind: 'unclear'; data: IDataObject }
	/** No execution waits for it, or no execution waits any longer. */
	| { kind: 'notWaiting' }
	/** The execution has not come to its wait yet, is being stored, or has gone on. */
	| { kind: 'running' }
	/** n8n has not resumed it: another reply came first, or it was cancelled. */
	| { kind: 'notResumed' }
	/** n8n does not accept the signature, which says nothing about the execution. */
	| { kind: 'notAccepted' };

/** A response of n8n's waiting webhook. */
export interface ResumeResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * n8n's own answers, where the waiting node gives none. Any other answer is from a proxy, or tells nothing
 * about the reply. These are the messages of n8n 1.123, 2.0, 2.20, 2.38 and 2.41, which has no other sign of what
 * it means. Tested by test/unit/nodes/n8n/resume.test.ts and test/e2e/send-and-wait.test.ts.
 */
const N8N_ANSWERS: Array<{
	kind: 'notWaiting' | 'running' | 'notResumed' | 'notAccepted';
	status: number;
	text: RegExp;
}> = [
	{ kind: 'notWaiting', status: 200, text: /^(?=[^]*n8n\.io)[^]*<title>No action required<\/title>/ },
	{ kind: 'notAccepted', status: 401, text: /^(?=[^]*n8n\.io)[^]*<title>Invalid Form Link<\/title>/ },
	{ kind: 'notAccepted', status: 401, text: /^{"error":"Invalid token"}$/ },
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

/**
 * Parses what n8n, or the waiting node, has answered to a reply.
 * @param reference The path and the query that it was handed over at.
 * @returns undefined if the answer is neither's.
 */
export function parseResumeAnswer(
	{ statusCode: status, headers, body }: ResumeResponse,
	reference: string,
): ResumeAnswer | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const said = parseJson(text);
	if (isRecord(said)) {
		const taken = [RESUMED, ASKED_AGAIN].find(({ reply }) => status === 200 && said.reply === reply);
		if (taken) return { kind: 'taken', ...taken };
		if (status === 200 && said.reply === NOT_CLEAR.reply && isRecord(said.data)) {
			return { kind: 'unclear', data: said.data as IDataObject };
		}
		if (status === 404 && said.message === WAITS_FOR_OTHER_REPLY.message) return { kind: 'notWaiting' };
	}
	// The execution has gone on to a form, which n8n takes replies for at another path.
	const location = String(headers.location);
	if (status === 307 && location.startsWith('/') && location.endsWith(`/${reference}`)) {
		return { kind: 'notWaiting' };
	}
	const known = N8N_ANSWERS.find((answer) => answer.status === status && answer.text.test(text));
	return known && { kind: known.kind };
}
