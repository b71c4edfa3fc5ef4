import { compareAge, isOfConversation, timeOf } from './conversation';
import type { Message } from './message';

/** New messages of one conversation: at least one. */
export type MessageGroup<Row extends Message> = [Row, ...Row[]];

/**
 * Groups messages by conversation. The messages of each keep their order; the conversations are in the order of their
 * first messages. A message that opts out or in is a group of its own.
 */
export function groupByConversation<Row extends Message>(messages: readonly Row[]): Array<MessageGroup<Row>> {
	const groups: Array<MessageGroup<Row>> = [];
	/** The groups that a message may belong to, by its thread and by its numbers. */
	const known = new Map<string, Array<MessageGroup<Row>>>();
	for (const message of messages) {
		const keys = message.optOut ? [] : conversationKeys(message);
		const candidates = keys.flatMap((key) => known.get(key) ?? []);
		const group = candidates.find((one) => belongsTo(message, one));
		if (group) group.push(message);
		else groups.push([message]);
		const joined = group ?? groups.at(-1);
		for (const key of keys) {
			const some = known.get(key) ?? [];
			if (joined && !some.includes(joined)) known.set(key, [...some, joined]);
		}
	}
	return groups;
}

/** Returns keys for the thread of a message, if it is known, and for its two numbers. */
function conversationKeys({ threadId, contact, ourNumber }: Message): string[] {
	const numbers = JSON.stringify([ourNumber?.comparable, contact?.comparable]);
	return threadId === undefined ? [numbers] : [`thread ${threadId}`, numbers];
}

function belongsTo(message: Message, group: MessageGroup<Message>): boolean {
	const { contact, ourNumber } = group[0];
	const threadId = group.map((one) => one.threadId).find((one) => one !== undefined);
	return isOfConversation(message, { threadId, contact, ourNumber });
}

/**
 * Returns the newest messages of a conversation, oldest first, back to the last pause.
 * @param messages The newest first. The first one identifies the conversation.
 */
export function selectNewestBurst<Row extends Message>(messages: readonly Row[], pauseMs: number): Row[] {
	const conversation = (groupByConversation(messages)[0] ?? []).toReversed();
	return sliceBurst(conversation, conversation.length - 1, pauseMs);
}

/**
 * Returns the messages up to one of them that follow each other without a pause.
 * @param messages The oldest first.
 * @param end The position of the last one.
 */
function sliceBurst<Row extends Message>(messages: readonly Row[], end: number, pauseMs: number): Row[] {
	const before = messages.slice(0, end + 1);
	const start = before.findLastIndex((message, index) => {
		const previous = before[index - 1];
		return previous === undefined || timeOf(message) - timeOf(previous) >= pauseMs;
	});
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
	messages: readonly Message[],
	id: string,
	pauseMs: number,
): Message[] | undefined {
	const optOut = messages.filter((message) => message.id === id && message.optOut);
	if (optOut.length > 0) return optOut;
	const rows = messages
		.filter(({ direction, optOut: asked }) => direction === 'inbound' && !asked)
		.sort(compareAge);
	const end = rows.findIndex((message) => message.id === id);
	const [self, next] = [rows[end], rows[end + 1]];
	if (self && next && timeOf(next) - timeOf(self) < pauseMs) return undefined;
	return sliceBurst(rows, end, pauseMs);
}
