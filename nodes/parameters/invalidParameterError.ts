import { type INode, NodeOperationError, NodeApiError } from 'n8n-workflow';

import { escapeInvisible, truncate } from '../text/strings';
import { ServiceError, toNodeApiError } from '../service/errors';

/** The longest part of a value that an error message quotes, in characters. */
const MAX_QUOTED_LENGTH = 60;

/**
 * Reports a value that cannot be used: the message names it, the advice says
 * what to enter. Nothing has been sent yet.
 */
export class InvalidParameterError extends Error {
	/** @param itemIndex Index of the input item with the value, if it is not the first one of the request. */
	constructor(
		message: string,
		readonly advice: string,
		readonly itemIndex?: number,
	) {
		super(message);
	}

	/**
	 * Returns the error with which n8n shows it at the node or at an input item.
	 * @param itemIndex Index of the first input item of the request.
	 */
	toNodeOperationError(node: INode, itemIndex?: number): NodeOperationError {
		const index = this.itemIndex ?? itemIndex;
		return new NodeOperationError(node, this, {
			description: this.advice,
			...(index !== undefined && { itemIndex: index }),
		});
	}

	/** The message and the advice, for places that show a single string. */
	get fullText(): string {
		return `${this.message}. ${this.advice}`;
	}
}

/**
 * Quotes a value for an error message: `"abc"` or `"{"a":1}"`. Invisible characters
 * are escaped, so that a reader finds them.
 */
export function quote(value: unknown): string {
	const text = escapeInvisible(typeof value === 'object' ? (JSON.stringify(value) ?? '') : String(value));
	return `"${truncate(text, MAX_QUOTED_LENGTH)}"`;
}

/**
 * Turns a thrown value into an error that the editor shows, without headers and keys.
 * @param itemIndex The input item that it is about; left out if there is none.
 */
export function toNodeError(
	error: unknown,
	node: INode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceError) return toNodeApiError(error.report, node, itemIndex);
	if (error instanceof InvalidParameterError) return error.toNodeOperationError(node, itemIndex);
	return new NodeOperationError(node, error as Error, itemIndex === undefined ? {} : { itemIndex });
}
