import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	IRunExecutionData,
	IWebhookFunctions,
} from 'n8n-workflow';

import { isRecord } from '../shared/text/json';
import { UNSIGNED_EVENT } from '../shared/wire/events';
import { extractReferences, getExecutionId, getQuestionKey, type Reply } from '../shared/wire/replyReference';
import { buildSeenKey } from './event';
import { resumeExecution, type ResumeResult } from './resumeExecution';
import type { TriggerSettings } from './settings';

/** The most replies and questions that this process remembers. */
const MAX_REMEMBERED_REPLIES = 1_000;

/**
 * The replies that this process hands over, and those that were taken, by node and
 * event: a repeated one has the same outcome.
 */
const resumptions = new Map<string, Promise<ResumeResult>>();

/**
 * The questions that this process knows to be answered: a later message to them starts the workflow at once.
 */
const answered = new Set<string>();

/**
 * Hands a reply to a question of Send and Wait over to the execution that waits for it, one reply to an
 * execution at a time. This happens before there is an execution of the trigger, which would need a place
 * among those that n8n allows at once.
 * @param item The item with which the workflow would start. One that is no reply is `notWaiting`.
 */
export async function resumeWithReply(context: IWebhookFunctions, item: IDataObject): Promise<ResumeResult> {
	const { payload, references } = readReply(item);
	if (references.length === 0) return { kind: 'notWaiting' };
	// With the references, since a field that was chosen for deduplication may be
	// the same in replies to different questions.
	const key = [context.getWorkflow().id, context.getNode().id, buildSeenKey(item), ...references].join(' ');
	const earlier = resumptions.get(key);
	if (earlier) return await earlier;

	const started = runOneAtATime(references.map(getExecutionId), async (): Promise<ResumeResult> => {
		const open = references.filter((reference) => !answered.has(getQuestionKey(reference)));
		const body = { payload, receivedAt: item.receivedAt } as IDataObject;
		const outcome = await resumeExecution(context, open, body);
		if (outcome.kind === 'taken' && outcome.reply === 'resumed') {
			answered.add(getQuestionKey(outcome.reference));
			forgetOldestReplies(answered);
		}
		return outcome;
	});
	resumptions.set(key, started);
	forgetOldestReplies(resumptions);
	let isTaken = false;
	try {
		const outcome = await started;
		isTaken = outcome.kind === 'taken';
		return outcome;
	} finally {
		if (!isTaken) resumptions.delete(key);
	}
}

/** Only chat-app messages are replies. */
const readReply = ({ event, payload }: IDataObject): Reply =>
	event === UNSIGNED_EVENT ? extractReferences(payload) : { payload, references: [] };

function forgetOldestReplies(remembered: Map<string, unknown> | Set<string>): void {
	for (const key of remembered.keys()) {
		if (remembered.size <= MAX_REMEMBERED_REPLIES) return;
		remembered.delete(key);
	}
}

/**
 * The items without the references of replies. A reply that an execution has taken before is dropped, and the
 * output panel says which: the service has sent it again, and this process did not hand it over itself.
 */
export async function dropTakenReplies(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ replies }: TriggerSettings,
): Promise<INodeExecutionData[]> {
	const startsAnyway = replies === 'resumeAndStart' || context.getMode() === 'retry';
	const going: INodeExecutionData[] = [];
	for (const item of items) {
		const { payload, references } = readReply(item.json);
		const execution = startsAnyway ? undefined : await findExecutionWithReply(context, references, payload);
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

/** The last task of each key that has not ended. */
const lastTasks = new Map<string, Promise<unknown>>();

/**
 * Runs a task when all earlier tasks with any of its keys have ended, in this process, also those that threw.
 * @throws what the task throws.
 */
export async function runOneAtATime<T>(keys: string[], task: () => Promise<T>): Promise<T> {
	const earlier = keys.map(async (key) => await lastTasks.get(key));
	const running = Promise.allSettled(earlier).then(task);
	for (const key of keys) lastTasks.set(key, running);
	try {
		return await running;
	} finally {
		for (const key of keys) if (lastTasks.get(key) === running) lastTasks.delete(key);
	}
}

/**
 * Finds the execution that has gone on with a reply in the stored data of n8n, which is there
 * as soon as the execution has gone on, in all processes and after a restart. Undefined if
 * there is none, or if n8n does not keep it.
 * @param payload Of the event, without its references.
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

/** The replies that Send and Wait has put out. */
const getReplies = (data: IRunExecutionData): unknown[] =>
	getItems(data)
		.filter(({ json }) => typeof json.repliedAt === 'string' && isRecord(json.message))
		.map(({ json }) => json.message);

/** The items that the nodes of an execution have put out, and those that the next ones are given. */
function getItems({ resultData, executionData }: IRunExecutionData): INodeExecutionData[] {
	const ran = Object.values(resultData.runData).flat();
	const waiting = executionData?.nodeExecutionStack ?? [];
	return [...ran, ...waiting].flatMap(({ data }) =>
		Object.values(data ?? {}).flatMap((outputs) => outputs.flatMap((items) => items ?? [])),
	);
}
