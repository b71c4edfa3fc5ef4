import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

/** An error that is written for people: its message says what happened, its description how to go on. */
export abstract class ExplainedError extends Error {
	/**
	 * @param origin A value of the panel, before anything was sent, or a request.
	 * @param itemIndex The input item that it is about, if that is not the first one of the request.
	 * @param statusCode The status that the service answered with.
	 */
	constructor(
		message: string,
		readonly description: string,
		readonly origin: 'parameter' | 'request',
		readonly itemIndex?: number,
		readonly statusCode?: number,
	) {
		super(message);
	}

	/** The message and the description, for places that show a single string. */
	get fullText(): string {
		return `${this.message}. ${this.description}`;
	}
}

/**
 * Turns a thrown value into an error that the editor shows: a fresh one, without headers and keys.
 * @param itemIndex The first input item of the request; left out if there is none.
 */
export function toNodeError(
	error: unknown,
	node: INode,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (!(error instanceof ExplainedError)) {
		return new NodeOperationError(node, error as Error, { ...(itemIndex !== undefined && { itemIndex }) });
	}
	const { message, description, statusCode } = error;
	const index = error.itemIndex ?? itemIndex;
	const details = { description, ...(index !== undefined && { itemIndex: index }) };
	if (error.origin === 'parameter') return new NodeOperationError(node, error, details);
	return new NodeApiError(
		node,
		{ message },
		{
			...details,
			message,
			...(statusCode !== undefined && { httpCode: String(statusCode) }),
		},
	);
}
