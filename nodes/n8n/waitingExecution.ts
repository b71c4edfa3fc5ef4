import { timingSafeEqual } from 'crypto';
import type { IDataObject, IExecuteFunctions, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { parseJson } from '../text/json';

/** The wait of an execution, which begins once a request is carried out. */
export interface Wait {
	/** The time at which n8n passes the input on without an answer, in milliseconds since 1970. */
	until: number;
	/** Gives the JSON that n8n then passes on for that of an input item. */
	outputOnTimeout: (json: IDataObject) => IDataObject;
	/** The question that the node reads again when the answer comes, as JSON can hold it. */
	question: object;
}

/** The key in the node's context, which n8n keeps with the execution. */
const QUESTION_KEY = 'voiceAgentQuestion';

/**
 * Makes the execution wait. The output of the node so far does not count: n8n
 * replaces it by what `webhook()` returns.
 */
export async function startWaiting(
	context: IExecuteFunctions,
	{ until, question, outputOnTimeout }: Wait,
): Promise<void> {
	context.getContext('node')[QUESTION_KEY] = JSON.stringify(question);
	replaceExecutionInput(context, outputOnTimeout);
	await context.putExecutionToWait(new Date(until));
}

/**
 * Finds the question that the execution waits with now; undefined if there is none. The node has stored it in its
 * context of this execution (`getContext('node')`). n8n gives `webhook()` no such function, but its expressions can read
 * the context. Tested by test/engine/send-and-wait.test.ts.
 */
export function findStoredQuestion(context: IWebhookFunctions): unknown {
	// Braces in a name would end the expression, and so do some characters beyond ASCII, such as U+2028.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const stored = context.evaluateExpression(`{{ $node[${name}].context["${QUESTION_KEY}"] }}`);
	return typeof stored === 'string' ? parseJson(stored) : undefined;
}

/**
 * Changes the input that n8n keeps with the execution and passes on when a wait times out; there is no other
 * way to change that output. It replaces a copy: the output of the node before stays as it is. Tested by
 * test/engine/send-and-wait.test.ts.
 * @param toJson Returns the new JSON of an item from the old one.
 */
function replaceExecutionInput(context: IExecuteFunctions, toJson: (json: IDataObject) => IDataObject): void {
	const { data } = context.getExecuteData();
	data.main = (data.main ?? []).map(
		(items) => items && items.map((item) => ({ ...item, json: toJson(item.json) })),
	);
}

/**
 * Makes n8n verify the signature of whatever resumes this execution. n8n 1.105 to 2.8 do so only for an
 * execution that asks for it, by a function that later versions no longer have nor need. Tested by
 * test/unit/nodes/n8n/waitingExecution.test.ts.
 */
export function requireResumeSignature(
	context: IExecuteFunctions & { setSignatureValidationRequired?: () => void },
): void {
	context.setSignatureValidationRequired?.();
}

/** The parts of a context that n8n's types do not show. */
interface HiddenParts {
	additionalData?: {
		/** The time at which n8n cancels the execution, in milliseconds since 1970. */
		executionTimeoutTimestamp?: number;
		/** The address of which n8n makes the resume URL that it signs. */
		webhookWaitingBaseUrl?: string;
		getRunExecutionData?: (executionId: string) => Promise<IRunExecutionData | undefined>;
	};
	runExecutionData?: IRunExecutionData | null;
}

/**
 * Tells whether the execution still waits with this question, by what n8n has stored: another process may have resumed
 * it. True if n8n does not tell. Tested by test/engine/replies.test.ts and test/e2e/queue-mode.test.ts.
 * @param question As {@link findStoredQuestion} returns it.
 */
export async function isStillWaiting(
	context: IWebhookFunctions & HiddenParts,
	question: object,
): Promise<boolean> {
	const data = await context.additionalData
		?.getRunExecutionData?.(context.getExecutionId())
		.catch(() => undefined);
	if (!data) return true;
	const stored: unknown = data.executionData?.contextData[`node:${context.getNode().name}`]?.[QUESTION_KEY];
	return Boolean(data.waitTill) && (stored === undefined || stored === JSON.stringify(question));
}

/**
 * Does something once n8n has answered that the execution continues. n8n answers when it has stored that, and answers
 * otherwise if another reply came first, or another process was faster. Tested by test/e2e/queue-mode.test.ts.
 */
export function onceResumed(context: IWebhookFunctions, action: () => void): void {
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode === 200) action();
	});
}

/**
 * Finds the time when n8n cancels this execution, by the setting of the workflow or of n8n, in milliseconds since 1970;
 * undefined if it never does, or does not tell. The time for which an execution waits counts, too.
 */
export const findCancelTime = ({ additionalData }: IExecuteFunctions & HiddenParts): number | undefined =>
	additionalData?.executionTimeoutTimestamp;

/** Returns the ID of the execution that waits for the result of this one, as of a sub-workflow; undefined if none does. */
export function findParentExecutionId({
	runExecutionData,
}: IExecuteFunctions & HiddenParts): string | undefined {
	const parent = runExecutionData?.parentExecution;
	return parent?.shouldResume === false ? undefined : parent?.executionId;
}

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

/** The parameter of a resume URL that holds n8n's signature. */
const SIGNATURE_PARAMETER = 'signature';

/**
 * Signs a reference again, for an n8n whose address has a path (`N8N_PATH`, and `WEBHOOK_URL` with the same path). n8n
 * signs the path of its resume URL, and checks the signature against the path that it receives. Where a proxy takes
 * that path off, n8n accepts a signature of the rest only. Tested by test/engine/replies.test.ts and
 * test/e2e/queue-mode.test.ts.
 * @param reference The part of a resume URL below n8n's waiting webhook.
 * @param baseUrl From {@link findResumeBaseUrl}.
 * @returns undefined if this n8n has not signed the reference; the reference itself if it is of a form that cannot be
 * verified here.
 */
export function signWithoutPath(
	context: IWebhookFunctions & HiddenParts,
	reference: string,
	baseUrl: string,
): string | undefined {
	const [path = '', query] = reference.split('?', 2);
	const [executionId = '', nodeId] = path.split('/', 2);
	const parameters = new URLSearchParams(query);
	const signature = parameters.get(SIGNATURE_PARAMETER);
	parameters.delete(SIGNATURE_PARAMETER);
	const { additionalData } = context;
	if (signature === null || nodeId === undefined || !additionalData) return reference;
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
 * The answers of the waiting node ({@link RESUMED}, {@link ASKED_AGAIN}, {@link WAITS_FOR_OTHER_REPLY}), and those of n8n
 * where the node gives none. Any other answer is from a proxy, or tells nothing about the reply. Those of n8n are the
 * messages of versions 1.123, 2.0, 2.20, 2.38 and 2.41, which have no other sign of what they mean. Tested by
 * test/unit/nodes/n8n/waitingExecution.test.ts and test/e2e/send-and-wait.test.ts.
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
