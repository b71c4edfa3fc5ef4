import { message } from './message';
import type { Operation, Resource } from './operation';

/** Every resource of the node, in the order of the menu. */
export const resources: Resource[] = [message];

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
