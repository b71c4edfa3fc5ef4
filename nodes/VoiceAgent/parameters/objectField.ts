import type { INodeProperties } from 'n8n-workflow';

import { rows } from './rows';

/** An object that a person puts together field by field, or gives as JSON. */
export interface ObjectField {
	displayName: string;
	name: string;
	description: string;
	/** In JSON. */
	example: string;
	/** What can be filled in; names and values of any kind otherwise. */
	fields?: INodeProperties[];
}

/** Names and values, for `pairsOf` to read. */
export const pairs = (displayName: string, name: string, description: string): INodeProperties =>
	rows(displayName, name, 'Field', description, [
		{
			displayName: 'Name',
			name: 'name',
			type: 'string',
			default: '',
			placeholder: 'e.g. order_number',
			description: 'Name of the field',
		},
		{
			displayName: 'Value',
			name: 'value',
			type: 'string',
			default: '',
			placeholder: 'e.g. A-17',
			description: 'Value of the field. The result of an expression keeps its type.',
		},
	]);

/** The parameter for such an object; `objectOf` reads it. */
export function objectField({
	displayName,
	name,
	description,
	example,
	fields = [pairs('Fields', 'fields', 'Names and values')],
}: ObjectField): INodeProperties {
	const shownFor = (way: string) => ({ displayOptions: { show: { specify: [way] } } });
	return {
		displayName,
		name,
		type: 'fixedCollection',
		default: { object: {} },
		description,
		options: [
			{
				displayName,
				name: 'object',
				values: [
					{
						displayName: `Specify ${displayName}`,
						name: 'specify',
						type: 'options',
						options: [
							{ name: 'Using Fields Below', value: 'fields' },
							{ name: 'Using JSON', value: 'json' },
						],
						default: 'fields',
						description: 'How to enter the data',
					},
					...fields.map((field) => ({ ...field, ...shownFor('fields') })),
					{
						displayName: 'JSON',
						name: 'json',
						type: 'json',
						default: '{}',
						...shownFor('json'),
						placeholder: `e.g. ${example}`,
						description: 'A JSON object',
					},
				],
			},
		],
	};
}
