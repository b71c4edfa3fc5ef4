import type { IDataObject } from 'n8n-workflow';

import { BoundedSet } from './concurrency';
import { type Failure, ServiceError } from './failure';
import type { Result } from '../text/result';
import { parseRecords } from './response';

/** The most records that the service gives in one page. */
export const PAGE_SIZE = 100;

/** A page of a list that the service gives by limit and offset. */
export interface Page {
	records: IDataObject[];
	/** The number of records of the whole list; undefined if the service names none, or something that is not a count. */
	total?: number;
	/** Whether there are more records; undefined if the service does not say it. */
	hasMore?: boolean;
}

/**
 * Parses the page of a list in a response.
 * @param fields The first of these that holds a list is the list of records.
 */
export function parsePage(body: IDataObject, fields: readonly string[]): Result<Page, Failure> {
	const { total, has_more: hasMore } = body;
	const records = parseRecords(body, fields);
	if (!records.ok) return records;
	return {
		ok: true,
		value: {
			records: records.value,
			...(typeof total === 'number' && total > 0 && { total }),
			...(typeof hasMore === 'boolean' && { hasMore }),
		},
	};
}

/**
 * Tells whether the service says that the list ends with a page. A `total` that has been passed is wrong, and so says
 * nothing; one that has been reached may count only the page although there is more. A short page may be the end of the
 * list, or the most that the service gives at once: the next request tells.
 * @param offset The place in the list at which the page begins.
 */
function isLastPage({ records, total = 0, hasMore }: Page, offset: number): boolean {
	const end = offset + records.length;
	if (records.length === 0) return true;
	return hasMore !== true && (total === end || (hasMore === false && total < end));
}

/** The most times that a service may repeat a page while it says that there is more. */
const MAX_REPEATED_PAGES = 3;

/**
 * The number of records by which a reading knows those that come again. A record that arrives meanwhile moves the others
 * to later places, so that only the last ones can come again.
 */
export const MAX_SEEN = 10_000;

/** Asks the service for a page. May throw, which ends the reading. */
type FetchPage = (offset: number, limit: number) => Promise<Page>;

/** How a list is read. */
interface PageReading {
	/** The number of records to ask for at a time; 100 by default, which is the most that the service gives. */
	size?: number;
	/** The number of pages that may be asked for at the same time; one by default. */
	maxInFlight?: number;
	/** The place in the list at which to begin; 0 by default. */
	offset?: number;
	/** The place in the list beyond which nothing is asked for ahead. */
	end?: number;
	/** The records that an earlier reading had, up to the place at which this one begins; its own are added. */
	seen?: Set<unknown>;
}

/** The records of a page that no earlier page had, and what is known about the list. */
interface ReadPage {
	records: IDataObject[];
	/** The place in the list at which the next page begins; undefined after the last page. */
	next?: number;
	/** True if the reading ends only because the page had nothing new, so that the list may well go on. */
	isEndUnsure?: true;
}

/**
 * Reads a list page by page until it ends or the caller has enough: the one reader of lists that the service gives by
 * limit and offset. Full pages are read side by side up to `total`; after a page of another length, which may occur
 * anywhere in the list, one at a time until an empty one or one with no new record. `total` may count more than what
 * matches a filter, or be nonsense. Lists are newest first, so that a record that arrives meanwhile moves the others
 * to later places: each comes once.
 * @throws ServiceError if the service gives the same page again and again; what `fetchPage` throws, after the pages
 * before.
 */
export async function* fetchPages(
	fetchPage: FetchPage,
	reading: PageReading = {},
): AsyncGenerator<ReadPage, void> {
	const { size = PAGE_SIZE, maxInFlight = 1 } = reading;
	const { offset: start = 0, end = Infinity, seen = new BoundedSet(MAX_SEEN) } = reading;
	let offset = start;
	let total = 0;
	let allFull = true;
	let repeated = 0;
	let count = 0;
	let firstOfPage: unknown;

	for (;;) {
		const left = Math.min(total, end) - offset;
		const ahead = allFull ? Math.max(1, Math.min(maxInFlight, Math.ceil(left / size))) : 1;
		const offsets = Array.from({ length: ahead }, (_, index) => offset + index * size);
		const pages = await Promise.allSettled(offsets.map(async (one) => await fetchPage(one, size)));
		for (const result of pages) {
			if (result.status === 'rejected') throw result.reason;
			const page = result.value;
			const records = page.records.filter((record) => addIfNew(record, seen));
			total = Math.max(total, page.total ?? 0);
			const isKnownLast = isLastPage({ ...page, total }, offset);
			const isLast = isKnownLast || (records.length === 0 && page.hasMore !== true);
			offset += page.records.length;
			count += records.length;
			const isEndUnsure = isLast && !isKnownLast;
			yield {
				records,
				...(!isLast && { next: offset }),
				...(isEndUnsure && { isEndUnsure }),
			};
			if (isLast) return;
			// Records that arrive meanwhile bring back others, but never the same ones at the same place.
			const first = page.records[0] && toRecordKey(page.records[0]);
			repeated = records.length === 0 && first === firstOfPage ? repeated + 1 : 0;
			firstOfPage = first;
			if (repeated >= MAX_REPEATED_PAGES) throw createRepetitionError(count);
			// The pages after one of another length start elsewhere than
			// expected: they are fetched again from there.
			if (page.records.length !== size) {
				allFull = false;
				break;
			}
		}
	}
}

/**
 * Collects up to `maxRecords` records of a list.
 * @param maxInFlight How many pages are fetched at a time.
 * @param isWanted Whether a record counts, for a filter that the service does not have.
 * @throws ServiceError if the service gives the same page again and again.
 */
export async function fetchRecordsInPages(
	fetchPage: FetchPage,
	maxRecords: number,
	maxInFlight: number,
	isWanted?: (record: IDataObject) => boolean,
): Promise<IDataObject[]> {
	// It is not known how many records pass the filter, so the limit does not tell how many pages are needed.
	const reading = isWanted
		? { maxInFlight: maxRecords === Infinity ? maxInFlight : 1 }
		: { maxInFlight, size: Math.min(PAGE_SIZE, maxRecords), end: maxRecords };
	const collected: IDataObject[] = [];
	for await (const { records } of fetchPages(fetchPage, reading)) {
		for (const record of records) if (!isWanted || isWanted(record)) collected.push(record);
		if (collected.length >= maxRecords) break;
	}
	return collected.slice(0, maxRecords);
}

/** Returns what distinguishes a record of a list from the others: its ID, or its content if it has none. */
const toRecordKey = (record: IDataObject): unknown => record.id ?? JSON.stringify(record);

/** Tells whether a record has not come before, and takes note of it. */
function addIfNew(record: IDataObject, seen: Set<unknown>): boolean {
	const key = toRecordKey(record);
	return !seen.has(key) && Boolean(seen.add(key));
}

const createRepetitionError = (count: number): ServiceError =>
	new ServiceError({
		message: 'The service gives the same page again and again',
		description: `It says that there is more after ${count} records, but sends no new ones. Read at most that many, or ask the service.`,
	});
