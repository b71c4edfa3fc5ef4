import { type INodeProperties, updateDisplayOptions } from 'n8n-workflow';

import { authenticationField } from '../parameters/fields';
import type { Operation, Resource } from './operation';

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
		...operationMenus(resource),
		...resource.operations.flatMap((operation) =>
			updateDisplayOptions(
				{ show: { resource: [resource.value], operation: [operation.value] } },
				operation.properties,
			),
		),
	];
}

/** Builds the menu of operations, and a second one where the panel of an AI agent's tool opens on another operation. */
function operationMenus({ value: resource, operations, firstForAgents }: Resource): INodeProperties[] {
	const first = operations[0]?.value;
	const menu: INodeProperties = {
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
	if (!firstForAgents) return [menu];
	return [
		{ ...menu, displayOptions: { show: { resource: [resource] }, hide: { '@tool': [true] } } },
		{
			...menu,
			displayOptions: { show: { resource: [resource], '@tool': [true] } },
			default: firstForAgents.value,
		},
	];
}

/**
 * Builds the text below the node's name on the canvas: the operation's action in Title Case, as an expression that
 * the editor evaluates.
 */
export function buildSubtitle(resources: Resource[]): string {
	const actions = resources.flatMap((resource) =>
		resource.operations.map(
			(operation) =>
				`${JSON.stringify(`${resource.value}:${operation.value}`)}: ${actionExpression(operation)}`,
		),
	);
	return `={{ ({ ${actions.join(', ')} })[$parameter["resource"] + ":" + $parameter["operation"]] }}`;
}

function actionExpression({ action, preview }: Operation): string {
	const text = JSON.stringify(toTitleCase(action));
	if (!preview) return text;
	const value = `$parameter["${preview.parameter}"]`;
	// An expression may give a string, and JavaScript takes the string "false" for true.
	const isTurnedOff = `/^\\s*(false|0)\\s*$/i.test(${value})`;
	return `${isTurnedOff} ? ${text} : ${value} ? ${JSON.stringify(toTitleCase(preview.action))} : ${text}`;
}

/** The words that Title Case writes in lower case. */
const SMALL_WORDS = /^(and|for|from|of|to)$/;

/** Returns `Send Chat-App Message` for `Send chat-app message`. */
export const toTitleCase = (text: string): string =>
	text.replace(/[a-z]+/gi, (word) =>
		SMALL_WORDS.test(word) ? word : `${word.charAt(0).toUpperCase()}${word.slice(1)}`,
	);
