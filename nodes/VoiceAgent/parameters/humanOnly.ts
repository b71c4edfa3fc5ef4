import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { isUsedByAgent } from './item';
import { InvalidParameterError } from '../../shared/parameters/invalidParameterError';

/**
 * A parameter that guards against costs or harm: when an AI agent uses the node as a tool, a
 * person sets it and no model does. The editor offers the model every field that takes an
 * expression, so that the tool's own variant takes none.
 */
export const humanOnly = (property: INodeProperties): INodeProperties[] => [
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

/** The function by which a model fills in a value; n8n accepts it in upper and lower case. */
const FROM_MODEL = /\$fromai\b/i;

/**
 * Checks that a `humanOnly` parameter has no expression where an AI agent uses the node:
 * the editor offers none, but a workflow that was written by other means may hold one, and
 * even the item is chosen by the model then.
 * @throws InvalidParameterError for a parameter that a model could set.
 */
export function requireHumanChoice(
	context: IExecuteFunctions,
	definitions: readonly INodeProperties[],
): void {
	const { parameters } = context.getNode();
	const isForAgent = isUsedByAgent(context);
	const found = definitions.filter(isHumanOnlyVariant).find(({ name }) => {
		const typed = parameters[name];
		return typeof typed === 'string' && typed.startsWith('=') && (isForAgent || FROM_MODEL.test(typed));
	});
	if (!found) return;
	throw new InvalidParameterError(
		`'${found.displayName}' takes no expression where an AI agent uses the node`,
		`A person has to set it, not a model. Open the tool and set '${found.displayName}' there. Nothing was sent.`,
	);
}

/** Returns true for the variant that a tool shows, which offers no expression. */
const isHumanOnlyVariant = ({ noDataExpression, displayOptions }: INodeProperties): boolean =>
	noDataExpression === true && displayOptions?.show?.['@tool'] !== undefined;
