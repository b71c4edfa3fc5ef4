import { simplify } from '../../../../nodes/service/records';

it('keeps the fields of a simplified record in their order, null and false included', () => {
	const record = { secret: 1, b: null, a: false };
	expect(Object.entries(simplify(record, ['a', 'b', 'missing', 'constructor']))).toEqual([
		['a', false],
		['b', null],
	]);
});
