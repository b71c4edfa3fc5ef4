import type { IDataObject } from 'n8n-workflow';

import {
	fetchRecordsInPages as collect,
	fetchPages,
	type Page,
	parsePage,
} from '../../../../nodes/service/paging';

describe('parsePage', () => {
	it.each<[string, IDataObject, Page]>([
		[
			'the counts',
			{ agents: [{ id: 1 }], total: 7, has_more: true },
			{ records: [{ id: 1 }], total: 7, hasMore: true },
		],
		['the end', { agents: [], total: 1, has_more: false }, { records: [], total: 1, hasMore: false }],
		['no counts', { agents: [{ id: 1 }] }, { records: [{ id: 1 }] }],
		['no counts in other types', { agents: [], total: '7', has_more: 1 }, { records: [] }],
		['no total of 0, which some services give for an unknown one', { agents: [], total: 0 }, { records: [] }],
		['no total below 0', { agents: [], total: -1 }, { records: [] }],
	])('reads %s beside the records', (_, body, page) => {
		expect(parsePage(body, ['agents'])).toEqual({ ok: true, value: page });
	});

	it('reads no page from a response without a list', () => {
		expect(parsePage({ total: 7 }, ['agents'])).toMatchObject({ ok: false });
	});
});

describe('the end of a list', () => {
	it.each<[string, number, Omit<Page, 'records'>, number, boolean]>([
		['an empty page, whatever the service says', 0, { total: 900, hasMore: true }, 0, true],
		['a full page that says nothing', 100, {}, 0, false],
		['a short page that says nothing', 50, {}, 0, false],
		['a short page that has more', 50, { hasMore: true }, 0, false],
		['a full page that has no more', 100, { hasMore: false }, 0, true],
		['a short page up to the total', 50, { total: 250 }, 200, true],
		['a full page up to the total', 100, { total: 300 }, 200, true],
		['a page up to a total, which has more', 100, { total: 100, hasMore: true }, 0, false],
		['a page past the total', 100, { total: 50 }, 0, false],
		['a page past the total that has no more', 100, { total: 50, hasMore: false }, 0, true],
		['a short page before the total', 50, { total: 250 }, 0, false],
		['a short page before the total that has no more', 50, { total: 250, hasMore: false }, 0, false],
		['a full page before the total that has no more', 100, { total: 250, hasMore: false }, 0, false],
	])('is told by %s', async (_, count, said, offset, expected) => {
		const records = Array.from({ length: count }, (_row, index) => ({ id: index }));
		const { value } = await fetchPages(async () => ({ records, ...said }), { offset }).next();
		expect(value?.next === undefined).toBe(expected);
	});
});

type FetchPage = (offset: number, limit: number) => Promise<Page>;

const fetchRecordsInPages = async (
	fetchPage: FetchPage,
	...more: [number, number, ((record: object) => boolean)?]
) => await collect(fetchPage, ...more);

const downFrom = (newest: number) => Array.from({ length: newest }, (_, index) => newest - index);

/**
 * A service that lists IDs, newest first, with what it says of their number.
 * @param change Changes the list before a request is answered; gets the number of the request.
 */
function serve(
	list: number[],
	{ most = 100, hasMore = false, hasTotal = true, change = (_list: number[], _request: number) => {} } = {},
) {
	const requests: Array<[number, number]> = [];
	/** How many requests were sent before the first of them was answered. */
	const sideBySide: number[] = [];
	let underWay = 0;
	const fetchPage = async (offset: number, limit: number) => {
		change(list, requests.push([offset, limit]));
		underWay++;
		await Promise.resolve();
		if (underWay > 0) sideBySide.push(underWay);
		underWay = 0;
		const ids = list.slice(offset, offset + Math.min(limit, most));
		return {
			records: ids.map((id) => ({ id })),
			...(hasTotal && { total: list.length }),
			...(hasMore && { hasMore: offset + ids.length < list.length }),
		};
	};
	return { fetchPage, requests, sideBySide };
}

describe('fetchRecordsInPages', () => {
	it.each([0, 1, 100, 101, 1000])('returns all of %i records, once and in order', async (size) => {
		const { fetchPage, requests } = serve(downFrom(size));
		const records = await fetchRecordsInPages(fetchPage, Infinity, 20);
		expect(records.map(({ id }) => id)).toEqual(downFrom(size));
		expect(requests).toHaveLength(Math.max(1, Math.ceil(size / 100)));
	});

	it('asks for no more than is wanted', async () => {
		const { fetchPage, requests } = serve(downFrom(1000));
		expect(await fetchRecordsInPages(fetchPage, 30, 20)).toHaveLength(30);
		expect(requests).toEqual([[0, 30]]);
	});

	it('counts only the records that pass a filter, and asks for full pages then, one at a time', async () => {
		const isTenth = (record: { id?: number }) => (record.id ?? 0) % 10 === 0;
		const { fetchPage, requests } = serve(downFrom(1000));
		const some = await fetchRecordsInPages(fetchPage, 15, 20, isTenth);
		expect(some.map(({ id }) => id)).toEqual(Array.from({ length: 15 }, (_, index) => 1000 - index * 10));
		expect(requests).toEqual([
			[0, 100],
			[100, 100],
		]);
		expect(await fetchRecordsInPages(fetchPage, 5, 20, () => false)).toEqual([]);
	});

	it.each<[string, number, ((record: { id?: number }) => boolean) | undefined, number[], number]>([
		['all records', Infinity, undefined, [1, 4, 4, 1], 1000],
		['more than a page', 350, undefined, [1, 3], 350],
		['all records that pass a filter', Infinity, ({ id = 0 }) => id % 2 === 0, [1, 4, 4, 1], 500],
		['some that pass a filter', 250, ({ id = 0 }) => id % 2 === 0, [1, 1, 1, 1, 1], 250],
	])(
		'fetches pages side by side as far as they are certain: %s',
		async (_, wanted, isWanted, ...expected) => {
			const { fetchPage, sideBySide } = serve(downFrom(1000));
			const found = await fetchRecordsInPages(fetchPage, wanted, 4, isWanted);
			expect([sideBySide, found.length]).toEqual(expected);
		},
	);

	it('passes on what goes wrong', async () => {
		const change = (_: number[], request: number) => {
			if (request === 3) throw new Error('gone');
		};
		const { fetchPage } = serve(downFrom(1000), { change });
		await expect(fetchRecordsInPages(fetchPage, Infinity, 5)).rejects.toThrow('gone');
	});
});

/** A service that answers each request by a function of its offset and counts the requests. */
function serviceOf(page: (offset: number) => Page) {
	let requests = 0;
	const fetchPage = async (offset: number) => {
		requests++;
		return page(offset);
	};
	return { fetchPage, count: () => requests };
}
const records = (from: number, count: number) =>
	Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index }));

describe('fetchRecordsInPages with a service whose counts are no help', () => {
	it.each([true, false, undefined])('needs at most 3 requests for 3 of 500, has_more %p', async (hasMore) => {
		const service = serviceOf((offset) => ({
			records: offset === 0 ? records(0, 3) : [],
			total: 500,
			...(hasMore !== undefined && { hasMore }),
		}));
		expect(await fetchRecordsInPages(service.fetchPage, Infinity, 20)).toHaveLength(3);
		expect(service.count()).toBeLessThanOrEqual(3);
	});

	it.each([1e9, Infinity, 250.5, -3, 1])('finds 250 records where total says %d', async (total) => {
		const service = serviceOf((offset) => ({
			records: records(offset, Math.min(100, 250 - offset)),
			total,
		}));
		expect(await fetchRecordsInPages(service.fetchPage, Infinity, 20)).toHaveLength(250);
		// One page, twenty side by side, and one after the short one.
		expect(service.count()).toBeLessThanOrEqual(1 + 20 + 1);
	});

	it.each([
		['with ids', records(0, 100)],
		['with an id of null', records(0, 100).map(({ id: name }) => ({ id: null, name }))],
	])('refuses when the same page %s comes for ever', async (_, page) => {
		const service = serviceOf(() => ({ records: page, hasMore: true }));
		await expect(collect(service.fetchPage, Infinity, 20)).rejects.toThrow(
			'The service gives the same page again and again',
		);
		expect(service.count()).toBeLessThanOrEqual(4);
	});

	it('takes the same page again for the end where nothing says that there is more', async () => {
		const service = serviceOf(() => ({ records: records(0, 100) }));
		expect(await fetchRecordsInPages(service.fetchPage, Infinity, 20)).toHaveLength(100);
		expect(service.count()).toBe(2);
	});
});

/** All that the reader gives of a list, page by page. */
async function pagesOf(...given: Parameters<typeof fetchPages>) {
	const pages = [];
	for await (const page of fetchPages(...given)) pages.push(page);
	return pages;
}

describe('fetchPages', () => {
	it('goes on after a short page in the middle of the list, with each record once', async () => {
		// One of 600 rows is missing on the second page, as after a filter that the service applies to a page.
		const rows = records(0, 600);
		const service = serviceOf((offset) => ({
			records: rows.slice(offset, offset + 100).filter(({ id }) => id !== 150),
			total: 600,
			hasMore: offset + 100 < 600,
		}));
		const pages = await pagesOf(service.fetchPage, { maxInFlight: 5 });
		expect(pages.flatMap((page) => page.records)).toEqual(rows.filter(({ id }) => id !== 150));
		expect(pages.at(-1)).not.toHaveProperty('next');
	});

	it('begins where it is told, and says where to go on', async () => {
		const { fetchPage, requests } = serve(downFrom(250));
		const [page] = await pagesOf(fetchPage, { offset: 100 });
		expect(page).toMatchObject({ next: 200 });
		expect(requests[0]).toEqual([100, 100]);
	});

	it('reads no further than the caller wants', async () => {
		const { fetchPage, requests } = serve(downFrom(1000));
		for await (const { next } of fetchPages(fetchPage)) if (next === 200) break;
		expect(requests).toHaveLength(2);
	});
});

describe('fetchPages while the list changes', () => {
	const idsOf = (pages: Array<{ records: Array<{ id?: unknown }> }>) =>
		pages.flatMap((page) => page.records.map(({ id }) => id as number));
	const add = (list: number[], count: number) =>
		list.unshift(...downFrom(list.length + count).slice(0, count));

	it.each([1, 95, 450])('misses none though %i are added between two pages', async (count) => {
		const change = (list: number[], request: number) => {
			if (request % 5 === 0 && request <= 20) add(list, count);
		};
		for (const maxInFlight of [1, 5, 20]) {
			const { fetchPage } = serve(downFrom(1_500), { hasMore: true, change });
			const found = idsOf(await pagesOf(fetchPage, { maxInFlight }));
			expect(downFrom(1_500).filter((id) => !found.includes(id))).toEqual([]);
			expect(new Set(found).size).toBe(found.length);
		}
	});

	it.each([101, 100, 7, 1])(
		'reads all in pages of %i, whatever the service says of its end',
		async (most) => {
			for (const says of [{ hasMore: true }, {}, { hasMore: true, hasTotal: false }, { hasTotal: false }]) {
				for (const count of [0, 1, most, most + 1, 5 * most + 3]) {
					const { fetchPage } = serve(downFrom(count), { most, ...says });
					expect(idsOf(await pagesOf(fetchPage, { maxInFlight: 5 }))).toEqual(downFrom(count));
				}
			}
		},
	);

	it.each<[string, (list: number[]) => unknown]>([
		['nothing has changed', () => {}],
		['350 were added', (list) => add(list, 350)],
	])('goes on where it was ended by a failure, though meanwhile %s', async (_, change) => {
		const list = downFrom(1_500);
		const { fetchPage } = serve(list, { hasMore: true });
		const seen = new Set<unknown>();
		const found: number[] = [];
		let offset = 0;
		const failing = async (place: number, limit: number) => {
			if (place > 600) throw new Error('down');
			return await fetchPage(place, limit);
		};
		const read = async (from: typeof fetchPage) => {
			for await (const page of fetchPages(from, { maxInFlight: 5, offset, seen })) {
				found.push(...idsOf([page]));
				offset = page.next ?? offset;
			}
		};
		await expect(read(failing)).rejects.toThrow('down');
		expect(found).toEqual(list.slice(0, found.length));
		expect(found.length).toBeGreaterThan(600);
		change(list);
		await read(fetchPage);
		expect(list.filter((id) => id <= 1_500 && !found.includes(id))).toEqual([]);
		expect(new Set(found).size).toBe(found.length);
	});
});
