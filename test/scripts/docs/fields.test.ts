import type { INodeProperties } from 'n8n-workflow';

import { tableOf } from '../../../scripts/docs/fields.ts';

const field = (displayName: string, name: string, more: Partial<INodeProperties>): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description: 'What it is',
	...more,
});

const rowsOf = (fields: INodeProperties[]) => tableOf(fields).split('\n').slice(2);

it('says of each field what it is, what is chosen from, its bounds and its default', () => {
	expect(
		rowsOf([
			field('Text', 'text', { required: true, placeholder: 'e.g. a|b', hint: 'Look there' }),
			field('Count', 'count', { type: 'number', default: 5, typeOptions: { minValue: 1, maxValue: 9 } }),
			field('Way', 'way', {
				type: 'options',
				default: 'b',
				options: [
					{ name: 'A Way', value: 'a' },
					{ name: 'B Way', value: 'b' },
				],
			}),
			field('Days', 'days', {
				type: 'multiOptions',
				default: [0],
				options: [
					{ name: 'Sunday', value: 0 },
					{ name: 'Monday', value: 1 },
				],
			}),
			field('Data', 'data', { type: 'json', default: '{}', placeholder: 'e.g. {}', hint: 'Example: {}' }),
		]),
	).toEqual([
		'| **Text** (required) | What it is. Example: `a\\|b`. Look there. |  |',
		'| **Count** | What it is. From 1 to 9. | 5 |',
		'| **Way** | What it is. One of: A Way, B Way. | B Way |',
		'| **Days** | What it is. One of: Sunday, Monday. | Sunday |',
		'| **Data** | What it is. Example: `{}`. | `{}` |',
	]);
});

it('says when a field is shown, and leaves out notices and what only AI agents see', () => {
	expect(
		rowsOf([
			field('Read This', 'notice', { type: 'notice' }),
			field('Send Now', 'sendNow', {
				type: 'boolean',
				default: true,
				displayOptions: { hide: { '@tool': [true] } },
			}),
			field('Send Now', 'sendNow', {
				type: 'boolean',
				default: true,
				displayOptions: { show: { '@tool': [true] } },
			}),
			field('At', 'at', { displayOptions: { show: { operation: ['create'], sendNow: [false] } } }),
		]),
	).toEqual([
		'| **Send Now** | What it is. | on |',
		'| **At** | What it is. Only when **Send Now** is off. |  |',
	]);
});

it('goes into collections and lists', () => {
	const name = field('Name', 'name', {});
	expect(
		rowsOf([
			field('Options', 'options', {
				type: 'collection',
				default: {},
				options: [
					field('Headers', 'headers', {
						type: 'fixedCollection',
						default: {},
						options: [{ displayName: 'Header', name: 'entry', values: [name] }],
					}),
				],
			}),
		]),
	).toEqual([
		'| **Options > Headers** | What it is. |  |',
		'| **Options > Headers > Name** | What it is. |  |',
	]);
	expect(tableOf([])).toBe('It needs nothing else.');
});

it('names a field outside the collection by its label', () => {
	const kind = field('Kind', 'kind', { type: 'options', options: [{ name: 'Long', value: 'long' }] });
	const limit = field('Limit', 'limit', { displayOptions: { show: { '/kind': ['long'] } } });
	const [, row] = rowsOf([kind, field('Options', 'options', { type: 'collection', options: [limit] })]);
	expect(row).toBe('| **Options > Limit** | What it is. Only when **Kind** is Long. |  |');
});
