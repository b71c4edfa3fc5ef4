import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { authenticationField } from '../parameters/fields';
import type { Resource } from './operation';

/** Builds everything that the panel shows below the credential. */
export function buildProperties(resources: Resource[]): INodeProperties[] {
	return [authenticationField, resourceMenu(resources), ...resources.flatMap(resourceProperties)];
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
	return [
		operationMenu(resource),
		...resource.operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [resource.value], operation: [operation.value] } },
				operation.properties,
			),
		),
	];
}

function operationMenu({ value: resource, operations }: Resource): INodeProperties {
	const first = operations[0]?.value;
	return {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		displayOptions: { show: { resource: [resource] } },
		options: operations
			.map(({ name, value, action, description, waits }) => ({
				name,
				value,
				action,
				description,
				...(waits && { displayOptions: { hide: { '@tool': [true] } } }),
			}))
			.sort((a, b) => a.name.localeCompare(b.name)),
		default: first,
	};
}
