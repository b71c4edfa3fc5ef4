import { hasFailed, type ListedMessage } from '../service/records';
import { readTime } from '../text/time';

/**
 * Nobody reads and answers a message in less time, in milliseconds, also where the service tells times in whole
 * seconds. An automation can, but one that waits for a pause before it answers does not. A workflow takes less from its
 * last look at the conversation until its answer is stored.
 */
const MIN_ANSWER_TIME_MS = 3_000;

/**
 * Tells whether a message of the account went out too soon to answer a message of the person. The AI agents of the
 * service need no time.
 */
export function isTooSoonToAnswer(inbound: ListedMessage, outbound: ListedMessage): boolean {
	if (outbound.is_ai_generated === true) return false;
	const [from, to] = [readTime(inbound.created_at), readTime(outbound.created_at)];
	return from !== undefined && to !== undefined && from <= to && to - from < MIN_ANSWER_TIME_MS;
}

/**
 * Tells whether a later message of the account answers a message of the person. One that does not arrive, or was
 * written before that could be read, does not.
 */
export const isAnswer = (inbound: ListedMessage, outbound: ListedMessage): boolean =>
	!hasFailed(outbound) && !isTooSoonToAnswer(inbound, outbound);

/**
 * Puts the person's messages that have no answer behind the last message of the account, since they wait for one.
 * @param records The oldest first.
 */
export function withUnansweredLast(records: readonly ListedMessage[]): ListedMessage[] {
	const isInbound = ({ direction }: ListedMessage) => direction === 'inbound';
	const end = records.findLastIndex((record) => !isInbound(record)) + 1;
	const isUnanswered = (record: ListedMessage, index: number) =>
		isInbound(record) &&
		records.slice(index, end).every((later) => isInbound(later) || !isAnswer(record, later));
	const before = records.slice(0, end);
	return [
		...before.filter((record, index) => !isUnanswered(record, index)),
		...before.filter(isUnanswered),
		...records.slice(end),
	];
}
