import type { IDataObject } from 'n8n-workflow';

import {
	describeConversation,
	readConversationChannel,
	toMessage,
} from '../shared/conversation/conversation';
import { formatTranscript } from '../shared/conversation/transcript';
import { conversationEnds } from '../shared/wire/channel';
import { comparableNumber } from '../shared/wire/comparableNumber';
import type { ListedMessage } from '../shared/wire/records';
import type { ListedRow } from './messagePages';

/** New messages of one conversation: at least one. */
export type Conversation = [ListedRow, ...ListedRow[]];

/**
 * The messages of each conversation in the given order; the conversations in the order of their first messages.
 * Messages with the same `thread_id` belong together (interface section 2); those without one, if they are between
 * the same two numbers.
 */
export function groupByConversation(rows: readonly ListedRow[]): Conversation[] {
	const conversations = new Map<string, Conversation>();
	for (const row of rows) {
		const key = conversationKey(row.message);
		const conversation = conversations.get(key);
		if (conversation) conversation.push(row);
		else conversations.set(key, [row]);
	}
	return [...conversations.values()];
}

function conversationKey(message: ListedMessage): string {
	const { thread_id: threadId } = message;
	if (typeof threadId === 'string' && threadId !== '') return JSON.stringify([threadId]);
	const { own, other } = conversationEnds(message);
	return JSON.stringify([comparableNumber(own), comparableNumber(other)]);
}

/**
 * The newest messages of a conversation, oldest first, up to a pause before them.
 * @param rows The newest first. The first one tells the conversation.
 */
export function selectNewestBurst(rows: readonly ListedRow[], pauseMs: number): ListedRow[] {
	const conversation: ListedRow[] = groupByConversation(rows)[0] ?? [];
	const start = conversation.findIndex(({ time }, index) => {
		const next = conversation[index + 1];
		return !next || time - next.time >= pauseMs;
	});
	return conversation.slice(0, start + 1).reverse();
}

/**
 * The item of a conversation, in the form of Message > Get Conversation.
 * @param conversation The oldest message first.
 * @param timeZone The zone of the times in the text, by its IANA name.
 */
export function toConversationItem(conversation: Conversation, timeZone: string): IDataObject {
	const records = conversation.map(({ message }) => message);
	const newest = records.at(-1) ?? conversation[0].message;
	return {
		...describeConversation(newest, readConversationChannel(records)),
		text: formatTranscript(records, timeZone),
		messages: records.map(toMessage),
	};
}
