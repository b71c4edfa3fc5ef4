import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isExpression, isFilledByModel } from '../../n8n/expression';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { isRecord } from '../../text/json';
import { isUsedAsTool } from './item';

/**
 * Builds the two variants of a parameter that guards against costs or harm. When an AI agent uses the node as a tool, a
 * person sets it and no model does: the editor offers the model every field that takes an expression, so the
 * variant of the tool takes none.
 */
const humanOnlyVariants = (property: INodeProperties): INodeProperties[] => [
	{ ...property, displayOptions: { ...property.displayOptions, hide: { '@tool': [true] } } },
	{
		...property,
		noDataExpression: true,
		displayOptions: {
			...property.displayOptions,
			show: { ...property.displayOptions?.show, '@tool': [true] },
		},
	},
];

/** Builds an option that only a person can set. It takes no expression at all, since a collection cannot hold two variants of one option. */
export const humanOnlyOption = (property: INodeProperties): INodeProperties => ({
	...property,
	noDataExpression: true,
});

/** A parameter or an option that only a person can set. */
export interface HumanOnlyField {
	field: INodeProperties;
	/** The name of the collection that it is an option of. */
	collection?: string;
}

/** Finds what `humanOnlyVariants` and `humanOnlyOption` have built among the fields of an operation. */
export const findHumanOnlyFields = (definitions: readonly INodeProperties[]): HumanOnlyField[] =>
	definitions.flatMap((definition) => {
		const { name, type, options = [], noDataExpression, displayOptions } = definition;
		if (type !== 'collection') {
			return noDataExpression && displayOptions?.show?.['@tool'] ? [{ field: definition }] : [];
		}
		return (options as INodeProperties[])
			.filter((option) => option.noDataExpression)
			.map((field) => ({ field, collection: name }));
	});

/**
 * Checks that a field has no expression where an AI agent uses the node:
 * the editor offers none, but a workflow that was written by other means may hold one. The
 * model also makes the item that an expression reads, so every expression counts, not only $fromAI.
 * @throws InvalidParameterError for a field that a model could set.
 */
export function requireHumanChoice(context: IExecuteFunctions, { field, collection }: HumanOnlyField): void {
	const { parameters } = context.getNode();
	const holder: unknown = collection === undefined ? parameters : parameters[collection];
	// An expression for the whole of a collection may set each of its options.
	const typed = isRecord(holder) ? holder[field.name] : holder;
	if (!isFilledByModel(typed) && !(isExpression(typed) && isUsedAsTool(context))) return;
	throw new InvalidParameterError(
		`'${field.displayName}' takes no expression where an AI agent uses the node`,
		`A person has to set it, not a model. Open the tool and set '${field.displayName}' there. Nothing was sent.`,
	);
}

/** The beginning of the hint beside the output of a preview. */
export const PREVIEW_HINT = 'Preview only: nothing was sent.';

/** Builds the switch 'Preview Only', which only a person can turn off, and the notice that is shown while it is on. */
export const previewOnlyFields = (name: string, description: string): INodeProperties[] => [
	...humanOnlyVariants({
		displayName: 'Preview Only',
		name,
		type: 'boolean',
		default: true,
		description,
	}),
	{
		displayName: "Nothing is sent while 'Preview Only' is on",
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { [name]: [true] } },
	},
];
