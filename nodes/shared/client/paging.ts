import type { IDataObject } from 'n8n-workflow';

import { isLastPage, type Page } from './page';
import { PAGE_SIZE } from '../wire/limits';

/** The most times that a service may repeat a page while it says that there is more. */
const MAX_REPEATED_PAGES = 3;

/** The result of reading a list: the records, or the discovery that it never ends. */
type Collected = { records: IDataObject[] } | { endless: true; records: IDataObject[] };

/**
 * Collects up to `wanted` records: full pages side by side up to `total`; after a short page one at
 * a time until an empty one or one with no new id. `total` may count more than what matches a
 * filter, or be nonsense. Lists are newest first, so a record that arrives meanwhile moves the
 * others to later places: each is taken once.
 * @param fetchPage May throw; the first exception ends the collecting.
 * @param width How many pages are fetched at a time.
 * @param isWanted Whether a record counts, for a filter that the service does not have.
 */
export async function collectPages(
	fetchPage: (offset: number, limit: number) => Promise<Page>,
	wanted: number,
	width: number,
	isWanted?: (record: IDataObject) => boolean,
): Promise<Collected> {
	// It is not known how many records pass the filter, so the limit does not tell how many pages are needed.
	const size = isWanted ? PAGE_SIZE : Math.min(PAGE_SIZE, wanted);
	const isOneByOne = isWanted !== undefined && wanted !== Infinity;
	const list = new UniqueRecords(isWanted);
	let offset = 0;
	let total = 0;
	let allFull = true;
	let repeated = 0;

	for (;;) {
		const ahead = allFull && !isOneByOne ? pagesAhead(offset, Math.min(total, wanted), size, width) : 1;
		const offsets = Array.from({ length: ahead }, (_, index) => offset + index * size);
		const pages = await Promise.all(offsets.map(async (start) => await fetchPage(start, size)));
		for (const page of pages) {
			const added = list.add(page.records);
			total = Math.max(total, page.total ?? 0);
			const isLast = isLastPage({ ...page, total }, { offset, limit: size }) === true;
			if (list.length >= wanted || isLast) return { records: list.upTo(wanted) };
			offset += page.records.length;
			repeated = added === 0 ? repeated + 1 : 0;
			if (added === 0 && page.hasMore !== true) return { records: list.upTo(wanted) };
			if (repeated >= MAX_REPEATED_PAGES) return { endless: true, records: list.upTo(wanted) };
			// The pages after one of another length start elsewhere than
			// expected: they are fetched again from there.
			if (page.records.length !== size) {
				allFull = false;
				break;
			}
		}
	}
}

/** Returns the number of full pages that are certain enough to be fetched side by side; at least one. */
const pagesAhead = (offset: number, end: number, size: number, width: number): number =>
	Math.max(1, Math.min(width, Math.ceil((end - offset) / size)));

/** Records in the order of arrival, each id once; a record without one is known by its content. */
class UniqueRecords {
	private readonly records: IDataObject[] = [];

	private readonly ids = new Set<unknown>();

	/** @param isWanted Whether to keep a record; all are kept without it. */
	constructor(private readonly isWanted: (record: IDataObject) => boolean = () => true) {}

	get length(): number {
		return this.records.length;
	}

	/** Returns the number of these that were new, kept or not. */
	add(records: IDataObject[]): number {
		const before = this.ids.size;
		for (const record of records) {
			const id = record.id ?? JSON.stringify(record);
			if (this.ids.has(id)) continue;
			this.ids.add(id);
			if (this.isWanted(record)) this.records.push(record);
		}
		return this.ids.size - before;
	}

	upTo(count: number): IDataObject[] {
		return this.records.slice(0, count);
	}
}
