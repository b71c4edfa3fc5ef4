import type { INodeProperties, IDataObject } from 'n8n-workflow';

import type { ParameterGroup } from './parameters';

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

/**
 * The object that a parameter of `panel/objectField.ts` holds; undefined where an expression gives no value.
 * @param fieldsOf Reads what was filled in field by field.
 * @throws Refusal for JSON that is no object, for a field without a name, and for another form than the panel gives it.
 */
export function readObject(
	group: ParameterGroup,
	name: string,
	fieldsOf: (section: ParameterGroup) => IDataObject | undefined = (section) => readPairs(section, 'fields'),
): IDataObject | undefined {
	if (!group.has(name)) return undefined;
	const section = group.entry(name);
	if (!section) return {};
	const isJson = section.has('specify') && section.choice('specify') === 'json';
	if (!isJson) return fieldsOf(section);
	return section.has('json') ? section.jsonObject('json') : undefined;
}

/** Names and values; undefined when there are rows and none has a value. A row without a value is left out: it clears nothing. */
export function readPairs(section: ParameterGroup, name: string): IDataObject | undefined {
	const rows = section.has(name) ? section.rows(name) : [];
	const fields = rows
		.filter((row) => row.has('value'))
		.map((row) => [
			row.requiredText('name', 'Enter a name for each field, or remove the row.'),
			row.value('value'),
		]);
	return fields.length === 0 && rows.length > 0 ? undefined : (Object.fromEntries(fields) as IDataObject);
}

/**
 * A list to which a person adds rows.
 * @param entry What a row is, in Title Case.
 */
export const rows = (
	displayName: string,
	name: string,
	entry: string,
	description: string,
	values: INodeProperties[],
): INodeProperties => ({
	displayName,
	name,
	type: 'fixedCollection',
	typeOptions: { multipleValues: true },
	placeholder: `Add ${entry}`,
	default: {},
	options: [{ displayName: entry, name: 'entry', values }],
	description,
});
