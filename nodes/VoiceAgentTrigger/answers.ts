import type { IDataObject, IExecuteFunctions, INodeExecutionData, IWebhookFunctions } from 'n8n-workflow';

import { parseEventMessage } from '../messages/message';
import { toKeyRow } from '../n8n/keyRow';
import { getProcessedKeys } from '../service/processedKeys';
import { isRecord } from '../text/json';
import { type EventItem, getOwnPayload } from './event';
import { computeRowSize } from './seenEvents';
import type { TriggerSettings } from './settings';
import { toTakenKey } from './takeBurst';

/** A message that a question of Send and Wait has taken. */
export interface TakenReply {
	item: EventItem;
	/** The execution that asked. */
	execution: string;
}

/** The field of an item that says in `execute()` which message a question has taken, and which execution asked it. */
const ANSWER_FIELD = 'answer';

/**
 * Returns the items with which an execution records that questions have taken messages, so that these are in no item of
 * a pause. This process knows it at once: where it is the only one, that execution may have to wait for others to end.
 */
export function toAnswerItems(
	context: IWebhookFunctions,
	replies: readonly TakenReply[],
	{ pauseMs, fieldPaths }: TriggerSettings,
): IDataObject[] {
	if (pauseMs === undefined || context.getMode() === 'manual') return [];
	return replies.flatMap(({ item, execution }) => {
		const parsed = parseEventMessage({ event: item.event, payload: getOwnPayload(item) }, fieldPaths);
		const messageId = parsed?.message.id;
		if (messageId === undefined) return [];
		getProcessedKeys(context).remember([toTakenKey(messageId)]);
		return [{ [ANSWER_FIELD]: { messageId, execution } }];
	});
}

/** Records the messages that questions have taken, and returns the other items. */
export async function recordAnswers(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	settings: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const row = toKeyRow(context, computeRowSize(settings));
	const kept = items.map(async (item) => {
		const answer = item.json[ANSWER_FIELD];
		if (!isRecord(answer)) return [item];
		// If n8n does not answer now, the key is written with the next ones.
		await getProcessedKeys(context)
			.recordInAnyCase(toTakenKey(String(answer.messageId)), row)
			.catch(() => []);
		context.addExecutionHints({
			message: `This message answered a question, and execution ${String(answer.execution)} has gone on with it. So it is in no item.`,
			location: 'outputPane',
		});
		return [];
	});
	return (await Promise.all(kept)).flat();
}
