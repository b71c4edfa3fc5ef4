import { type IDataObject, type INode, type JsonObject, NodeApiError } from 'n8n-workflow';

import type { Assessment, Failure } from './failure';

/** A failure in the form that people and workflows see. */
export interface ErrorReport {
	/** Says what happened. */
	message: string;
	/** Says how to go on. */
	description: string;
	/** The reason of the failure, as `assess` gives it; left out if the answer of the service cannot be used. */
	reason?: Assessment['reason'];
	statusCode?: number;
	/** The service's own code, e.g. `not_found`. */
	code?: string;
	/** Further details for a workflow that continues, by names of their own. */
	facts?: IDataObject;
}

/** A request that failed, and what is known about it. */
export interface FailedRequest {
	failure: Failure;
	/** The number of times that it was sent again. */
	retries: number;
	/** False if one of the tries may have been processed although the service did not say so. */
	isOutcomeKnown: boolean;
}

/** The service did not do what it was asked to, or it is unknown whether it did. */
export class ServiceError extends Error {
	/**
	 * @param request The request that failed; left out if the service did
	 * answer it, but its answer cannot be used.
	 */
	constructor(
		readonly report: ErrorReport,
		readonly request?: FailedRequest,
	) {
		super(report.message);
	}

	/** Returns the same error with one more sentence on how to go on. */
	withAdvice(sentence: string): ServiceError {
		const { description } = this.report;
		return new ServiceError({ ...this.report, description: `${description} ${sentence}` }, this.request);
	}
}

/** Tells whether the service says that it does not know the record that a request is about. */
export const isNotFound = (error: unknown): boolean =>
	error instanceof ServiceError && error.report.reason === 'notFound';

/**
 * Returns a ServiceError, so that a promise's `catch` gives it as the value of the promise. Throws anything else
 * again.
 */
export function asServiceError(error: unknown): ServiceError {
	if (error instanceof ServiceError) return error;
	throw error;
}

/**
 * Makes an error that the editor shows at the node of a report: a fresh one, free of headers and keys.
 * @param itemIndex The input item that it is about; left out if there is none.
 */
export function toNodeApiError(
	{ message, description, statusCode }: ErrorReport,
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
