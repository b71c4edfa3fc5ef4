import type { IDataObject, INodeProperties } from 'n8n-workflow';

import { createGroup, ParameterGroup } from '../../../../nodes/parameters/parameterGroup';
import { refusalOf } from '../../../support/refusal';

it.each(['24', 24, [24]])('refuses %j in place of a collection', (value) => {
	const properties: INodeProperties[] = [
		{ displayName: 'Options', name: 'options', type: 'collection', default: {}, options: [] },
	];
	const read = () => new ParameterGroup(() => value, properties, 'UTC').collection('options');
	expect(refusalOf(read)).toMatch(
		/^'Options' ".*" does not have the form that the panel gives it\. Set it in the panel\.$/,
	);
});

describe('parameterGroup', () => {
	const row: INodeProperties[] = [{ displayName: 'Name', name: 'name', type: 'string', default: '' }];
	const properties: INodeProperties[] = [
		{
			displayName: 'Limit',
			name: 'limit',
			type: 'number',
			default: 1,
			typeOptions: { minValue: 1, maxValue: 9 },
		},
		{
			displayName: 'Cancel URL',
			name: 'cancelUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://x.example',
		},
		{
			displayName: 'Caller',
			name: 'caller',
			type: 'resourceLocator',
			default: '',
			modes: [{ displayName: 'Number', name: 'id', type: 'string', placeholder: 'e.g. +14155550100' }],
		},
		{
			displayName: 'Headers',
			name: 'headers',
			type: 'fixedCollection',
			default: {},
			options: [{ displayName: 'Header', name: 'entry', values: row }],
		},
	];
	const group = (values: IDataObject) => createGroup(values, properties, 'UTC');

	describe('ParameterGroup', () => {
		it('tells what was added, what has a value and what is empty', () => {
			const values = group({ a: undefined, b: null, c: '' } as never);
			expect(['a', 'b', 'c', 'd'].map((name) => [values.isAdded(name), values.has(name)])).toEqual([
				[true, false],
				[true, false],
				[true, true],
				[false, false],
			]);
		});

		it.each([
			['caller', ' ', false],
			['caller', '0', true],
			['cancelUrl', '', false],
			['cancelUrl', { a: 1 }, true],
			['limit', '', true],
			['headers', {}, true],
		])('has of %s the value %j: %j', (name, value, has) => {
			expect(group({ [name]: value } as never).has(name)).toBe(has);
		});

		it('gives the default of an option without a value, but of a switch only if it was not added', () => {
			const values = group({ limit: null, cancelUrl: ' ', caller: undefined } as never);
			expect(values.integer('limit', 7)).toBe(7);
			expect(values.choice('cancelUrl', 'x')).toBe('x');
			expect(values.boolean('headers', true)).toBe(true);
			expect(refusalOf(() => values.boolean('caller', true))).toMatch(
				/^The expression in 'Caller' gave no value/,
			);
		});

		it('evaluates an expression once', () => {
			const getValue = jest.fn(() => 5);
			const values = new ParameterGroup(getValue, properties, 'UTC');
			expect([values.integer('limit', 1), values.integer('limit')]).toEqual([5, 5]);
			expect(getValue).toHaveBeenCalledTimes(1);
		});

		it('speaks in the labels, limits and examples of the panel', () => {
			const values = group({ limit: 10, cancelUrl: 'x', caller: '0301234567' });
			expect(refusalOf(() => values.integer('limit'))).toMatch(
				/^'Limit' "10" is not a whole number from 1 to 9\. /,
			);
			expect(refusalOf(() => values.url('cancelUrl'))).toMatch(
				/^'Cancel URL' "x" .*e\.g\. https:\/\/x\.example\.$/,
			);
			expect(refusalOf(() => values.phoneNumber('caller'))).toMatch(
				/^'Caller' "0301234567" .*e\.g\. \+14155550100\.$/,
			);
			expect(values.label('unknown')).toBe("'unknown'");
		});

		it('reads rows and names them after their list', () => {
			const [first, second, third] = group({
				headers: { entry: [{ name: 'X-Shop' }, { name: '' }, {}] },
			}).rows('headers');
			expect(first?.text('name')).toBe('X-Shop');
			expect(refusalOf(() => second?.requireNonEmptyText('name', 'Enter one.'))).toBe(
				"'Headers > Name' is empty. Enter one.",
			);
			expect(refusalOf(() => third?.requireNonEmptyText('name', 'Enter one.'))).toMatch(
				/^The expression in 'Headers > Name' gave no value\. Check /,
			);
		});

		it.each([undefined, null, {}, { entry: [] }])('finds no rows in %j', (headers) => {
			expect(group({ headers } as never).rows('headers')).toEqual([]);
		});

		it.each(['text', 5, true, [], { entry: 'text' }, { entry: ['X'] }])(
			'refuses %j, which would clear the list otherwise',
			(headers) => {
				expect(refusalOf(() => group({ headers } as never).rows('headers'))).toMatch(
					/^'Headers' ".*" is not a list /,
				);
			},
		);
	});
});
