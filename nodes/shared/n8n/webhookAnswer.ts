import type { IWebhookFunctions } from 'n8n-workflow';

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
 * anything else if there is none.
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
		if (!isAnswered) answer(toBody(response.statusCode, body));
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
