import type { NodeState } from '../n8n/polling';
import {
	type DatedMessage,
	MAX_ITEMS,
	type PollRun,
	fetchBackTo,
	toOldestFirst,
	type FailureSearch,
	rememberNewest,
	type State,
	addTimes,
} from './messageSearch';
import { areSameFilters, matchesFilters } from './settings';

const HOUR_MS = 3_600_000;

/** The furthest that a search goes back after a long break, in milliseconds. */
export const MAX_LOOK_BACK_MS = 7 * 24 * HOUR_MS;

/**
 * Finds the outbound messages that have failed since the last poll, oldest first. The list does not tell when a status
 * changed, so each poll searches the messages of the last hours again. The state is written last, once the messages
 * have been read.
 * @throws ServiceError if the list could not be read that far.
 */
export async function findFailedDeliveries(poll: PollRun, state: NodeState<State>): Promise<DatedMessage[]> {
	const { account, reading } = poll;
	const { filters, sentWithinHours } = poll.settings;
	const windowMs = sentWithinHours * HOUR_MS;
	const stored = state.find();
	const previous = stored && 'search' in stored ? stored : undefined;
	const getLowerBound = () =>
		computeSearchStart(previous?.search, reading.firstAnswer?.requestedAt ?? 0, windowMs);
	await fetchBackTo(poll, getLowerBound);
	const { requestedAt = 0, latest = 0 } = reading.firstAnswer ?? {};
	const isSameList = previous?.account === account && areSameFilters(previous.filters, filters);
	// The first search leaves out messages that failed before it. After a change of the account or the filters, only the
	// time of the failure counts, and not what earlier searches covered.
	const { searchedBackTo, ...search } = previous?.search ?? { searchedAt: latest, seen: {} };
	const rows = toOldestFirst(reading).filter(
		(message) => message.at >= getLowerBound() && matchesFilters(filters, message),
	);
	const searchTimes = { searchedAt: requestedAt, searchedBackTo: requestedAt - windowMs };
	const { due, isComplete, next } = selectDueFailures(
		isSameList && searchedBackTo !== undefined ? { ...search, searchedBackTo } : search,
		rows,
		searchTimes,
	);
	// While some are left, the previous account and filters stay stored, so that the next search still sees that they have
	// changed.
	const listIdentity = isComplete || !previous ? { account, filters } : previous;
	state.write({ account: listIdentity.account, filters: listIdentity.filters, search: next }, due.length > 0);
	return due;
}

/** Returns the time back to which the list is searched: one window before the last search, and a week ago at most. */
export const computeSearchStart = (
	search: FailureSearch | undefined,
	now: number,
	windowMs: number,
): number => Math.max(Math.min(search?.searchedAt ?? now, now) - windowMs, now - MAX_LOOK_BACK_MS);

/**
 * Returns the failed messages to hand over, and the state of the search after them.
 * @param rows Oldest first.
 * @param searchTimes When the search of these rows began, and where the next one may begin.
 */
export function selectDueFailures(
	search: FailureSearch,
	rows: readonly DatedMessage[],
	searchTimes: { searchedAt: number; searchedBackTo: number },
): { due: DatedMessage[]; isComplete: boolean; next: FailureSearch } {
	const { searchedAt, searchedBackTo = Infinity, seen } = search;
	const found = rows.filter(({ id, failed }) => failed && !Object.hasOwn(seen, id));
	const due = found.filter((row) => row.at >= searchedBackTo || getFailureTime(row) >= searchedAt);
	const left = new Set(due.slice(MAX_ITEMS));
	const known = addTimes(
		seen,
		found.filter((row) => !left.has(row)),
	);
	if (left.size > 0)
		return { due: due.slice(0, MAX_ITEMS), isComplete: false, next: { ...search, seen: known } };
	const remembered = rememberNewest(known, searchTimes.searchedBackTo);
	return {
		due,
		isComplete: true,
		next: {
			searchedAt: Math.max(searchTimes.searchedAt, searchedAt),
			searchedBackTo: remembered.floor,
			seen: remembered.seen,
		},
	};
}

/** Returns the time of a failure. If the service does not say it, the message counts as failed since it was created. */
const getFailureTime = ({ failedAt, at }: DatedMessage): number => failedAt ?? at;
