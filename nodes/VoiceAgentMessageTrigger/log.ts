import type { IPollFunctions } from 'n8n-workflow';

/** Writes a line into n8n's log that says which trigger it is about. */
export function log(context: IPollFunctions, level: 'debug' | 'info' | 'warn', text: string): void {
	const { id: workflowId, name: workflowName } = context.getWorkflow();
	const { name: nodeName } = context.getNode();
	context.logger[level](`${nodeName}: ${text}`, { workflowId, workflowName, nodeName });
}
