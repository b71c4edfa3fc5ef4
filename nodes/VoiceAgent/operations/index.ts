import { agent } from './agent';
import { batchCall } from './batchCall';
import { credit } from './credit';
import { customFunction } from './customFunction';
import { knowledgeSource } from './knowledgeSource';
import { memory } from './memory';
import { message } from './message';
import { model } from './model';
import type { Operation, Resource } from './define';
import { phoneNumber } from './phoneNumber';
import { skill } from './skill';
import { voice } from './voice';
import { webhookDelivery } from './webhookDelivery';

/** Every resource of the node, in the order of the menu. */
export const resources: Resource[] = [
	agent,
	batchCall,
	credit,
	customFunction,
	knowledgeSource,
	memory,
	message,
	model,
	phoneNumber,
	skill,
	voice,
	webhookDelivery,
];

const byName = new Map<string, Operation>(
	resources.flatMap((resource) =>
		resource.operations.map((operation) => [`${resource.value}:${operation.value}`, operation] as const),
	),
);

/** @throws Error for a name that no menu offers, as a hand-edited workflow may hold. */
export function findOperation(resource: string, operation: string): Operation {
	const found = byName.get(`${resource}:${operation}`);
	if (!found) throw new Error(`This version of the node has no operation "${operation}" of "${resource}"`);
	return found;
}
