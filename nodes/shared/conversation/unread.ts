import type { ListedMessage } from '../wire/records';
import { readTime } from '../wire/time';

/**
 * Nobody reads and answers a message in less time, in milliseconds, also where the service tells times in whole
 * seconds. An automation can, but one that waits for a pause before it answers does not. A workflow takes less from its
 * last look at the conversation until its answer is stored.
 */
const LEAST_ANSWER_TIME_MS = 3_000;

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
 * Puts the person's messages that were unread whenever the account wrote after them behind its last message, since they
 * wait for an answer.
 * @param records The oldest first.
 */
export function withUnreadLast(records: readonly ListedMessage[]): ListedMessage[] {
	const isInbound = ({ direction }: ListedMessage) => direction === 'inbound';
	const end = records.findLastIndex((record) => !isInbound(record)) + 1;
	const isUnanswered = (record: ListedMessage, index: number) =>
		isInbound(record) &&
		records.slice(index, end).every((later) => isInbound(later) || isUnread(record, later));
	const before = records.slice(0, end);
	return [
		...before.filter((record, index) => !isUnanswered(record, index)),
		...before.filter(isUnanswered),
		...records.slice(end),
	];
}
