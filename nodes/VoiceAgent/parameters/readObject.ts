import type { IDataObject } from 'n8n-workflow';

import type { ParameterGroup } from './parameterGroup';

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
