import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Turns off the node's setting Always Output Data for this execution. With it n8n would start a trigger's
 * workflow with an empty item where the trigger puts out none. Tested by test/engine/replies.test.ts.
 */
export function disableAlwaysOutputData(context: IExecuteFunctions): void {
	context.getExecuteData().node.alwaysOutputData = false;
}
