import type { INodeProperties } from 'n8n-workflow';

/** A parameter and everything that can be entered in it. */
export function withChildren(property: INodeProperties): INodeProperties[] {
	const children = (property.options ?? []).flatMap((option) =>
		'values' in option ? option.values : 'type' in option ? [option] : [],
	);
	return [property, ...children.flatMap(withChildren)];
}
