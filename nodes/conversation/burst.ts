import { readOptOut } from '../words/optOut';
import { readTime } from '../text/time';
import type { ListedMessage } from '../service/records';
import { toMessage } from './conversation';
import { compareAge } from './conversationReader';

/** Reads a message as an opt-out or opt-in of the person; undefined if it is neither. */
export const readOptOutRequest = (message: ListedMessage): 'out' | 'in' | undefined =>
	message.direction === 'inbound' ? readOptOut(toMessage(message).text) : undefined;

/**
 * Returns the messages up to one of them that follow each other without a pause.
 * @param rows The oldest first; `time` in milliseconds.
 * @param end The position of the last one.
 */
export function sliceBurst<Row extends { time: number }>(
	rows: readonly Row[],
	end: number,
	pauseMs: number,
): Row[] {
	const before = rows.slice(0, end + 1);
	const start = before.findLastIndex(
		({ time }, index) => time - (before[index - 1]?.time ?? -Infinity) >= pauseMs,
	);
	return before.slice(start);
}

/**
 * Selects what a person has written without a pause up to a message, the oldest first. Only the times of the messages
 * decide, and everybody who asks gets the same result: each message is in the burst of exactly one message, the last
 * one.
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
