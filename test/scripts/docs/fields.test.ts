import type { INodeProperties } from 'n8n-workflow';

import { listFields, readFields } from '../../../scripts/docs/fields.ts';

const field = (displayName: string, name: string, more: Partial<INodeProperties>): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description: 'What it is',
	...more,
});

const linesOf = (fields: INodeProperties[]) => listFields(readFields(fields)).split('\n');

it('says what each field is, whether it is required, and its choices', () => {
	expect(
		linesOf([
			field('Text', 'text', { required: true, description: 'What it is. More of it.', hint: 'Look there' }),
			field('Way', 'way', {
				type: 'options',
				default: 'b',
				options: [
					{ name: 'A Way', value: 'a' },
					{ name: 'B Way', value: 'b' },
				],
			}),
			field('Data', 'data', { type: 'json', default: '{}', placeholder: 'e.g. {}', hint: 'Example: {}' }),
		]),
	).toEqual([
		'- **Text** (required): What it is.',
		'- **Way**: What it is. One of: A Way, B Way.',
		'- **Data**: What it is.',
	]);
});

it('leaves out notices and what only AI agents see', () => {
	expect(
		linesOf([
			field('Read This', 'notice', { type: 'notice' }),
			field('Output', 'output', { displayOptions: { show: { '@tool': [true] } } }),
			field('At', 'at', { displayOptions: { show: { operation: ['create'], sendNow: [false] } } }),
		]),
	).toEqual(['- **At**: What it is.']);
});

it('names the fields of a collection', () => {
	const options = field('Options', 'options', {
		type: 'collection',
		default: {},
		options: [field('Headers', 'headers', {}), field('Name', 'name', {})],
	});
	expect(linesOf([options])).toEqual(['- **Options**: Headers, Name']);
});
