import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

/** The panel's definition of a parameter, as far as it is known. */
export type FieldDefinition = Partial<INodeProperties>;

/** Says where the value of an ID field is found, for messages about a missing or unknown ID. */
export const describeWhereToFind = ({ modes = [], hint = '' }: FieldDefinition): string =>
	(modes.some(({ name }) => name === 'list')
		? `Choose it from the list or enter its ID. ${hint}`
		: hint
	).trim();

/** Returns the example that an empty field shows; empty if there is none. */
export function findExample({ placeholder, modes }: FieldDefinition): string {
	const shown = placeholder ?? modes?.find((mode) => mode.placeholder)?.placeholder;
	return (shown ?? '').replace(/^e\.g\. /, '');
}

/** Tells whether a field, or one within it, holds a secret: n8n's editor hides what is typed there. */
export const holdsSecret = (
	field: FieldDefinition | INodePropertyOptions | INodePropertyCollection,
): boolean =>
	('typeOptions' in field && field.typeOptions?.password === true) ||
	[...('options' in field ? (field.options ?? []) : []), ...('values' in field ? field.values : [])].some(
		holdsSecret,
	);
