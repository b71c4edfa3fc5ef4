import type { FunctionsBase } from 'n8n-workflow';

/**
 * Writes a line into n8n's log: the name of the node, then the text. n8n adds the workflow, as it does in its own lines.
 */
export function writeLog(
	context: Pick<FunctionsBase, 'getNode' | 'getWorkflow' | 'logger'>,
	level: 'debug' | 'info' | 'warn',
	text: string,
): void {
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	const { name: nodeName } = context.getNode();
	context.logger[level](`${nodeName}: ${text}`, { workflowId, workflowName, nodeName });
}
