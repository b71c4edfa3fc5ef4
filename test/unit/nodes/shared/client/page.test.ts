import type { IDataObject } from 'n8n-workflow';

import { isLastPage, readPage, type Page } from '../../../../../nodes/shared/client/page';

describe('readPage', () => {
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
		expect(readPage(body, ['agents'])).toEqual({ ok: true, body: page });
	});

	it('reads no page from a response without a list', () => {
		expect(readPage({ total: 7 }, ['agents'])).toMatchObject({ ok: false });
	});
});

describe('isLastPage', () => {
	it.each<[string, number, Omit<Page, 'records'>, number, boolean | undefined]>([
		['an empty page, whatever the service says', 0, { total: 900, hasMore: true }, 0, true],
		['a full page that says nothing', 100, {}, 0, false],
		['a short page that says nothing', 50, {}, 0, undefined],
		['a short page that has more', 50, { hasMore: true }, 0, false],
		['a full page that has no more', 100, { hasMore: false }, 0, true],
		['a short page up to the total', 50, { total: 250 }, 200, true],
		['a full page up to the total', 100, { total: 300 }, 200, true],
		['a page up to a total, which has more', 100, { total: 100, hasMore: true }, 0, false],
		['a page past the total', 100, { total: 50 }, 0, false],
		['a page past the total that has no more', 100, { total: 50, hasMore: false }, 0, true],
		['a short page before the total', 50, { total: 250 }, 0, undefined],
		['a short page before the total that has no more', 50, { total: 250, hasMore: false }, 0, undefined],
		['a full page before the total that has no more', 100, { total: 250, hasMore: false }, 0, false],
	])('judges %s', (_, count, said, offset, expected) => {
		const records = Array.from({ length: count }, (_row, index) => ({ id: index }));
		expect(isLastPage({ records, ...said }, { offset, limit: 100 })).toBe(expected);
	});
});
