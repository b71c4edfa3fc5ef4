import type { IExecuteFunctions } from 'n8n-workflow';

import { findParentExecutionId } from '../../n8n/waitingExecution';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { SharedWork } from '../../service/concurrency';

/** The newest executions that wait in this process for an execution that called them, by the ID of that one. */
const waitingBelow = new SharedWork<string>({ ttlMs: Infinity, maxKeys: 1_000 });

/** Remembers that a sub-workflow waits for a reply. */
export function noteWaitingSubWorkflow(context: IExecuteFunctions): void {
	const parentId = findParentExecutionId(context);
	if (parentId === undefined) return;
	waitingBelow.forget(parentId);
	void waitingBelow.share(parentId, async () => context.getExecutionId());
}

/**
 * Refuses a question of a sub-workflow while another one that was called by the same execution waits, as with Run Once for
 * Each Item: n8n continues with the first answer, and the others are lost. Both run in the same process.
 * @throws InvalidParameterError that says how to ask several people.
 */
export async function refuseSecondWaitingSubWorkflow(context: IExecuteFunctions): Promise<void> {
	const parentId = findParentExecutionId(context);
	const other = parentId === undefined ? undefined : await waitingBelow.find(parentId);
	if (other === undefined || other === context.getExecutionId()) return;
	const data = await context.getExecutionDataById(other).catch(() => undefined);
	if (!data?.waitTill) return;
	throw new InvalidParameterError(
		`The workflow that called this one waits for an answer already, in execution ${other}`,
		"n8n would continue with the first answer and lose the others. In the calling workflow, set 'Mode' of Execute Sub-workflow to 'Run once with all items', and put it into a Loop Over Items with a batch size of 1. Nothing was sent.",
	);
}
