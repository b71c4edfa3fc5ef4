import type {
	IExecuteFunctions,
	IRunExecutionData,
	IWebhookFunctions,
	NativeParameterResolvers,
	WEBHOOK_RESOLVERS,
} from 'n8n-workflow';

import { isRecord } from '../text/json';

/**
 * The key under which a webhook's description holds functions that stand for its expressions. n8n 2.41
 * exports it from n8n-workflow, older versions do not, and an import that is missing would keep them from
 * loading the node. They ignore the key and use the expressions.
 */
const RESOLVERS: typeof WEBHOOK_RESOLVERS = Symbol.for(
	'n8n.webhookDescriptionResolvers',
) as typeof WEBHOOK_RESOLVERS;

/**
 * Makes fields of a webhook's description that n8n reads without its expression engine, which would cost each
 * event more than all the rest. Tested by test/engine/n8n-internals.test.ts.
 * @param fields Each field as an expression and as a function with the same result.
 */
export const withNativeResolvers = <Field extends string>(
	fields: Record<Field, NativeParameterResolvers[string]>,
): Record<Field, string> & { [RESOLVERS]: NativeParameterResolvers } => {
	const templates = Object.entries<NativeParameterResolvers[string]>(fields).map(
		([name, { template }]) => [name, template] as const,
	);
	return { ...(Object.fromEntries(templates) as Record<Field, string>), [RESOLVERS]: fields };
};

type WebhookRequest = ReturnType<IWebhookFunctions['getRequestObject']>;

/**
 * Receives the body of a webhook call as it was sent; undefined for a form with parts (`multipart/form-data`). For a node
 * of version 2, n8n reads a body before the webhook only if it parses its content type, and leaves it to the
 * webhook to read any other. Tested by test/e2e/function-trigger.test.ts.
 * @throws the error of n8n if the body is larger than n8n allows, or if the connection ends.
 */
export async function receiveRawBody(request: WebhookRequest): Promise<Buffer | undefined> {
	const isMultipart = /^multipart\/form-data\b/i.test(request.headers['content-type'] ?? '');
	if (isMultipart) return undefined;
	if (!Buffer.isBuffer(request.rawBody)) await request.readRawBody?.();
	return Buffer.isBuffer(request.rawBody) ? request.rawBody : undefined;
}

/** The response object of a webhook call, as far as n8n uses it to answer. */
export type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Takes what n8n answers a webhook call with, so that another answer can take its place. In the response mode
 * `lastNode`, n8n answers when the execution has ended, in queue mode too; but a failed workflow with its own message
 * and status 500, and never before the end. Nothing else in a webhook learns of the end of its execution. Whatever
 * n8n writes after the answer is dropped. Tested by test/engine/function-trigger.test.ts and
 * test/e2e/function-trigger.test.ts.
 * @param toBody Makes the body of the answer from what n8n answers: the list of the last node's items, or anything
 * else if there is none. If it returns undefined, nothing is answered yet.
 * @returns a function that answers at once, unless n8n has answered.
 */
export function replaceAnswer(
	response: WebhookResponse,
	toBody: (status: number, body: unknown) => unknown,
): (body: unknown) => void {
	const { json, send, end } = response;
	let isAnswered = false;
	const answer = (body: unknown) => {
		if (isAnswered) return;
		isAnswered = true;
		Object.assign(response, { json, send, end });
		response.status(200).json(body);
		const ignore = () => response;
		Object.assign(response, { json: ignore, send: ignore, end: ignore, setHeader: ignore });
	};
	const take = (body: unknown) => {
		const made = isAnswered ? undefined : toBody(response.statusCode, body);
		if (made !== undefined) answer(made);
		return response;
	};
	Object.assign(response, { json: take, send: take, end: take });
	return answer;
}

/** The parts of an execution's context that n8n keeps to itself. */
interface ExecutionContext {
	additionalData?: {
		hooks?: {
			addHandler(
				hook: 'nodeExecuteAfter',
				handler: (nodeName: string, taskData: unknown, executionData: IRunExecutionData) => void,
			): void;
		};
	};
}

const WAITING_HINT =
	'While the workflow waits here, it cannot answer. The sender gets another answer when its time is up.';

/**
 * Marks the answer of an execution that goes to waiting, for {@link isAnswerOfWaitingExecution}; the `execute()` of the
 * node that starts the execution calls it. In the response mode `lastNode`, n8n answers then with the input of the node
 * that waits, which it keeps as that node's output until the execution goes on. Only the execution's data reaches the
 * process that answers in queue mode, so the mark replaces that output. Tested by test/engine/waiting-answer.test.ts and
 * test/e2e/function-trigger.test.ts.
 */
export function markAnswerOfWaitingExecution(context: IExecuteFunctions): void {
	const { additionalData } = context as unknown as ExecutionContext;
	additionalData?.hooks?.addHandler('nodeExecuteAfter', (nodeName, _, { waitTill, resultData }) => {
		const output = resultData.runData[nodeName]?.at(-1);
		if (!waitTill || !output) return;
		output.data = { ...output.data, main: [[{ json: { hint: WAITING_HINT } }]] };
	});
}

/** Tells whether n8n answers with the list of the last node's items because the execution waits there. */
export const isAnswerOfWaitingExecution = (items: unknown[]): boolean =>
	items.length === 1 && isRecord(items[0]) && items[0].hint === WAITING_HINT;
