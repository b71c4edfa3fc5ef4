import type { ListedMessage } from '../shared/wire/records';
import { readLatestTime } from '../shared/wire/time';
import { type Conversation, groupByConversation } from './conversations';
import { isDatedAhead, type TimesById } from './cursor';
import { MAX_MESSAGES, type Selection } from './messageList';
import type { ListedRow } from './messagePages';

/** A conversation without a pause is handed over after so many times the pause. */
export const MAX_WAIT_IN_PAUSES = 10;

/**
 * The most messages that are remembered by ID since the first one that waits. A conversation during whose wait more
 * than that are handed over does not wait any longer.
 */
export const MAX_REMEMBERED_WHILE_WAITING = 10_000;

/** The new messages that one poll reads of a long backlog; more if they came within the longest wait. */
const MAX_READ_WHILE_WAITING = 10_000;

/** Decides which conversations wait. Times are in milliseconds. */
interface PauseRule {
	/** The time for which the person must not have written. */
	pauseMs: number;
	/** Tells if a message passes the filters. One that does not is never waited for. */
	isWanted(message: ListedMessage): boolean;
	/** The messages that have been handed over, as the cursor remembers them. */
	seen: TimesById;
	/** The latest time that the service's clock may show now, since 1970. */
	now(): number;
}

/**
 * Hands over the conversations in which the person has paused, up to 1,000 at once. The others wait, as long as
 * ten times the pause at most.
 */
export const selectPaused = (rule: PauseRule): Selection => ({
	isEnough(rows) {
		const spanMs = (rows[0]?.time ?? 0) - (rows.at(-1)?.time ?? 0);
		return rows.length >= MAX_READ_WHILE_WAITING && spanMs >= MAX_WAIT_IN_PAUSES * rule.pauseMs;
	},
	select(rows, { readUntil, isWhole }) {
		const conversations = groupByConversation(rows.filter(({ message }) => rule.isWanted(message)));
		const paused = conversations.filter((conversation) => !isWaiting(conversation, readUntil, rule));
		// The part of a list that could be read may be too short to show any pause.
		const due =
			isWhole || paused.length > 0
				? paused
				: conversations.filter((conversation) => hasWaitedLongest(conversation, rule.now(), rule));
		const chosen = new Set(due.slice(0, MAX_MESSAGES));
		const waiting = conversations.filter((conversation) => !chosen.has(conversation));
		const left = new Set(withoutOldest(waiting, rows, rule.seen).flat());
		return rows.filter((row) => !left.has(row));
	},
});

/** Tells if the last pause of the person was too short at a time, and the longest wait is not over. */
function isWaiting(conversation: Conversation, time: number, rule: PauseRule): boolean {
	const newest = writtenMessages(conversation, rule).at(-1);
	if (!newest || hasWaitedLongest(conversation, time, rule)) return false;
	// Services round timestamps down.
	const writtenAt = readLatestTime(newest.message.created_at) ?? newest.time;
	return time < writtenAt + rule.pauseMs;
}

function hasWaitedLongest(conversation: Conversation, time: number, rule: PauseRule): boolean {
	const [oldest] = writtenMessages(conversation, rule);
	return oldest !== undefined && time >= oldest.time + MAX_WAIT_IN_PAUSES * rule.pauseMs;
}

/** The messages of the person, without those whose time cannot be right. */
const writtenMessages = (conversation: Conversation, { now }: PauseRule): ListedRow[] =>
	conversation.filter((row) => row.message.direction === 'inbound' && !isDatedAhead(row, now()));

/**
 * Leaves out the conversations that have waited for longest, until all messages since the first of the
 * others can be remembered.
 * @param waiting The ones that have waited for longest first.
 * @param rows All new messages.
 */
function withoutOldest(waiting: Conversation[], rows: readonly ListedRow[], seen: TimesById): Conversation[] {
	const times = [...Object.values(seen), ...rows.map(({ time }) => time)];
	let waitingMessages = waiting.flat().length;
	const first = waiting.findIndex((conversation) => {
		const [{ time: start }] = conversation;
		const remembered = times.filter((time) => time >= start).length - waitingMessages;
		waitingMessages -= conversation.length;
		return remembered <= MAX_REMEMBERED_WHILE_WAITING;
	});
	return first < 0 ? [] : waiting.slice(first);
}
