import { collectPages as collect, type Page } from '../../../../../nodes/VoiceAgent/execution/paging';

type FetchPage = (offset: number, limit: number) => Promise<Page>;

const collectPages = async (fetchPage: FetchPage, wanted: number, width: number) =>
	(await collect(fetchPage, wanted, width)).records;

/** A list of `size` records, newest first, onto which `arrivals` more are put between one request and the next. */
function listOf(size: number, { arrivals = 0, most = 100, tellsTotal = true } = {}) {
	const ids = Array.from({ length: size }, (_, index) => size - index);
	const requests: Array<[number, number]> = [];
	const fetchPage = async (offset: number, limit: number) => {
		requests.push([offset, limit]);
		const records = ids.slice(offset, offset + Math.min(limit, most)).map((id) => ({ id }));
		const page = tellsTotal
			? { records, total: ids.length }
			: { records, hasMore: offset + records.length < ids.length };
		for (let i = 0; i < arrivals; i++) ids.unshift(ids.length + 1);
		return page;
	};
	return { fetchPage, requests };
}

describe('collectPages', () => {
	it.each([0, 1, 99, 100, 101, 1000])('returns all of %i records, once and in order', async (size) => {
		const { fetchPage, requests } = listOf(size);
		const records = await collectPages(fetchPage, Infinity, 20);
		expect(records.map(({ id }) => id)).toEqual(Array.from({ length: size }, (_, index) => size - index));
		expect(requests).toHaveLength(Math.max(1, Math.ceil(size / 100)));
	});

	it('asks for no more than is wanted', async () => {
		const { fetchPage, requests } = listOf(1000);
		expect(await collectPages(fetchPage, 30, 20)).toHaveLength(30);
		expect(requests).toEqual([[0, 30]]);
	});

	it('returns exactly as many as are wanted over several pages', async () => {
		const { fetchPage } = listOf(1000);
		expect(await collectPages(fetchPage, 250, 20)).toHaveLength(250);
	});

	it.each([1, 20])(
		'takes nothing twice and leaves nothing out while records arrive, %i at a time',
		async (width) => {
			const { fetchPage } = listOf(500, { arrivals: 3 });
			const ids = (await collectPages(fetchPage, Infinity, width)).map(({ id }) => id);
			expect(new Set(ids).size).toBe(ids.length);
			expect(ids).toEqual(expect.arrayContaining(Array.from({ length: 500 }, (_, index) => index + 1)));
		},
	);

	it('copes with a service that gives smaller pages than asked for', async () => {
		const { fetchPage } = listOf(130, { most: 40 });
		expect(await collectPages(fetchPage, Infinity, 20)).toHaveLength(130);
	});

	it('goes on page by page when no total is told', async () => {
		const { fetchPage, requests } = listOf(250, { tellsTotal: false });
		expect(await collectPages(fetchPage, Infinity, 20)).toHaveLength(250);
		expect(requests).toHaveLength(3);
	});

	it('passes on what goes wrong', async () => {
		const fetchPage = async (offset: number) => {
			if (offset === 200) throw new Error('gone');
			return { records: Array.from({ length: 100 }, (_, index) => ({ id: offset + index })), total: 1000 };
		};
		await expect(collectPages(fetchPage, Infinity, 5)).rejects.toThrow('gone');
	});
});
