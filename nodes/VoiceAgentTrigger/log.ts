import type { FunctionsBase } from 'n8n-workflow';

/** Logs under the name of the node. */
export function logEvent(
	context: Pick<FunctionsBase, 'getNode' | 'logger'>,
	level: 'info' | 'warn',
	text: string,
): void {
	context.logger[level](`Voice Agent Trigger "${context.getNode().name}": ${text}`);
}
