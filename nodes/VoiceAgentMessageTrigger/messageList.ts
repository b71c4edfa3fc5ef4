import { PAGE_SIZE } from '../shared/wire/limits';
import type { ListedMessage } from '../shared/wire/records';
import { timeOf, type Cursor } from './cursor';

/** The most pages that one poll hands over; what is beyond them follows with the next poll. */
export const MOST_PAGES = 10;

/** What arrives while pages are read moves the end of the list further back; this is how far it is followed. */
const MOST_PAGES_BEHIND = 100;

/** Further than this no list goes on. */
const FARTHEST_OFFSET = 2 ** 26;

/** One page of list-messages, newest first (interface section 4). */
export interface MessagePage {
	messages: ListedMessage[];
	hasMore: boolean;
}

/** Gives a page. @throws When the service does not answer. */
export type FetchPage = (offset: number, limit: number) => Promise<MessagePage>;

/** Messages from some place of the list on, newest first. */
export interface Stretch {
	messages: ListedMessage[];
	/** Whether nothing further back is wanted. */
	isComplete: boolean;
}

/**
 * The messages from the cursor's floor on, newest first: all of them, or the oldest ones when more are new than one poll hands over.
 * Dates are not asked for, since the interface does not name that filter. Undefined for a list without an end.
 */
export async function messagesSince(
	{ floor, seen }: Cursor,
	fetchPage: FetchPage,
): Promise<ListedMessage[] | undefined> {
	// Those that were handed over before stand between the floor and the new ones.
	const reach = seen.size + MOST_PAGES * PAGE_SIZE;
	const newest = await readBack(0, floor, Math.ceil(reach / PAGE_SIZE), fetchPage);
	if (newest.isComplete) return newest.messages;
	const end = await offsetOf(floor, reach, fetchPage);
	if (end === undefined) return undefined;
	const start = Math.max(0, end - PAGE_SIZE - reach);
	const oldest = await readBack(start, floor, MOST_PAGES_BEHIND, fetchPage);
	return oldest.isComplete ? oldest.messages : undefined;
}

/** The newest message that is wanted, as far back as a poll reads. */
export async function newestMessage(
	isWanted: (message: ListedMessage) => boolean,
	fetchPage: FetchPage,
): Promise<ListedMessage | undefined> {
	for (let page = 0, offset = 0; page < MOST_PAGES; page++) {
		const { messages, hasMore } = await fetchPage(offset, PAGE_SIZE);
		const found = messages.find(isWanted);
		if (found || !hasMore || messages.length === 0) return found;
		offset += messages.length;
	}
	return undefined;
}

/**
 * Reads page by page towards older messages until one is older than `floor`. What arrives meanwhile moves the others to later places,
 * so that some may come twice but none is left out; each is taken once.
 */
export async function readBack(
	start: number,
	floor: number,
	mostPages: number,
	fetchPage: FetchPage,
): Promise<Stretch> {
	const byId = new Map<string, ListedMessage>();
	let offset = start;
	for (let page = 0; page < mostPages; page++) {
		const { messages, hasMore } = await fetchPage(offset, PAGE_SIZE);
		for (const message of messages) if (!byId.has(message.id)) byId.set(message.id, message);
		offset += messages.length;
		const last = messages.at(-1);
		const isLast = last === undefined || timeOf(last) < floor || !hasMore;
		if (isLast) return { messages: [...byId.values()], isComplete: true };
	}
	return { messages: [...byId.values()], isComplete: false };
}

/** About where the messages older than `floor` begin, a page further on at most; undefined for a list without an end. `known` do not. */
async function offsetOf(floor: number, known: number, fetchPage: FetchPage): Promise<number | undefined> {
	const isBeyond = async (offset: number) => {
		const [message] = (await fetchPage(offset, 1)).messages;
		return message === undefined || timeOf(message) < floor;
	};
	let within = known;
	let beyond = 2 * known;
	while (!(await isBeyond(beyond))) {
		if (beyond > FARTHEST_OFFSET) return undefined;
		within = beyond;
		beyond *= 2;
	}
	while (beyond - within > PAGE_SIZE) {
		const middle = Math.floor((within + beyond) / 2);
		if (await isBeyond(middle)) beyond = middle;
		else within = middle;
	}
	return beyond;
}
