import type { IBinaryKeyData, IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { withHiddenError } from '../../n8n/node';
import { startWaiting } from '../../n8n/waitingExecution';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ServiceError } from '../../service/failure';
import { simplify } from '../../service/records';
import type { Plan } from './plan';
import { type Run, StoppedError } from './run';
import { createReadOnlySend } from './send';

/**
 * Makes output items of the records of a plan, once their delivery status and their files are there.
 * @throws ServiceError; StoppedError.
 */
export async function makeItems(run: Run, plan: Plan, records: IDataObject[]): Promise<INodeExecutionData[]> {
	const { pairedItem, simplified, outputInstead, wait, request } = plan;
	if (wait) await startWaiting(run.context, wait(request, records));
	const items: INodeExecutionData[] = [];
	for (const record of records) {
		const complete = await pollStatus(run, plan, record);
		const json = simplified && !outputInstead ? simplify(complete, simplified) : complete;
		const binary = await fetchFiles(run, plan, record);
		items.push({ json, pairedItem, ...(binary && { binary }) });
	}
	return items;
}

/**
 * Adds the status to a record that the request has created, such as that of a message's delivery.
 * @throws ServiceError if the action that the record stands for was not carried out.
 */
async function pollStatus(run: Run, plan: Plan, record: IDataObject): Promise<IDataObject> {
	if (!plan.pollStatus || plan.outputInstead) return record;
	const { output, hint } = await plan.pollStatus(
		record,
		createReadOnlySend(run, plan, 0),
		run.limiter.noNewRequestsSignal,
	);
	if (hint !== undefined) run.hints.add(hint);
	return { ...record, ...output };
}

/** @throws StoppedError if the run was stopped meanwhile, so that the files are no longer needed. */
async function fetchFiles(
	run: Run,
	{ downloadFiles, index }: Plan,
	record: IDataObject,
): Promise<IBinaryKeyData | undefined> {
	if (!downloadFiles) return undefined;
	const { limiter } = run;
	const slot = limiter.createPermit(index);
	try {
		await slot.take();
		if (run.isStopped) throw new StoppedError();
		return await downloadFiles(record, limiter.noNewRequestsSignal);
	} catch (error) {
		return run.stopFor(error);
	} finally {
		slot.free();
	}
}

/**
 * Makes the output item for an error, when the node continues.
 * @param leavesByErrorOutput Whether the item is to leave by the error output.
 */
export function toErrorItem(
	error: unknown,
	pairedItem: IPairedItemData | IPairedItemData[],
	leavesByErrorOutput: boolean,
): INodeExecutionData {
	const message = error instanceof Error ? error.message : String(error);
	const item = { json: { error: message, details: readDetails(error) }, pairedItem };
	return leavesByErrorOutput ? withHiddenError(item, error) : item;
}

/**
 * Returns the details of an item's error that a workflow gets besides the message: the status, the code, and how to
 * go on.
 */
function readDetails(error: unknown): IDataObject {
	if (error instanceof ServiceError) {
		const { statusCode, code, description, facts } = error.report;
		return {
			...(statusCode !== undefined && { statusCode }),
			...(code !== undefined && { code }),
			description,
			...facts,
		};
	}
	if (error instanceof InvalidParameterError) return { description: error.description };
	const { description, httpCode } = error as { description?: unknown; httpCode?: unknown };
	return {
		...(typeof httpCode === 'string' && /^\d+$/.test(httpCode) && { statusCode: Number(httpCode) }),
		...(typeof description === 'string' && { description }),
	};
}
