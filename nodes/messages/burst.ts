import { compareAge, isOfConversation, toTimeMs } from './conversation';
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
	return conversation.slice(
		conversation.findLastIndex((_, index) => followsPause(conversation, index, pauseMs)),
	);
}

/** Tells whether a message is the first one, or came at least a pause after the one before it. */
const followsPause = (
	messages: ReadonlyArray<Pick<Message, 'at'>>,
	index: number,
	pauseMs: number,
): boolean => {
	const [previous, message] = [messages[index - 1], messages[index]];
	return !previous || !message || toTimeMs(message) - toTimeMs(previous) >= pauseMs;
};

/** A message, as far as bursts are found by it. */
export type BurstMessage = Pick<Message, 'id' | 'at' | 'latestAt' | 'direction' | 'optOut'>;

/**
 * Finds the burst that a message of a person belongs to: what they have written before and after it without a pause, the
 * oldest first. It depends on the times of the messages alone, so that several executions agree.
 * @param messages The messages of one conversation, in any order. A message that opts out or in is a burst of its own.
 * @returns no message if this one is not among them.
 */
export function findBurst<Row extends BurstMessage>(
	messages: readonly Row[],
	id: string,
	pauseMs: number,
): Array<Row & { id: string }> {
	const identified = messages.filter((message): message is Row & { id: string } => message.id !== undefined);
	const optOut = identified.filter((message) => message.id === id && message.optOut);
	if (optOut.length > 0) return optOut;
	const rows = identified
		.filter(({ direction, optOut: asked }) => direction === 'inbound' && !asked)
		.sort(compareAge);
	const own = rows.findIndex((message) => message.id === id);
	const start = rows.findLastIndex((_, index) => index <= own && followsPause(rows, index, pauseMs));
	const next = rows.findIndex((_, index) => index > own && followsPause(rows, index, pauseMs));
	return own < 0 ? [] : rows.slice(start, next < 0 ? undefined : next);
}

/** The multiple of the pause after which a burst is handed over although the person has not paused. */
export const MAX_WAIT_IN_PAUSES = 10;

/** Returns when a burst is over, in milliseconds since 1970. @param burst The oldest first. */
export const computeBurstEnd = (
	burst: readonly [Pick<Message, 'at' | 'latestAt'>, ...Array<Pick<Message, 'at' | 'latestAt'>>],
	pauseMs: number,
): number => {
	const newest = burst.at(-1) ?? burst[0];
	// Services round timestamps down.
	const writtenAt = newest.latestAt ?? toTimeMs(newest);
	return Math.min(writtenAt + pauseMs, toTimeMs(burst[0]) + MAX_WAIT_IN_PAUSES * pauseMs);
};
