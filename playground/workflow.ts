import { randomUUID } from 'node:crypto';
import type { WorkflowFile, WorkflowNode } from '../sandbox/src/n8n/workflow.ts';

/** A node of a workflow file; unless `more` says otherwise, of version 1 and without credentials. */
export const node = (
	name: string,
	type: string,
	parameters: Record<string, unknown> = {},
	more: Partial<WorkflowNode> = {},
): WorkflowNode => ({ id: randomUUID(), name, type, typeVersion: 1, position: [0, 0], parameters, ...more });

/** Each node leads to the next. */
export function chainOf(name: string, nodes: WorkflowNode[]): WorkflowFile {
	const links = nodes
		.slice(0, -1)
		.map((from, index): [string, unknown] => [
			from.name,
			{ main: [[{ node: nodes[index + 1]?.name, type: 'main', index: 0 }]] },
		]);
	// Beside each other, so that each can be clicked in the editor.
	const placed = nodes.map((one, index): WorkflowNode => ({ ...one, position: [index * 220, 0] }));
	return { name, nodes: placed, connections: Object.fromEntries(links), settings: { executionOrder: 'v1' } };
}
