import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { UNSIGNED_EVENT } from '../shared/wire/events';
import { getExecutionId, getQuestionKey, extractReferences, type Reply } from '../shared/wire/replyReference';
import { buildSeenKey } from './deliveryKey';
import { resumeExecution, type ResumeResult } from './resumeExecution';
import { runOneAtATime } from './oneAtATime';
import { executionWith } from './takenReplies';

/** The most replies and questions that this process remembers. */
const MOST_REMEMBERED = 1_000;

/** The replies that this process hands over, and those that were taken, by node and event: a repeated one has the same outcome. */
const handOvers = new Map<string, Promise<ResumeResult>>();

/** The questions that this process knows to be answered: what else a person writes then starts the workflow at once. */
const answered = new Set<string>();

/**
 * Hands a reply to a question of Send and Wait over to the execution that waits for it, one reply to an execution at a time. This
 * happens before there is an execution of the trigger, which would need a place among those that n8n allows at once.
 * @param item The item with which the workflow would start. One that is no reply is `notWaiting`.
 */
export async function resumeWithReply(context: IWebhookFunctions, item: IDataObject): Promise<ResumeResult> {
	const { payload, references } = replyOf(item);
	if (references.length === 0) return { kind: 'notWaiting' };
	// With the references, since a field that was chosen for deduplication may be the same in replies to different questions.
	const key = [context.getWorkflow().id, context.getNode().id, buildSeenKey(item), ...references].join(' ');
	const earlier = handOvers.get(key);
	if (earlier) return await earlier;

	const started = runOneAtATime(references.map(getExecutionId), async (): Promise<ResumeResult> => {
		const open = references.filter((reference) => !answered.has(getQuestionKey(reference)));
		const body = { payload, receivedAt: item.receivedAt } as IDataObject;
		const outcome = await resumeExecution(context, open, body);
		if (outcome.kind === 'taken' && outcome.reply === 'resumed') {
			answered.add(getQuestionKey(outcome.reference));
			forgetOldest(answered);
		}
		return outcome;
	});
	handOvers.set(key, started);
	forgetOldest(handOvers);
	const outcome = await started;
	if (outcome.kind !== 'taken') handOvers.delete(key);
	return outcome;
}

/** Only chat-app messages are replies. */
const replyOf = ({ event, payload }: IDataObject): Reply =>
	event === UNSIGNED_EVENT ? extractReferences(payload) : { payload, references: [] };

function forgetOldest(remembered: Map<string, unknown> | Set<string>): void {
	for (const key of remembered.keys()) {
		if (remembered.size <= MOST_REMEMBERED) return;
		remembered.delete(key);
	}
}

/**
 * The items without what replies carry to find their execution. A reply that an execution has taken before is dropped, and the output
 * panel says which: the service has sent it again, and this process did not hand it over itself.
 */
export async function dropTakenReplies(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ replies }: IDataObject,
): Promise<INodeExecutionData[]> {
	const startsAnyway = replies === 'resumeAndStart' || context.getMode() === 'retry';
	const going: INodeExecutionData[] = [];
	for (const item of items) {
		const { payload, references } = replyOf(item.json);
		const execution = startsAnyway ? undefined : await executionWith(context, references, payload);
		if (execution === undefined) {
			going.push({ ...item, json: { ...item.json, payload: payload as IDataObject } });
		} else {
			context.addExecutionHints({
				message: `This reply came before, and execution ${execution} has gone on with it.`,
				location: 'outputPane',
			});
		}
	}
	return going;
}
