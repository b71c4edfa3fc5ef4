import type { IDataObject } from 'n8n-workflow';

import { PAGE_SIZE } from '../../shared/wire/limits';
import { runChains } from './orderedPool';

/** One page of an offset-paged list (interface section 4: `limit`, `offset`, `total`, `has_more`). */
export interface Page {
	records: IDataObject[];
	/** Undefined when the service does not tell. */
	total?: number;
	hasMore?: boolean;
}

/**
 * Collects up to `wanted` records. Once the first page has told the total, the others are fetched side by side.
 * Lists are newest first, so a record that arrives meanwhile moves the others to later places: each is taken once, and
 * the end is looked for again until nothing is left behind.
 * @param fetchPage May throw; the first exception ends the collecting.
 * @param width How many pages are fetched at a time.
 */
export async function collectPages(
	fetchPage: (offset: number, limit: number) => Promise<Page>,
	wanted: number,
	width: number,
): Promise<IDataObject[]> {
	const first = await fetchPage(0, Math.min(PAGE_SIZE, wanted));
	const pages = [first];
	// A service may give smaller pages than were asked for.
	const step = first.records.length;
	let covered = step;
	let total = first.total ?? 0;

	while (step > 0 && unique(pages).length < wanted) {
		const end = Math.min(total, Math.max(wanted, covered + 1));
		const offsets = covered < end ? range(covered, end, step) : isOpenEnded(pages) ? [covered] : [];
		if (offsets.length === 0) break;
		const fetched = await fetchSideBySide(fetchPage, offsets, step, width);
		pages.push(...fetched);
		covered += offsets.length * step;
		total = Math.max(total, ...fetched.map((page) => page.total ?? 0));
		if (fetched.every((page) => page.records.length === 0)) break;
	}
	return unique(pages).slice(0, wanted);
}

/** Without a total, a list goes on as long as its last page says so or is not empty. */
function isOpenEnded(pages: Page[]): boolean {
	const last = pages[pages.length - 1];
	if (!last || last.total !== undefined) return false;
	return last.hasMore ?? last.records.length > 0;
}

async function fetchSideBySide(
	fetchPage: (offset: number, limit: number) => Promise<Page>,
	offsets: number[],
	step: number,
	width: number,
): Promise<Page[]> {
	const pages: Page[] = [];
	const failures: unknown[] = [];
	await runChains(
		offsets.length,
		width,
		() => undefined,
		async (index) => {
			try {
				pages[index] = await fetchPage(offsets[index] ?? 0, step);
				return true;
			} catch (error) {
				failures.push(error);
				return false;
			}
		},
	);
	if (failures.length > 0) throw failures[0];
	return pages;
}

function range(start: number, end: number, step: number): number[] {
	return Array.from({ length: Math.ceil((end - start) / step) }, (_, index) => start + index * step);
}

function unique(pages: Page[]): IDataObject[] {
	const seen = new Set<unknown>();
	return pages
		.flatMap((page) => page.records)
		.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)));
}
