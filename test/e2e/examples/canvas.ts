/** The space that nodes take on n8n's canvas. */
import type { INodeTypeDescription } from 'n8n-workflow';
import type { WorkflowFile, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';

export interface Area {
	name: string;
	left: number;
	top: number;
	right: number;
	bottom: number;
}

/** A node's box and, below it, its name in up to two lines and its subtitle. */
const BOX = 100;
const TEXT = 50;
/** A node with places for tools, memory or models below it is as wide as this. */
const WITH_PLACES = 260;

const placesOf = (workflow: WorkflowFile, name: string): boolean =>
	Object.values(workflow.connections as Record<string, Record<string, Array<Array<{ node: string }>>>>).some(
		(kinds) =>
			Object.entries(kinds).some(
				([kind, outputs]) => kind !== 'main' && outputs.flat().some(({ node }) => node === name),
			),
	);

/** Returns the areas of all nodes of a workflow; a node with many outputs is higher. */
export function nodesAt(
	workflow: WorkflowFile,
	descriptionOf: (node: WorkflowNode) => INodeTypeDescription | undefined,
): Area[] {
	return workflow.nodes.map((node) => {
		const [left, top] = node.position;
		const { width, height } = node.parameters as { width?: number; height?: number };
		if (descriptionOf(node)?.name === 'n8n-nodes-base.stickyNote') {
			return { name: node.name, left, top, right: left + (width ?? 240), bottom: top + (height ?? 160) };
		}
		const outputs = (workflow.connections[node.name] as { main?: unknown[] } | undefined)?.main?.length ?? 1;
		return {
			name: node.name,
			left,
			top,
			right: left + (placesOf(workflow, node.name) ? WITH_PLACES : BOX),
			bottom: top + Math.max(BOX, outputs * 40) + TEXT,
		};
	});
}

/** The pairs that lie on each other. */
export function overlaps(areas: Area[]): string[] {
	return areas.flatMap((one, index) =>
		areas
			.slice(index + 1)
			.filter(
				(other) =>
					one.left < other.right &&
					other.left < one.right &&
					one.top < other.bottom &&
					other.top < one.bottom,
			)
			.map((other) => `${one.name} and ${other.name}`),
	);
}
