import { readRecord } from '../../../../../nodes/shared/client/record';
import { simplify } from '../../../../../nodes/shared/wire/simplify';

const BATCH = { wrapper: 'batch', recordFields: ['id', 'status'] };

describe('readRecord', () => {
	it.each([
		[{ batch: { id: '1' } }, { id: '1' }],
		[{ id: 'request', batch: { id: '1' } }, { id: '1' }],
		[{ success: true, data: { id: '1' } }, { id: '1' }],
		[{ campaign: { id: '1' } }, { id: '1' }],
		[{ id: '1' }, { id: '1' }],
		[
			{ id: '1', batch: null },
			{ id: '1', batch: null },
		],
		[
			{ id: '1', data: { status: 'x' } },
			{ id: '1', data: { status: 'x' } },
		],
	])('takes the record out of %j', (body, record) => {
		expect(readRecord(body, BATCH)).toEqual({ ok: true, body: record });
	});

	it.each([
		[{ data: { id: '1' } }, { id: '1' }],
		[{ message: { id: '1' } }, { id: '1' }],
		[{ success: true }, { success: true }],
		[
			{ success: true, message: 'Done' },
			{ success: true, message: 'Done' },
		],
		[
			{ success: true, stored: { id: '1' } },
			{ success: true, stored: { id: '1' } },
		],
		[
			{ success: true, data: null },
			{ success: true, data: null },
		],
	])('takes what has any fields out of %j', (body, record) => {
		expect(readRecord(body)).toEqual({ ok: true, body: record });
	});

	it.each([
		[{}],
		[{ data: {} }],
		[{ data: [] }],
		[{ data: [{ id: '1' }] }],
		[{ data: null }],
		// As a response that is a list is handed over.
		[{ items: [{ id: '1' }] }],
	])('finds no record in %j', (body) => {
		const missing = {
			ok: false,
			failure: { kind: 'missingData', missing: 'record', fields: Object.keys(body) },
		};
		expect(readRecord(body)).toEqual(missing);
		expect(readRecord(body, BATCH)).toEqual(missing);
	});

	it.each([[{ success: true }], [{ batch: ['1'] }], [{ batch: { name: 'x' } }], [{ a: { b: { id: '1' } } }]])(
		'finds none without a field of it in %j',
		(body) => {
			expect(readRecord(body, BATCH)).toMatchObject({ ok: false });
		},
	);
});

it('keeps the fields of a simplified record in their order, null and false included', () => {
	const record = { secret: 1, b: null, a: false };
	expect(Object.entries(simplify(record, ['a', 'b', 'missing', 'constructor']))).toEqual([
		['a', false],
		['b', null],
	]);
});
