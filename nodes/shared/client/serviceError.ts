import type { INode, JsonObject } from 'n8n-workflow';
import { NodeApiError } from 'n8n-workflow';

import type { FailureReport } from './failureMessage';

/** The service did not do what it was asked to, or nobody knows whether it did. */
export class ServiceError extends Error {
	constructor(readonly report: FailureReport) {
		super(report.message);
	}

	/** The same with one more sentence on what to know. */
	with(sentence: string): ServiceError {
		return new ServiceError({ ...this.report, description: `${this.report.description} ${sentence}` });
	}
}

/**
 * A report as an error that the editor shows at the node: a fresh one, free of headers and keys.
 * @param itemIndex The input item that it is about; left out where there is none.
 */
export function toNodeApiError(
	{ message, description, statusCode }: FailureReport,
	node: INode,
	itemIndex?: number,
): NodeApiError {
	return new NodeApiError(node, { message } as JsonObject, {
		message,
		description,
		...(statusCode !== undefined && { httpCode: String(statusCode) }),
		...(itemIndex !== undefined && { itemIndex }),
	});
}
