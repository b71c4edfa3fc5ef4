import type { IDataObject, IExecuteFunctions, IWebhookFunctions } from 'n8n-workflow';

import { isRecord, parseJson } from '../../shared/json';

/** What an execution waits for once a request is carried out. */
export interface Wait {
	/** When n8n passes the input on without an answer. */
	until: Date;
	/** Gives what n8n passes on then for the JSON of an input item. */
	unanswered: (json: IDataObject) => IDataObject;
	/** What the node has to know of it when the answer comes. */
	question: IDataObject;
}

/** Where n8n keeps it with the execution. */
const KEY = 'voiceAgentQuestion';

/** Makes the execution wait. What the node puts out now counts for nothing: n8n replaces it by what `webhook()` returns. */
export async function startWaiting(
	context: IExecuteFunctions,
	{ until, question, unanswered }: Wait,
): Promise<void> {
	context.getContext('node')[KEY] = JSON.stringify(question);
	replaceInput(context, unanswered);
	await context.putExecutionToWait(until);
}

/**
 * Changes the input that n8n keeps with the execution and passes on when the time is up (1.123 to 2.41 do). It is a copy: what the
 * node before has put out stays as it is.
 */
function replaceInput(context: IExecuteFunctions, jsonFor: Wait['unanswered']): void {
	const { data } = context.getExecuteData();
	data.main = (data.main ?? []).map(
		(items) => items && items.map((item) => ({ ...item, json: jsonFor(item.json) })),
	);
}

/** The question that the execution waits with now; undefined when there is none. n8n gives `webhook()` no other way to it. */
export function questionOfExecution(context: IWebhookFunctions): IDataObject | undefined {
	// Braces in a name would end the expression, and so do some characters beyond ASCII, such as U+2028.
	const name = JSON.stringify(context.getNode().name).replace(
		/[{}\u0080-\uffff]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
	const kept = parseJson(String(context.evaluateExpression(`{{ $node[${name}].context["${KEY}"] }}`)));
	return isRecord(kept) ? (kept as IDataObject) : undefined;
}
