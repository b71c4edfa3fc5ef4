import type { INodeProperties } from 'n8n-workflow';

/**
 * Builds a field for a list of rows; `ParameterGroup.rows` reads it.
 * @param entry The label of a row, in Title Case.
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
