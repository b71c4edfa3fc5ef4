import type { INodeProperties } from 'n8n-workflow';

/**
 * A parameter that guards against costs or harm: when an AI agent uses the node as a tool, a person sets it and no model does. The
 * editor offers the model every field that takes an expression, so that the tool's own variant takes none.
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
