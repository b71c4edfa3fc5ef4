import { recordIn, simplify } from '../../../../../nodes/VoiceAgent/execution/output';

it.each([
	[{ batch: { id: '1' } }, 'batch', { id: '1' }],
	[{ id: '1' }, 'batch', { id: '1' }],
	[{ id: '1', batch: null }, 'batch', { id: '1', batch: null }],
	[{ batch: [1] }, 'batch', { batch: [1] }],
	[{ batch: { id: '1' } }, undefined, { batch: { id: '1' } }],
])('takes the record out of %j', (body, wrapper, record) => {
	expect(recordIn(body, wrapper)).toEqual(record);
});

it('keeps the fields of a simplified record in their order, null and false included', () => {
	const record = { secret: 1, b: null, a: false };
	expect(Object.entries(simplify(record, ['a', 'b', 'missing', 'constructor']))).toEqual([
		['a', false],
		['b', null],
	]);
});
