import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { getNodeKey, writeLog } from '../n8n/node';
import { BoundedSet, SharedWork } from '../service/concurrency';
import type { ReplyHandover } from '../n8n/waitingExecution';
import { isRecord } from '../text/json';
import type { Result } from '../text/result';
import { CHAT_APP_RECEIVED } from '../events/events';
import { extractReferences, getExecutionId, getQuestionKey } from '../events/replyReference';
import { computeRowSize, toSeenKey } from './seenEvents';
import { type EventItem, getOwnPayload } from './event';
import { resumeExecution } from './resumeExecution';
import type { TriggerSettings } from './settings';
import { parseEventMessage } from '../messages/eventMessage';
import { toKeyRow } from '../n8n/keyRow';
import { getProcessedKeys } from '../service/processedKeys';
import { toTakenKey } from './takeBurst';

/** The most replies and questions that this process remembers. */
const MAX_REMEMBERED_REPLIES = 1_000;

/** The outcome of a reply that an execution has taken, for the answer to the service. */
interface Resumption {
	/** The execution that asked. */
	execution: string;
	reply: 'resumed' | 'asked again';
}

/**
 * The replies that this process hands over, and those that were taken, by node and event. A repeated reply shares the
 * outcome.
 */
const resumptions = new SharedWork<Result<Resumption | undefined>>({
	ttlMs: (result) => (result.ok && result.value ? Infinity : 0),
	maxKeys: MAX_REMEMBERED_REPLIES,
});

/**
 * The questions that this process knows to be answered: a later message to them starts the workflow at once.
 */
const answeredQuestions = new BoundedSet<string>(MAX_REMEMBERED_REPLIES);

/**
 * Hands a reply to a question of Send and Wait over to the execution that waits for it. This happens before there is an
 * execution of the trigger, which would need a place among those that n8n allows at once.
 * @param item A chat-app message, with which the workflow would start.
 * @returns undefined for an item that is not a reply, or that no execution waits for. The problem is that it is not known
 * who takes the reply; it also says what to set.
 */
export async function resumeWithReply(
	context: IWebhookFunctions,
	item: EventItem,
): Promise<Result<Resumption | undefined>> {
	const { payload, references } = extractReferences(getOwnPayload(item));
	if (references.length === 0) return { ok: true, value: undefined };
	// The key includes the references: a field that was chosen for deduplication may be the same in replies to
	// different questions.
	const key = [getNodeKey(context), toSeenKey(item), ...references].join(' ');
	const handover = { payload: payload as IDataObject, receivedAt: item.receivedAt };
	return await resumptions.share(key, async () => await resumeFirstThatWaits(context, references, handover));
}

/** Hands a reply over to the first execution that waits for it. A question that was answered takes no other reply. */
async function resumeFirstThatWaits(
	context: IWebhookFunctions,
	references: readonly string[],
	handover: ReplyHandover,
): Promise<Result<Resumption | undefined>> {
	const unanswered = references.filter((reference) => !answeredQuestions.has(getQuestionKey(reference)));
	if (unanswered.length === 0) return { ok: true, value: undefined };
	const taken = await resumeExecution(context, unanswered, handover);
	if (!taken.ok) return taken;
	if (!taken.value) return { ok: true, value: undefined };
	const { reference, reply } = taken.value;
	if (reply === 'resumed') answeredQuestions.add(getQuestionKey(reference));
	return { ok: true, value: { execution: getExecutionId(reference), reply } };
}

/** A message that a question of Send and Wait has taken. */
interface TakenReply extends Resumption {
	item: EventItem;
}

/** The items of an event, after the replies among them were handed over. */
interface HandedOver {
	/** The items with which the workflow starts. */
	itemsToStart: EventItem[];
	/** The replies that executions have taken, and that do not start the workflow. */
	takenReplies: TakenReply[];
}

/**
 * Hands the replies among the items over, and says with which items the workflow starts. The problem is that it is not
 * known who takes a reply; it also says what to set.
 */
export async function handOverReplies(
	context: IWebhookFunctions,
	items: EventItem[],
	{ replies }: TriggerSettings,
): Promise<Result<HandedOver>> {
	const itemsToStart: EventItem[] = [];
	const takenReplies: TakenReply[] = [];
	for (const item of items) {
		const resumed = await resumeWithReply(context, item);
		if (!resumed.ok) return resumed;
		if (resumed.value && replies !== 'resumeAndStart') {
			const { execution, reply } = resumed.value;
			takenReplies.push({ item, execution, reply });
			writeLog(context, 'info', `handed a reply over to execution ${execution}: ${reply}`);
		} else {
			itemsToStart.push(item);
		}
	}
	return { ok: true, value: { itemsToStart, takenReplies } };
}

/**
 * Returns the items without the references of replies. A reply that an execution has taken before is dropped, and a
 * hint names the execution: the service has sent it again, and this process did not hand it over itself.
 */
export async function dropTakenReplies(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ replies }: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const startsAnyway = replies === 'resumeAndStart' || context.getMode() === 'retry';
	const kept: INodeExecutionData[] = [];
	for (const item of items) {
		if (item.json.event !== CHAT_APP_RECEIVED) {
			kept.push(item);
			continue;
		}
		const { payload, references } = extractReferences(getOwnPayload(item.json));
		const execution = startsAnyway ? undefined : await findExecutionWithReply(context, references, payload);
		if (execution === undefined) {
			const whole = extractReferences(item.json.payload).payload as IDataObject;
			kept.push({ ...item, json: { ...item.json, payload: whole } });
		} else {
			context.addExecutionHints({
				message: `This reply came before, and execution ${execution} has gone on with it.`,
				location: 'outputPane',
			});
		}
	}
	return kept;
}

/**
 * Finds the execution that has gone on with a reply in the stored data of n8n, which is there
 * as soon as the execution has gone on, in all processes and after a restart. Undefined if
 * there is none, or if n8n does not keep it.
 * @param payload The payload of the event without its references.
 */
async function findExecutionWithReply(
	context: IExecuteFunctions,
	references: string[],
	payload: unknown,
): Promise<string | undefined> {
	const message = JSON.stringify(payload);
	for (const execution of new Set(references.map(getExecutionId))) {
		// A reply that starts the workflow twice is better than one that is lost.
		const data = await context.getExecutionDataById(execution).catch(() => undefined);
		if (data && getReplies(data).some((one) => JSON.stringify(one) === message)) return execution;
	}
	return undefined;
}

/** Returns the replies that Send and Wait has output. */
const getReplies = (data: IRunExecutionData): unknown[] =>
	getItems(data)
		.filter(({ json }) => isRecord(json.data) && typeof json.data.respondedAt === 'string')
		.map(({ json }) => json.payload);

/** Returns the items that the nodes of an execution have output, and those that the next ones are given. */
function getItems({ resultData, executionData }: IRunExecutionData): INodeExecutionData[] {
	const ran = Object.values(resultData.runData).flat();
	const waiting = executionData?.nodeExecutionStack ?? [];
	return [...ran, ...waiting].flatMap(({ data }) =>
		Object.values(data ?? {}).flatMap((outputs) => outputs.flatMap((items) => items ?? [])),
	);
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
	{ fieldPaths }: TriggerSettings,
): IDataObject[] {
	if (context.getMode() === 'manual') return [];
	return replies.flatMap(({ item, execution }) => {
		const parsed = parseEventMessage({ event: item.event, payload: getOwnPayload(item) }, fieldPaths);
		const messageId = parsed?.record.id;
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
