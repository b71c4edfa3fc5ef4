import { type INodeProperties, type INodePropertyCollection, updateDisplayOptions } from 'n8n-workflow';

import { authentication } from '../../shared/panel/authentication';
import { commonOptions, type Operation, type Resource } from './define';

/** Everything the panel shows below the credential, derived from the operations. */
export function buildProperties(resources: Resource[]): INodeProperties[] {
	return [authentication, resourceMenu(resources), ...resources.flatMap(resourceProperties)];
}

function resourceMenu(resources: Resource[]): INodeProperties {
	return {
		displayName: 'Resource',
		name: 'resource',
		type: 'options',
		noDataExpression: true,
		options: resources.map(({ name, value }) => ({ name, value })),
		default: 'message',
	};
}

function resourceProperties(resource: Resource): INodeProperties[] {
	const first = resource.operations[0]?.value;
	return [
		{
			displayName: 'Operation',
			name: 'operation',
			type: 'options',
			noDataExpression: true,
			displayOptions: { show: { resource: [resource.value] } },
			options: resource.operations
				.map(({ name, value, action, description, hiddenFromAgents }) => ({
					name,
					value,
					action,
					description,
					...(hiddenFromAgents && { displayOptions: { hide: { '@tool': [true] } } }),
				}))
				.sort(byName),
			default: first,
		},
		...resource.operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [resource.value], operation: [operation.value] } },
				buildOperationProperties(operation),
			),
		),
	];
}

/** What the panel shows for an operation. */
export function buildOperationProperties(operation: Operation): INodeProperties[] {
	const { answer } = operation;
	const definitions: INodeProperties[] = [
		...(answer.kind === 'list' && answer.size !== 'own' ? listSize : []),
		...operation.properties,
		...(answer.kind !== 'deleted' && answer.simplified ? [simplify] : []),
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: inPanelOrder([...(operation.options ?? []), ...commonOptions(operation.timeout)]),
		},
	];
	return definitions.map(withExample);
}

/** By their labels, and those that depend on another option below it. */
function inPanelOrder(options: INodeProperties[]): INodeProperties[] {
	const sorted = [...options].sort((a, b) => a.displayName.localeCompare(b.displayName));
	const parentOf = ({ displayOptions }: INodeProperties) =>
		sorted.find(({ name }) => Object.hasOwn(displayOptions?.show ?? {}, name));
	return sorted
		.filter((option) => !parentOf(option))
		.flatMap((parent) => [parent, ...sorted.filter((option) => parentOf(option) === parent)]);
}

/** A JSON field is never empty, so that its placeholder would not be seen: the example goes below it. */
function withExample(property: INodeProperties): INodeProperties {
	if (property.type === 'collection') {
		return { ...property, options: (property.options as INodeProperties[]).map(withExample) };
	}
	if (property.type === 'fixedCollection') {
		const groups = property.options as INodePropertyCollection[];
		return {
			...property,
			options: groups.map((group) => ({ ...group, values: group.values.map(withExample) })),
		};
	}
	if (property.type !== 'json' || property.hint) return property;
	return { ...property, hint: `Example: ${(property.placeholder ?? '').replace(/^e\.g\. /, '')}` };
}

const byName = (a: { name: string }, b: { name: string }): number => a.name.localeCompare(b.name);

const listSize: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		displayOptions: { show: { returnAll: [false] } },
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
	},
];

const simplify: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/** Below the node's name on the canvas: what the node will do, as an expression that the editor evaluates. */
export function buildSubtitle(resources: Resource[]): string {
	const actions = resources.flatMap((resource) =>
		resource.operations.map(
			(operation) => `${JSON.stringify(`${resource.value}:${operation.value}`)}: ${actionOf(operation)}`,
		),
	);
	return `={{ ({ ${actions.join(', ')} })[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

function actionOf({ action, preview }: Operation): string {
	if (!preview) return JSON.stringify(action);
	return `$parameter["${preview.parameter}"] ? ${JSON.stringify(preview.action)} : ${JSON.stringify(action)}`;
}
