import type { IDataObject } from 'n8n-workflow';

import { comparableNumber } from '../numbers/comparableNumber';
import type { ListedMessage } from '../service/records';
import { readOptOutRequest, sliceBurst } from './burst';
import {
	readParties,
	describeConversation,
	isOfConversation,
	readConversationChannel,
	readThreadId,
	toMessage,
} from './conversation';
import { formatTranscript, joinWords } from './transcript';

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
		text: joinWords(messages),
		transcript: formatTranscript(messages, timeZone),
		messageId: newest.id,
		...(optOut && { optOut }),
		messages: messages.map(toMessage),
	};
}
