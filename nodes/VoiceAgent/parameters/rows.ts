import type { INodeProperties } from 'n8n-workflow';

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
