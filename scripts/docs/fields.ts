import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

/** A field as a page lists it. */
export interface FieldEntry {
	name: string;
	/** Without the name; empty for a collection, which says nothing of its own. */
	text: string;
	/** The fields of a collection. */
	inside: FieldEntry[];
}

const isChoice = (option: object): option is INodePropertyOptions => 'value' in option;
const isField = (option: object): option is INodeProperties => 'type' in option;

/** A text of a panel with a full stop at its end. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** The panel has the rest of a description, where it is read. */
const firstSentence = (text: string): string => sentence(text.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? text);

/** A part of descriptions that docs/values.md says once for all fields. */
const SAID_IN_VALUES = ', in the time zone of the workflow unless the value names another';

/** Defaults, bounds and conditions are left out: the panel shows them where they are needed. */
const describe = ({ description, options = [] }: INodeProperties): string => {
	const choices = options.filter(isChoice).map(({ name }) => name);
	return [
		...(description === undefined ? [] : [firstSentence(description).replace(SAID_IN_VALUES, '')]),
		...(choices.length > 0 ? [`One of: ${choices.join(', ')}.`] : []),
	].join(' ');
};

const entryOf = (property: INodeProperties): FieldEntry => {
	const { displayName, required, type, options = [] } = property;
	return {
		name: `**${displayName}**${required ? ' (required)' : ''}`,
		text: type === 'collection' ? '' : describe(property),
		inside: options.filter(isField).map(entryOf),
	};
};

const isForAgentsOnly = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['@tool'] !== undefined;

/** The fields that a person sees in a panel; of a field that is there in several variants, the first. */
export const readFields = (shown: INodeProperties[]): FieldEntry[] => {
	const fields = shown.filter(
		(property, index) =>
			property.type !== 'notice' &&
			property.type !== 'hidden' &&
			!isForAgentsOnly(property) &&
			index === shown.findIndex(({ name, type }) => name === property.name && type !== 'notice'),
	);
	return fields.map(entryOf).filter(({ text, inside }) => text || inside.length > 0);
};

const escape = (text: string): string => text.replaceAll('<', '\\<');

/** The fields as a list in Markdown. Those of a collection are only named, since the panel describes them. */
export const listFields = (entries: FieldEntry[]): string =>
	entries
		.map(({ name, text, inside }) => {
			const names = inside.map((field) => field.name.replaceAll('*', '')).join(', ');
			return text === '' ? `- ${name}: ${names}` : `- ${name}: ${escape(text)}`;
		})
		.join('\n');
