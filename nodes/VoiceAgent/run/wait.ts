import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { readNodeContext, replaceExecutionInput } from '../../shared/n8n/waitingExecution';

/** The wait of an execution once a request is carried out. */
export interface Wait {
	/** The time at which n8n passes the input on without an answer, in milliseconds since 1970. */
	until: number;
	/** Gives the JSON that n8n then passes on for that of an input item. */
	unanswered: (json: IDataObject) => IDataObject;
	/** The question that the node reads again when the answer comes. */
	question: IDataObject;
}

/** The key in the node's context, which n8n keeps with the execution. */
const KEY = 'voiceAgentQuestion';

/**
 * Makes the execution wait. The output of the node so far does not count: n8n
 * replaces it by what `webhook()` returns.
 */
export async function startWaiting(
	context: IExecuteFunctions,
	{ until, question, unanswered }: Wait,
): Promise<void> {
	context.getContext('node')[KEY] = JSON.stringify(question);
	replaceExecutionInput(context, unanswered);
	await context.putExecutionToWait(new Date(until));
}

/** The question that the execution waits with now; undefined if there is none. */
export const readQuestion = (context: IWebhookFunctions): IDataObject | undefined =>
	readNodeContext(context, KEY);
