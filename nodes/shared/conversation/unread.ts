import type { ListedMessage } from '../wire/records';
import { readTime } from '../wire/time';

/**
 * Nobody reads and answers a message in less time, in milliseconds. An automation can, but one that waits for a
 * pause before it answers does not. A workflow takes less from its last look at the conversation until its answer is
 * stored.
 */
const LEAST_ANSWER_TIME_MS = 2_000;

/**
 * Tells whether a message of the account was written before a message of the person could be read. The AI agents of
 * the service read at once.
 */
export function isUnread(inbound: ListedMessage, outbound: ListedMessage): boolean {
	if (outbound.is_ai_generated === true) return false;
	const [from, to] = [readTime(inbound.created_at), readTime(outbound.created_at)];
	return from !== undefined && to !== undefined && from <= to && to - from < LEAST_ANSWER_TIME_MS;
}

/**
 * Puts the person's messages that were unread when the last message of the account went out behind it, since they
 * wait for an answer.
 * @param records The oldest first.
 */
export function withUnreadLast(records: readonly ListedMessage[]): ListedMessage[] {
	const index = records.findLastIndex(({ direction }) => direction !== 'inbound');
	const outbound = records[index];
	if (!outbound) return [...records];
	const before = records.slice(0, index);
	const isAnswered = (record: ListedMessage) => record.direction !== 'inbound' || !isUnread(record, outbound);
	return [
		...before.filter(isAnswered),
		outbound,
		...before.filter((record) => !isAnswered(record)),
		...records.slice(index + 1),
	];
}
