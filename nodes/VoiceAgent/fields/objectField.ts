import type { INodeProperties, IDataObject } from 'n8n-workflow';

import { rowsField } from '../../parameters/fields';
import { hasNoValue } from '../../parameters/parseValue';
import type { ParameterGroup } from '../../parameters/parameterGroup';

/** A parameter for an object, entered field by field or as JSON. */
interface ObjectField {
	displayName: string;
	name: string;
	description: string;
	/** An example in JSON. */
	example: string;
	/** The fields to fill in; by default, rows of names and values. */
	fields?: INodeProperties[];
}

/** Builds the field for a list of names and values; `readPairs` reads it. */
export const pairsField = (displayName: string, name: string, description: string): INodeProperties =>
	rowsField(displayName, name, 'Field', description, [
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

/** Builds the field for an object; `readObject` reads it. */
export function objectField({
	displayName,
	name,
	description,
	example,
	fields = [pairsField('Fields', 'fields', 'Names and values')],
}: ObjectField): INodeProperties {
	const showIf = (way: string) => ({ displayOptions: { show: { specify: [way] } } });
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
					...fields.map((field) => ({ ...field, ...showIf('fields') })),
					{
						displayName: 'JSON',
						name: 'json',
						type: 'json',
						default: '{}',
						...showIf('json'),
						// A JSON field is never empty, and so shows no placeholder.
						hint: `Example: ${example}`,
						description: 'A JSON object',
					},
				],
			},
		],
	};
}

/**
 * Reads the object of an `objectField`; undefined if an expression gives no value.
 * @param readFields Reads the fields, if the object is entered field by field.
 * @throws InvalidParameterError for JSON that is not an object, a field
 * without a name, and a value of another form.
 */
export function readObject(
	group: ParameterGroup,
	name: string,
	readFields: (section: ParameterGroup) => IDataObject | undefined = (section) =>
		readPairs(section, 'fields'),
): IDataObject | undefined {
	if (!group.has(name)) return undefined;
	const section = group.entry(name);
	if (!section) return {};
	const isJson = section.isAdded('specify') && section.choice('specify') === 'json';
	if (!isJson) return readFields(section);
	return section.has('json') ? section.jsonObject('json') : undefined;
}

/**
 * Reads names and values; undefined if there are rows and none has a value. A row
 * without a value is left out: it clears nothing.
 */
export function readPairs(section: ParameterGroup, name: string): IDataObject | undefined {
	const rows = section.has(name) ? section.rows(name) : [];
	const fields = rows
		.filter((row) => !hasNoValue(row.value('value')))
		.map((row) => [
			row.requireNonEmptyText('name', 'Enter a name for each field, or remove the row.'),
			row.value('value'),
		]);
	return fields.length === 0 && rows.length > 0 ? undefined : (Object.fromEntries(fields) as IDataObject);
}
