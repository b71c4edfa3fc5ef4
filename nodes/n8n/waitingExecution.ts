import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, parseJson } from '../text/json';

/** The wait of an execution, which begins once a request is carried out. */
export interface Wait {
	/** The time at which n8n passes the input on without an answer, in milliseconds since 1970. */
	until: number;
	/** Gives the JSON that n8n then passes on for that of an input item. */
	outputOnTimeout: (json: IDataObject) => IDataObject;
	/** The question that the node reads again when the answer comes. */
	question: IDataObject;
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

/** Reads the question that the execution waits with now; undefined if there is none. */
export const readQuestion = (context: IWebhookFunctions): IDataObject | undefined =>
	readNodeContext(context, QUESTION_KEY);

/**
 * Reads what the node has stored in its context of this execution (`getContext('node')`), in JSON. n8n gives
 * `webhook()` no such function, but its expressions can read the context. Tested by
 * test/engine/send-and-wait.test.ts.
 * @returns undefined if there is no JSON object under this key.
 */
function readNodeContext(context: IWebhookFunctions, key: string): IDataObject | undefined {
	// Braces in a name would end the expression, and so do some characters beyond ASCII, such as U+2028.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const stored = parseJson(String(context.evaluateExpression(`{{ $node[${name}].context["${key}"] }}`)));
	return isRecord(stored) ? (stored as IDataObject) : undefined;
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
 * Returns the address of the webhook by which this n8n resumes its executions; it ends with a slash. Only the resume
 * URL of an execution names it. A trigger's webhook has no execution yet, but n8n gives its expressions a resume URL
 * with a placeholder. Tested by test/engine/replies.test.ts.
 * @returns undefined if n8n names none.
 */
export function readResumeBaseUrl(
	context: Pick<IWebhookFunctions, 'evaluateExpression'> | Pick<IExecuteFunctions, 'evaluateExpression'>,
): string | undefined {
	try {
		const url = String(context.evaluateExpression('{{ $execution.resumeUrl }}', 0));
		return URL.canParse(url) ? new URL('.', url).href : undefined;
	} catch {
		return undefined;
	}
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

/** The body with which the trigger hands a reply over to the waiting execution, within one n8n. */
export interface ReplyHandover {
	/** The payload of the event, without the references. */
	payload: IDataObject;
	/** The time at which the event arrived, ISO 8601. */
	receivedAt: string;
}

/** The answer of the waiting node when the execution continues with the reply. */
export const RESUMED = { reply: 'resumed' } as const;

/**
 * The answer when the reply was not clear: the person has been asked
 * again, and the execution continues to wait.
 */
export const ASKED_AGAIN = { reply: 'asked again' } as const;

/** The answer of the waiting node, with status 404, to a reply to another of its questions. */
export const WAITS_FOR_OTHER_REPLY = { message: 'The execution waits for another reply' } as const;

/** The answer of n8n to a reply for an execution that waits. */
export type ResumeAnswer =
	/** The execution has it: it continues, or has asked again. */
	| { kind: 'taken'; reply: 'resumed' | 'asked again' }
	/** No execution waits for it, or no execution waits any longer. */
	| { kind: 'notWaiting' }
	/** The execution has not come to its wait yet, is being stored, or has gone on. */
	| { kind: 'running' }
	/** n8n has not resumed it: another reply came first, or it was cancelled. */
	| { kind: 'notResumed' };

/** A response of n8n's waiting webhook. */
export interface ResumeResponse {
	statusCode: number;
	headers: IDataObject;
	body: unknown;
}

/**
 * n8n's own answers, where the waiting node gives none. Any other answer is from a proxy, or tells nothing
 * about the reply. These are the messages of n8n 1.123, 2.0, 2.20, 2.38 and 2.41, which has no other sign of what
 * it means. Tested by test/unit/nodes/n8n/resumeAnswer.test.ts and test/e2e/send-and-wait.test.ts.
 */
const N8N_ANSWERS: Array<{ kind: 'notWaiting' | 'running' | 'notResumed'; status: number; text: RegExp }> = [
	{ kind: 'notWaiting', status: 200, text: /^(?=[^]*n8n\.io)[^]*<title>No action required<\/title>/ },
	{ kind: 'notWaiting', status: 401, text: /^(?=[^]*n8n\.io)[^]*<title>Invalid Form Link<\/title>/ },
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

/**
 * Reads what n8n, or the waiting node, has answered to a reply.
 * @param reference The path and the query that it was handed over at.
 * @returns undefined if the answer is neither's.
 */
export function readResumeAnswer(
	{ statusCode: status, headers, body }: ResumeResponse,
	reference: string,
): ResumeAnswer | undefined {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	const said = parseJson(text);
	if (isRecord(said)) {
		const taken = [RESUMED, ASKED_AGAIN].find(({ reply }) => status === 200 && said.reply === reply);
		if (taken) return { kind: 'taken', ...taken };
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
