import type { NodeState } from '../n8n/polling';
import { hasFailed } from '../service/records';
import { readTime } from '../text/time';
import { type ListedRow, MAX_ITEMS, type FoundMessages, type ListPoll } from './messageReading';
import { areSameFilters, matchesFilters } from './settings';
import { type FailureSearch, rememberNewest, type State, withTimes } from './state';

const HOUR_MS = 3_600_000;

/** The most that a search goes back after a long time without any, in milliseconds. */
export const MAX_LOOK_BACK_MS = 7 * 24 * HOUR_MS;

/**
 * Finds the outbound messages that have failed since the last poll, oldest first. The list does not tell when a status
 * changed, so each poll searches the messages of the last hours again. The state is written last, once the messages
 * have been read.
 * @throws ServiceError if the list could not be read so far.
 */
export async function findFailedDeliveries(poll: ListPoll, state: NodeState<State>): Promise<FoundMessages> {
	const { account, send, reading } = poll;
	const { filters, sentWithinHours } = poll.settings;
	const windowMs = sentWithinHours * HOUR_MS;
	const stored = state.read();
	const before = stored && 'search' in stored ? stored : undefined;
	const findLowerBound = () => searchStart(before?.search, reading.completeUntil, windowMs);
	await reading.read(send, (added) => (added.at(-1)?.time ?? 0) < findLowerBound());
	const isSameList = before?.account === account && areSameFilters(before.filters, filters);
	// The first search leaves out messages that failed before it. A search of another list covers nothing of this one.
	const { coveredFrom, ...search } = before?.search ?? { searchedAt: reading.latestServiceTime, seen: {} };
	const rows = reading.oldestFirst.filter(
		({ time, message }) => time >= findLowerBound() && matchesFilters(filters, message),
	);
	const end = { searchedAt: reading.completeUntil, coveredFrom: reading.completeUntil - windowMs };
	const { due, isAll, next } = searchFailures(
		isSameList && coveredFrom !== undefined ? { ...search, coveredFrom } : search,
		rows,
		end,
	);
	// While some are left, the next search reads the previous list as well.
	const owner = isAll || !before ? { account, filters } : before;
	state.write({ account: owner.account, filters: owner.filters, search: next }, due.length > 0);
	return { rows: due, hasMoreBuffered: !isAll };
}

/** Returns the time of the oldest message to search: it was inside the window when the last search began. */
export const searchStart = (search: FailureSearch | undefined, now: number, windowMs: number): number =>
	Math.max(Math.min(search?.searchedAt ?? now, now) - windowMs, now - MAX_LOOK_BACK_MS);

/**
 * Returns the failed messages to hand over, and the state of the search after them.
 * @param rows Oldest first.
 * @param end When the search of these rows began, and where the next one may begin.
 */
export function searchFailures(
	search: FailureSearch,
	rows: readonly ListedRow[],
	end: { searchedAt: number; coveredFrom: number },
): { due: ListedRow[]; isAll: boolean; next: FailureSearch } {
	const { searchedAt, coveredFrom = Infinity, seen } = search;
	const found = rows.filter(({ id, message }) => hasFailed(message) && !Object.hasOwn(seen, id));
	const due = found.filter((row) => row.time >= coveredFrom || failureTime(row) >= searchedAt);
	const left = new Set(due.slice(MAX_ITEMS));
	const known = withTimes(
		seen,
		found.filter((row) => !left.has(row)),
	);
	if (left.size > 0) return { due: due.slice(0, MAX_ITEMS), isAll: false, next: { ...search, seen: known } };
	const remembered = rememberNewest(known, end.coveredFrom);
	return {
		due,
		isAll: true,
		next: {
			searchedAt: Math.max(end.searchedAt, searchedAt),
			coveredFrom: remembered.floor,
			seen: remembered.seen,
		},
	};
}

/** Returns the time of a failure. If the service does not say it, the message counts as failed since it was created. */
function failureTime({ message: { delivery_error: error }, time }: ListedRow): number {
	const { at } = (error ?? {}) as { at?: unknown };
	return readTime(at) ?? time;
}
