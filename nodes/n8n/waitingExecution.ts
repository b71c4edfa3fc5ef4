import type { IDataObject, IExecuteFunctions, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';

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

/** Finds the question that the execution waits with now; undefined if there is none. */
export const findQuestion = (context: IWebhookFunctions): IDataObject | undefined =>
	findNodeContext(context, QUESTION_KEY);

/**
 * Finds what the node has stored in its context of this execution (`getContext('node')`), in JSON. n8n gives
 * `webhook()` no such function, but its expressions can read the context. Tested by
 * test/engine/send-and-wait.test.ts.
 * @returns undefined if there is no JSON object under this key.
 */
function findNodeContext(context: IWebhookFunctions, key: string): IDataObject | undefined {
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
		getRunExecutionData?: (executionId: string) => Promise<IRunExecutionData | undefined>;
	};
	runExecutionData?: IRunExecutionData | null;
}

/**
 * Tells whether the execution still waits with this question, by what n8n has stored: another process may have resumed
 * it. True if n8n does not tell. Tested by test/engine/replies.test.ts and test/e2e/queue-mode.test.ts.
 * @param question As {@link findQuestion} returns it.
 */
export async function isStillWaiting(context: IWebhookFunctions, question: IDataObject): Promise<boolean> {
	const { additionalData } = context as unknown as HiddenParts;
	const data = await additionalData?.getRunExecutionData?.(context.getExecutionId()).catch(() => undefined);
	if (!data) return true;
	const stored = data.executionData?.contextData[`node:${context.getNode().name}`]?.[QUESTION_KEY];
	return Boolean(data.waitTill) && [undefined, JSON.stringify(question)].includes(stored);
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
 * Finds the time when n8n cancels this execution, by the setting of the workflow or of n8n, in milliseconds since 1970; undefined
 * if it never does, or does not tell. The time that an execution waits counts.
 */
export const findCancelTime = (context: IExecuteFunctions): number | undefined =>
	(context as unknown as HiddenParts).additionalData?.executionTimeoutTimestamp;

/** Returns the ID of the execution that waits for the result of this one, as of a sub-workflow; undefined if none does. */
export function findParentExecutionId(context: IExecuteFunctions): string | undefined {
	const parent = (context as unknown as HiddenParts).runExecutionData?.parentExecution;
	return parent?.shouldResume === false ? undefined : parent?.executionId;
}
