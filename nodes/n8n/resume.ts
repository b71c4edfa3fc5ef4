import { timingSafeEqual } from 'crypto';
import type { FunctionsBase, IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

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
		const url = context.evaluateExpression('{{ $execution.resumeUrl }}', 0);
		return typeof url === 'string' ? new URL('.', url).href : undefined;
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
 * Signs a reference again, for an n8n whose address has a path (`N8N_PATH`, and `WEBHOOK_URL` with the same path). n8n
 * signs the path of its resume URL, and checks the signature against the path that it receives. Where a proxy takes
 * that path off, n8n accepts a signature of the rest only. Tested by test/engine/replies.test.ts and
 * test/e2e/send-and-wait-queue.test.ts.
 * @param reference The part of a resume URL below n8n's waiting webhook.
 * @param baseUrl From {@link findResumeBaseUrl}.
 * @returns undefined if this n8n has not signed the reference; the reference itself if it is of a form that cannot be
 * verified here.
 */
export function signWithoutPath(
	context: IWebhookFunctions,
	reference: string,
	baseUrl: string,
): string | undefined {
	const [path = '', query] = reference.split('?', 2);
	const [executionId = '', nodeId] = path.split('/', 2);
	const parameters = new URLSearchParams(query);
	const signature = parameters.get(SIGNATURE_PARAMETER);
	parameters.delete(SIGNATURE_PARAMETER);
	const { additionalData, getSignedResumeUrl } = context as ResumeSigner;
	if (signature === null || nodeId === undefined || !additionalData || !getSignedResumeUrl) return reference;
	const sign = (webhookWaitingBaseUrl: string): string => {
		const signer = Object.create(context, {
			additionalData: { value: { ...additionalData, webhookWaitingBaseUrl, executionId } },
			node: { value: { ...context.getNode(), id: nodeId } },
		}) as IWebhookFunctions;
		const url = signer.getSignedResumeUrl(Object.fromEntries(parameters));
		return new URL(url).searchParams.get(SIGNATURE_PARAMETER) ?? '';
	};
	const whole = baseUrl.replace(/\/$/, '');
	if (!isSameSignature(sign(whole), signature)) return undefined;
	const withoutPath = new URL(`/${whole.split('/').at(-1)}`, whole).href;
	return `${path}?${String(parameters)}&${SIGNATURE_PARAMETER}=${sign(withoutPath)}`;
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
}

/** The answer of the waiting node when the execution continues with the reply. */
export const RESUMED = { reply: 'resumed' } as const;

/** The answer when the person has been asked again after a reply that was not clear, and the execution still waits. */
export const ASKED_AGAIN = { reply: 'asked again' } as const;

/** The answer of the waiting node, with status 404, to a reply that it does not take: it waits for another one. */
export const WAITS_FOR_OTHER_REPLY = { message: 'The execution waits for another reply' } as const;

/** The outcome of handing a reply over to a waiting execution once, as n8n or the waiting node answers. */
export type ResumeAnswer =
	/** The execution has taken the reply. */
	| 'resumed'
	| 'asked again'
	/** No execution waits for it, or none waits any longer. */
	| 'notWaiting'
	/** The execution has not come to its wait yet, is being stored, or has gone on. */
	| 'running'
	/** n8n has not resumed it: another reply came first, or it was cancelled. */
	| 'notResumed'
	/** n8n does not accept the signature, which says nothing about the execution. */
	| 'notAccepted';

/** A response of n8n's waiting webhook. */
export interface ResumeResponse {
	statusCode: number;
	headers: { location?: unknown };
	body: unknown;
}

/**
 * The answers of the waiting node, and those of n8n where the node gives none. Any other answer is from a proxy, or
 * tells nothing about the reply. Those of n8n are the messages of versions 1.123, 2.0, 2.20, 2.38 and 2.41, which have
 * no other sign of what they mean. Tested by test/unit/nodes/n8n/resume.test.ts and test/e2e/send-and-wait.test.ts.
 */
const ANSWERS: Array<{ answer: ResumeAnswer; status: number; text: RegExp }> = [
	{ answer: 'resumed', status: 200, text: /^{"reply":"resumed"}$/ },
	{ answer: 'asked again', status: 200, text: /^{"reply":"asked again"}$/ },
	{ answer: 'notWaiting', status: 404, text: /"message":"The execution waits for another reply"/ },
	{ answer: 'notWaiting', status: 200, text: /^(?=[^]*n8n\.io)[^]*<title>No action required<\/title>/ },
	{ answer: 'notAccepted', status: 401, text: /^(?=[^]*n8n\.io)[^]*<title>Invalid Form Link<\/title>/ },
	{ answer: 'notAccepted', status: 401, text: /^{"error":"Invalid token"}$/ },
	{ answer: 'notWaiting', status: 404, text: /"message":"The execution \\"[\w-]+\\" does not exist/ },
	{ answer: 'notWaiting', status: 404, text: /"message":"Could not find node to process webhook/ },
	{
		answer: 'notWaiting',
		status: 404,
		text: /"message":"The workflow for execution \\"[\w-]+\\" does not contain/,
	},
	// n8n forgets the second quotation mark of some of these.
	{ answer: 'notWaiting', status: 409, text: /"message":"The execution \\"[\w-]+(\\")? has finished/ },
	{ answer: 'running', status: 409, text: /"message":"The execution \\"[\w-]+\\" is running already/ },
	{ answer: 'notResumed', status: 500, text: /"message":"There was a problem executing the workflow/ },
];

/**
 * Parses what n8n, or the waiting node, has answered to a reply.
 * @param reference The path and the query that it was handed over at.
 * @returns undefined if the answer is neither's.
 */
export function parseResumeAnswer(
	{ statusCode: status, headers: { location }, body }: ResumeResponse,
	reference: string,
): ResumeAnswer | undefined {
	// The execution has gone on to a form, which n8n takes replies for at another path.
	const isMoved = status === 307 && typeof location === 'string' && location.startsWith('/');
	if (isMoved && location.endsWith(`/${reference}`)) return 'notWaiting';
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return ANSWERS.find((one) => one.status === status && one.text.test(text))?.answer;
}
