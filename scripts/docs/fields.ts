import type { INodeProperties } from 'n8n-workflow';

/** A field of a panel. */
export interface FieldEntry {
	name: string;
	/** Its first sentence; the panel has the rest. */
	description: string;
	/** The fields of a collection. */
	inside: FieldEntry[];
}

/** A text of a panel with a full stop at its end. */
export const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const firstSentence = (text: string): string => sentence(text.split(/(?<=[.!?]) (?=[A-Z])/)[0] ?? text);

const isForAgentsOnly = ({ displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.['@tool'] !== undefined;

/** The fields that a person sees in a panel; of a field that is there in several variants, the first. */
export const readFields = (shown: INodeProperties[]): FieldEntry[] =>
	shown
		.filter(
			(property, index) =>
				property.type !== 'notice' &&
				property.type !== 'hidden' &&
				!isForAgentsOnly(property) &&
				index === shown.findIndex(({ name, type }) => name === property.name && type !== 'notice'),
		)
		.map(({ displayName, description = '', type, options = [] }) => ({
			name: displayName,
			description: firstSentence(description),
			inside: type === 'collection' ? readFields(options as INodeProperties[]) : [],
		}));
