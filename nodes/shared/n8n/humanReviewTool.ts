import type { IExecuteFunctions, INode } from 'n8n-workflow';

/**
 * Tells if n8n runs the node as a human review of an AI agent's tool calls: n8n makes such a node of any that
 * sends and waits, and tells it by its type only. Tested by test/engine/send-and-wait.test.ts and
 * test/e2e/human-review.test.ts.
 */
export const isHumanReview = ({ type }: INode): boolean => type.endsWith('HitlTool');

/**
 * Tells if n8n will run this node again in this execution for a further tool call of the agent. n8n counts a
 * run for each of the calls before it carries out the first, which only expressions show. Tested by
 * test/e2e/human-review.test.ts.
 */
export function hasFurtherRun(context: IExecuteFunctions, itemIndex: number): boolean {
	const { $node, $runIndex } = context.getWorkflowDataProxy(itemIndex);
	const runs = ($node as Record<string, { runIndex: number }>)[context.getNode().name];
	return (runs?.runIndex ?? 0) > Number($runIndex);
}
