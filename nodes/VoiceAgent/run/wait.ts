import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Wait } from '../operation';
import { readNodeContext, replaceExecutionInput } from '../../shared/n8n/waitingExecution';

/** The key in the node's context, which n8n keeps with the execution. */
const QUESTION_KEY = 'voiceAgentQuestion';

/**
 * Makes the execution wait. The output of the node so far does not count: n8n
 * replaces it by what `webhook()` returns.
 */
export async function startWaiting(
	context: IExecuteFunctions,
	{ until, question, unanswered }: Wait,
): Promise<void> {
	context.getContext('node')[QUESTION_KEY] = JSON.stringify(question);
	replaceExecutionInput(context, unanswered);
	await context.putExecutionToWait(new Date(until));
}

/** The question that the execution waits with now; undefined if there is none. */
export const readQuestion = (context: IWebhookFunctions): IDataObject | undefined =>
	readNodeContext(context, QUESTION_KEY);
