import type { IDataObject, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { withHiddenError } from '../../shared/n8n/errorOutput';
import { ServiceError } from '../../shared/client/errors';
import { InvalidParameterError } from '../../shared/parameters/invalidParameterError';

/** The details of an item's error that a workflow gets besides the message. */
interface Details {
	statusCode?: number;
	code?: string;
	description?: string;
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
	const item = { json: { error: message, details: readDetails(error) as IDataObject }, pairedItem };
	return leavesByErrorOutput ? withHiddenError(item, error) : item;
}

function readDetails(error: unknown): Details {
	if (error instanceof ServiceError) {
		const { statusCode, code, description, facts } = error.report;
		return {
			...(statusCode !== undefined && { statusCode }),
			...(code !== undefined && { code }),
			description,
			...facts,
		};
	}
	if (error instanceof InvalidParameterError) return { description: error.advice };
	const { description, httpCode } = error as { description?: unknown; httpCode?: unknown };
	return {
		...(typeof httpCode === 'string' && /^\d+$/.test(httpCode) && { statusCode: Number(httpCode) }),
		...(typeof description === 'string' && { description }),
	};
}
