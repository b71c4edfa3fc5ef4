import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { withHiddenError } from '../../n8n/node';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { ServiceError } from '../../service/failure';

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
	const item = { json: { error: message, details: toDetails(error) }, pairedItem };
	return leavesByErrorOutput ? withHiddenError(item, error) : item;
}

/** Returns what a workflow gets of an error besides the message: the status, the code, and how to go on. */
function toDetails(error: unknown): IDataObject {
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
