import type { IDataObject } from 'n8n-workflow';

import { comparableNumber } from '../numbers/spellings';
import type { ListedMessage } from '../service/records';
import {
	readParties,
	describeConversation,
	isOfConversation,
	readConversationChannel,
	readThreadId,
	toMessage,
	formatTranscript,
	joinMessageTexts,
} from './conversation';
import { readOptOut } from '../words/optOut';
import { readTime } from '../text/time';
import { compareAge } from './conversationReader';

/** A message with its time, in milliseconds since 1970. */
interface TimedMessage {
	time: number;
	message: ListedMessage;
}

/** New messages of one conversation: at least one. */
export type MessageGroup<Row extends TimedMessage> = [Row, ...Row[]];

/**
 * Groups messages by conversation. The messages of each keep their order; the conversations are in the order of their
 * first messages. A message that opts out or in is a group of its own.
 */
export function groupByConversation<Row extends TimedMessage>(
	rows: readonly Row[],
): Array<MessageGroup<Row>> {
	const groups: Array<MessageGroup<Row>> = [];
	/** The groups that a message may belong to, by its thread and by its numbers. */
	const known = new Map<string, Array<MessageGroup<Row>>>();
	for (const row of rows) {
		const keys = readOptOutRequest(row.message) ? [] : conversationKeys(row.message);
		const candidates = keys.flatMap((key) => known.get(key) ?? []);
		const group = candidates.find((one) => belongsTo(row.message, one));
		if (group) group.push(row);
		else groups.push([row]);
		const joined = group ?? groups.at(-1);
		for (const key of keys) {
			const some = known.get(key) ?? [];
			if (joined && !some.includes(joined)) known.set(key, [...some, joined]);
		}
	}
	return groups;
}

/** Returns keys for the thread of a message, if it is known, and for its two numbers. */
function conversationKeys(message: ListedMessage): string[] {
	const { own, other } = readParties(message);
	const threadId = readThreadId(message);
	const numbers = JSON.stringify([comparableNumber(own), comparableNumber(other)]);
	return threadId === undefined ? [numbers] : [`thread ${threadId}`, numbers];
}

function belongsTo(message: ListedMessage, group: MessageGroup<TimedMessage>): boolean {
	const { own, other } = readParties(group[0].message);
	const threadId = group.map((row) => readThreadId(row.message)).find((one) => one !== undefined);
	return isOfConversation(message, { threadId, contact: other, ourNumber: own });
}

/**
 * Returns the newest messages of a conversation, oldest first, back to the last pause.
 * @param rows The newest first. The first one identifies the conversation.
 */
export function selectNewestBurst<Row extends TimedMessage>(rows: readonly Row[], pauseMs: number): Row[] {
	const conversation = (groupByConversation(rows)[0] ?? []).toReversed();
	return sliceBurst(conversation, conversation.length - 1, pauseMs);
}

/**
 * Makes the item of a conversation, in the form of Message > Get Conversation.
 * @param messages The new messages of the conversation, the oldest first.
 * @param timeZone The zone of the times in the transcript, by its IANA name.
 */
export function toConversationItem(
	messages: readonly [ListedMessage, ...ListedMessage[]],
	timeZone: string,
): IDataObject {
	const newest = messages.at(-1) ?? messages[0];
	const optOut = readOptOutRequest(newest);
	return {
		...describeConversation(newest, readConversationChannel(messages)),
		text: joinMessageTexts(messages),
		transcript: formatTranscript(messages, timeZone),
		messageId: newest.id,
		...(optOut && { optOut }),
		messages: messages.map(toMessage),
	};
}

/** Reads a message as an opt-out or opt-in of the person; undefined if it is neither. */
export const readOptOutRequest = (message: ListedMessage): 'out' | 'in' | undefined =>
	message.direction === 'inbound' ? readOptOut(toMessage(message).text) : undefined;

/**
 * Returns the messages up to one of them that follow each other without a pause.
 * @param rows The oldest first; `time` in milliseconds.
 * @param end The position of the last one.
 */
function sliceBurst<Row extends { time: number }>(rows: readonly Row[], end: number, pauseMs: number): Row[] {
	const before = rows.slice(0, end + 1);
	const start = before.findLastIndex(
		({ time }, index) => time - (before[index - 1]?.time ?? -Infinity) >= pauseMs,
	);
	return before.slice(start);
}

/**
 * Selects what a person has written without a pause up to a message, the oldest first. The result depends
 * on the times of the messages alone, so that several executions agree: of the messages of a burst, only the last one gets
 * it, and the others get undefined.
 * @param messages The messages of one conversation, in any order. The message is among them.
 * @param id The ID of the message. A message that opts out or in is a burst of its own.
 * @returns undefined if the person has written again within the pause, so that the message is not the last one.
 */
export function selectBurst(
	messages: readonly ListedMessage[],
	id: string,
	pauseMs: number,
): ListedMessage[] | undefined {
	const optOut = messages.filter((message) => message.id === id && readOptOutRequest(message));
	if (optOut.length > 0) return optOut;
	const rows = messages
		.filter((message) => message.direction === 'inbound' && !readOptOutRequest(message))
		.sort(compareAge)
		.map((message) => ({ message, time: readTime(message.created_at) ?? 0 }));
	const end = rows.findIndex(({ message }) => message.id === id);
	const [self, next] = [rows[end], rows[end + 1]];
	if (self && next && next.time - self.time < pauseMs) return undefined;
	return sliceBurst(rows, end, pauseMs).map(({ message }) => message);
}
