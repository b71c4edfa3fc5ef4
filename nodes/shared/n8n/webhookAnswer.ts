import type { IExecuteFunctions, IRunExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { isRecord } from '../text/json';

/** The functions of Express by which n8n answers a webhook call. */
type AnswerFunction = 'json' | 'send' | 'end';

/** The response object of a webhook call, as far as n8n uses it to answer. */
export type WebhookResponse = ReturnType<IWebhookFunctions['getResponseObject']>;

/**
 * Takes what n8n answers a webhook call with, so that another answer can take its place. In the response mode
 * `lastNode`, n8n answers when the execution has ended, in queue mode too; but a failed workflow with its own
 * words and status 500, and never before the end. Nothing else in a webhook learns of the end of its
 * execution. Whatever n8n writes after the answer is dropped. Tested by test/engine/function-trigger.test.ts
 * and test/e2e/function-trigger.test.ts.
 * @param toBody Makes the body of the answer from what n8n answers: the list of the last node's items, or
 * anything else if there is none. If it returns undefined, nothing is answered yet.
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
	const replaced: Record<AnswerFunction, (body: unknown) => WebhookResponse> = {
		json: take,
		send: take,
		end: take,
	};
	Object.assign(response, replaced);
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
 * Lets {@link isWaitingAnswer} recognize the answer of an execution that goes to waiting; to be called by the
 * `execute()` of the node that starts it. In the response mode `lastNode`, n8n takes an execution that waits for
 * one that has ended, and answers with the input of the node that waits, which it keeps as this node's output
 * until the execution goes on. This replaces that output, which nothing else reads, by one item that tells what
 * it is. In queue mode it reaches the process that answers in no other way than with the execution's data. Tested
 * by test/engine/waiting-answer.test.ts and test/e2e/function-trigger.test.ts.
 */
export function markWaitingAnswer(context: IExecuteFunctions): void {
	const { additionalData } = context as unknown as ExecutionContext;
	additionalData?.hooks?.addHandler('nodeExecuteAfter', (nodeName, _, { waitTill, resultData }) => {
		const output = resultData.runData[nodeName]?.at(-1);
		if (!waitTill || !output) return;
		output.data = { ...output.data, main: [[{ json: { hint: WAITING_HINT } }]] };
	});
}

/** Tells if n8n answers with the list of the last node's items because the execution waits there. */
export const isWaitingAnswer = (items: unknown[]): boolean =>
	items.length === 1 && isRecord(items[0]) && items[0].hint === WAITING_HINT;
