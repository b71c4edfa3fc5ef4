import type { NodeState } from '../shared/n8n/nodeState';
import type { ListedMessage } from '../shared/wire/records';
import { formatTime } from '../shared/wire/time';
import { type Cursor, isDatedAhead, isNew, startAfter } from './cursor';
import { findNew, readNewest } from './messageList';
import type { ListedRow, MessagePages } from './messagePages';
import { selectPaused } from './pause';
import type { PollResult, PollRun } from './pollRun';
import { areSameFilters, matchesFilters, matchesNewFilters } from './settings';
import type { NewMessagesState, State } from './state';

/** The messages since the last poll, oldest first. The state moves past them last, when they are at hand. */
export async function findNewMessages(run: PollRun, state: NodeState<State>): Promise<PollResult> {
	const { filters } = run.settings;
	const stored = state.read();
	const before = stored && 'places' in stored ? stored : undefined;
	const latest = before?.places.at(-1);
	if (before && latest && areSameFilters(latest.filters, filters)) {
		return await continuePolling(run, state, before);
	}
	const pages = run.openPages();
	const cursor = await readStartCursor(pages);
	run.nameUnreadable(pages);
	if (!cursor) return { items: null, failure: run.toFailure(pages) };
	const start = { filters, cursor };
	if (!before) {
		state.write({ account: run.account, places: [start] }, false);
		return { items: null };
	}
	run.log('info', 'The filters have changed. Older messages that only the new ones let in do not come.');
	const changed = { ...before, places: [...before.places, start] };
	state.write(changed, false);
	return await continuePolling(run, state, changed);
}

/** Hands over the messages since the oldest place of the state. */
async function continuePolling(
	run: PollRun,
	state: NodeState<State>,
	before: NewMessagesState,
): Promise<PollResult> {
	const { account, settings } = run;
	const [place, ...others] = before.places;
	if (!place) return { items: null };
	const [next] = others;
	const { pauseMs } = settings;
	const pages = run.openPages(place.filters);
	const isWanted = (message: ListedMessage) => matchesFilters(place.filters, message);
	// What came before the filters were changed is not held back: its conversations go on in the next place.
	const selection =
		pauseMs === undefined || next
			? undefined
			: selectPaused({ pauseMs, isWanted, seen: place.cursor.seen, now: () => pages.now });
	const finding = await findNew(place.cursor, pages, selection);
	run.nameUnreadable(pages);

	const isOtherAccount = account !== before.account;
	if (isOtherAccount && finding.isFamiliar === false) return await startAgain(run, state);

	const isPlaceDone = next !== undefined && finding.isComplete;
	const rows = finding.rows
		.filter(({ message }) => isWanted(message))
		.filter((row) => !next || (matchesNewFilters(settings.filters, row.message) && !isNew(next.cursor, row)));
	warnOfFutureDates(run, finding.rows, pages.now);
	const isKnown = finding.isFamiliar !== undefined;
	if (finding.cursor !== place.cursor || isPlaceDone || (isKnown && isOtherAccount)) {
		const places = isPlaceDone ? others : [{ ...place, cursor: finding.cursor }, ...others];
		state.write({ account: isKnown ? account : before.account, places }, rows.length > 0);
	}
	return {
		items: run.toItems(rows),
		...(pages.stop?.kind === 'failed' && { failure: run.toFailure(pages) }),
	};
}

/** Starts from now, since the messages are those of another account. */
async function startAgain(run: PollRun, state: NodeState<State>): Promise<PollResult> {
	const pages = run.openPages();
	const cursor = await readStartCursor(pages);
	if (!cursor) return { items: null, failure: run.toFailure(pages) };
	run.log(
		'warn',
		'The credential leads to another account now. Polling starts with messages that arrive from now on.',
	);
	state.write({ account: run.account, places: [{ filters: run.settings.filters, cursor }] }, false);
	return { items: null };
}

/**
 * The cursor after all existing messages, which do not start the
 * workflow; undefined if the list cannot be read.
 */
async function readStartCursor(pages: MessagePages): Promise<Cursor | undefined> {
	const first = await readNewest(pages);
	const isEnd = first && (await pages.isEnd(first));
	return isEnd === undefined ? undefined : startAfter(first?.rows ?? [], isEnd, pages.now);
}

function warnOfFutureDates(run: PollRun, rows: ListedRow[], now: number): void {
	const late = rows.filter((row) => isDatedAhead(row, now));
	if (late.length === 0) return;
	const names = late.slice(0, 5).map(({ id, time }) => `${id} (${formatTime(time)})`);
	const others = late.length > 5 ? ` and ${late.length - 5} others` : '';
	run.log(
		'warn',
		`Messages are dated later than the service's clock: ${names.join(', ')}${others}. They are taken as sent now.`,
	);
}
