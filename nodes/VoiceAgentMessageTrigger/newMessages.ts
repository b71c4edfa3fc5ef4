import type { IPollFunctions } from 'n8n-workflow';

import { type Cursor, isNew, startAfter } from './cursor';
import { areSameFilters, matchesNewFilters, matchesFilters } from './filters';
import { toItems } from './items';
import { log } from './log';
import { formatTime } from '../shared/wire/time';
import { findNew, readNewest } from './messageList';
import type { ListedRow, MessagePages } from './messagePages';
import { nameUnreadable, openPages, toPollFailure } from './pollPages';
import type { Poll, PollResult } from './pollTypes';
import { hashAccount } from './state';
import type { NewMessagesState } from './storedState';

/**
 * The most that a message may be dated later than the service's clock
 * without a warning in the log, in milliseconds.
 */
const CLOCK_SKEW_MS = 60_000;

/** The messages since the last poll, oldest first. The state moves past them last, when they are at hand. */
export async function newMessages(poll: Poll): Promise<PollResult> {
	const { context, owner, settings, store } = poll;
	const { filters } = settings;
	const stored = store.read();
	const state = stored && 'places' in stored ? stored : undefined;
	const latest = state?.places.at(-1);
	if (state && latest && areSameFilters(latest.filters, filters)) return await continuePolling(poll, state);

	const pages = openPages(poll, filters);
	const cursor = await readStartCursor(pages);
	nameUnreadable(poll, pages);
	if (!cursor) return { items: null, failure: toPollFailure(pages, context) };
	const start = { filters, cursor };
	if (!state) {
		store.write({ account: hashAccount(settings.client, owner), places: [start] }, false);
		return { items: null };
	}
	log(context, 'info', 'The filters have changed. Older messages that only the new ones let in do not come.');
	const changed = { ...state, places: [...state.places, start] };
	store.write(changed, false);
	return await continuePolling(poll, changed);
}

/** Hands over the messages since the oldest place of the state. */
async function continuePolling(poll: Poll, state: NewMessagesState): Promise<PollResult> {
	const { context, owner, settings, store } = poll;
	const [place, ...others] = state.places;
	if (!place) return { items: null };
	const pages = openPages(poll, place.filters);
	const finding = await findNew(place.cursor, pages);
	nameUnreadable(poll, pages);

	const account = hashAccount(settings.client, owner);
	if (account !== state.account && finding.isFamiliar === false) return await startAgain(poll, account);

	const [next] = others;
	const isPlaceDone = next !== undefined && finding.isComplete;
	const messages = finding.rows
		.filter(({ message }) => matchesFilters(place.filters, message))
		.filter((row) => !next || (matchesNewFilters(settings.filters, row.message) && !isNew(next.cursor, row)))
		.map(({ message }) => message);
	const items = toItems(messages, settings.simplify);
	warnOfFutureDates(context, finding.rows, pages.now);
	const isKnown = finding.isFamiliar !== undefined;
	if (finding.cursor !== place.cursor || isPlaceDone || (isKnown && account !== state.account)) {
		const places = isPlaceDone ? others : [{ ...place, cursor: finding.cursor }, ...others];
		store.write({ account: isKnown ? account : state.account, places }, items.length > 0);
	}
	return {
		items: items.length > 0 ? [items] : null,
		...(pages.stop?.kind === 'failed' && { failure: toPollFailure(pages, context) }),
	};
}

/** Starts from now, since the messages are those of another account. */
async function startAgain(poll: Poll, account: string): Promise<PollResult> {
	const { context, settings, store } = poll;
	const pages = openPages(poll, settings.filters);
	const cursor = await readStartCursor(pages);
	if (!cursor) return { items: null, failure: toPollFailure(pages, context) };
	log(
		context,
		'warn',
		'The credential leads to another account now. Polling starts with messages that arrive from now on.',
	);
	store.write({ account, places: [{ filters: settings.filters, cursor }] }, false);
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

function warnOfFutureDates(context: IPollFunctions, rows: ListedRow[], now: number): void {
	const late = rows.filter(({ time }) => time > now + CLOCK_SKEW_MS);
	if (late.length === 0) return;
	const names = late.slice(0, 5).map(({ id, time }) => `${id} (${formatTime(time)})`);
	const others = late.length > 5 ? ` and ${late.length - 5} others` : '';
	log(
		context,
		'warn',
		`Messages are dated later than the service's clock: ${names.join(', ')}${others}. They are taken as sent now.`,
	);
}
