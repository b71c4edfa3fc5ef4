import type { INodeProperties } from 'n8n-workflow';

import { readFields } from '../../../scripts/docs/fields.ts';

const field = (displayName: string, name: string, more: Partial<INodeProperties> = {}): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	default: '',
	description: 'What it is. More of it.',
	...more,
});

const entry = (name: string) => ({ name, description: 'What it is.', inside: [] });

it('reads the names of fields and the first sentence of their descriptions', () => {
	const choices = { type: 'options', options: [{ name: 'A Way', value: 'a' }] } as const;
	expect(
		readFields([field('Text', 'text'), field('Way', 'way', { ...choices, options: [...choices.options] })]),
	).toEqual([entry('Text'), entry('Way')]);
});

it('leaves out notices, what only AI agents see, and further variants of a field', () => {
	expect(
		readFields([
			field('Read This', 'notice', { type: 'notice' }),
			field('Output', 'output', { displayOptions: { show: { '@tool': [true] } } }),
			field('At', 'at', { displayOptions: { show: { operation: ['create'] } } }),
			field('At Another Time', 'at', { displayOptions: { show: { operation: ['update'] } } }),
		]),
	).toEqual([entry('At')]);
});

it('reads the fields of a collection', () => {
	const options = field('Options', 'options', { type: 'collection', options: [field('Headers', 'headers')] });
	expect(readFields([options])).toEqual([{ ...entry('Options'), inside: [entry('Headers')] }]);
});
