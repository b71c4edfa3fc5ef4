import { CliError } from '../client/command-line.ts';
import { isWorkflow, type WorkflowFile, type WorkflowNode } from '../n8n/workflow.ts';

/** Matches the nodes that run another workflow: Execute Sub-workflow, and those of AI agents. */
const CALLING_NODE = /\.(?:executeWorkflow|toolWorkflow|retrieverWorkflow)$/;

/** A workflow that a node runs: one that n8n has stored, or one that stands in the node. */
export type CalledWorkflow =
	| { readonly kind: 'stored'; readonly id: string }
	| { readonly kind: 'inline'; readonly workflow: WorkflowFile };

/**
 * Returns the workflow that a node runs; undefined if it runs none.
 * @throws {CliError} if it is known only while the node runs, or cannot be read
 */
export function readCalled({ name, type, parameters }: WorkflowNode): CalledWorkflow | undefined {
	if (!CALLING_NODE.test(type)) return undefined;
	const { source = 'database', workflowId, workflowJson } = parameters;
	if (source === 'parameter') {
		const workflow = typeof workflowJson === 'string' ? parseWorkflow(workflowJson) : workflowJson;
		if (isWorkflow(workflow)) return { kind: 'inline', workflow: { ...workflow, name } };
		throw createUnknownError(name, 'the workflow in it is not one that can be read');
	}
	const id =
		typeof workflowId === 'string' ? workflowId : (workflowId as { value?: unknown } | undefined)?.value;
	if (source !== 'database') throw createUnknownError(name, 'it reads the workflow from elsewhere');
	if (typeof id !== 'string' || id === '') throw createUnknownError(name, 'no workflow is chosen in it');
	if (id.startsWith('=')) throw createUnknownError(name, 'an expression chooses the workflow');
	return { kind: 'stored', id };
}

/** Returns the node with another workflow in place of the one that it runs. */
export function replaceCalled(node: WorkflowNode, called: CalledWorkflow): WorkflowNode {
	const { workflowId, workflowJson } = node.parameters;
	const changed =
		called.kind === 'stored'
			? {
					workflowId:
						typeof workflowId === 'string' ? called.id : { ...(workflowId as object), value: called.id },
				}
			: {
					workflowJson: typeof workflowJson === 'string' ? JSON.stringify(called.workflow) : called.workflow,
				};
	return { ...node, parameters: { ...node.parameters, ...changed } };
}

/** Lists all nodes of a workflow, those of workflows that stand in its nodes included. */
export function listAllNodes({ nodes }: Pick<WorkflowFile, 'nodes'>): WorkflowNode[] {
	return nodes.flatMap((node) => {
		const called = node.disabled === true ? undefined : readCalled(node);
		return called?.kind === 'inline' ? [node, ...listAllNodes(called.workflow)] : [node];
	});
}

function createUnknownError(name: string, why: string): CliError {
	return new CliError(
		`"${name}" runs a sub-workflow, and ${why}, so it cannot be copied: the original could reach your real account. ` +
			`Leave the node out: --pin "${name}=items.json"`,
	);
}

function parseWorkflow(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
