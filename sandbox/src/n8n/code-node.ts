import type { WorkflowNode } from './n8n-api.ts';

/** Returns a node that runs this code and takes the place of another one, under its name. */
export function toCodeNode({ id, name, position }: WorkflowNode, jsCode: string): WorkflowNode {
	return { id, name, position, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
}
