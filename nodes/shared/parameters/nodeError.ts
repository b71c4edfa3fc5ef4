import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';

import { ServiceError, toNodeApiError } from '../client/errors';
import { InvalidParameterError } from './invalidParameterError';

/**
 * Turns a thrown value into an error that the editor shows at its item:
 * always a fresh one, free of headers and keys.
 */
export function toNodeError(
	error: unknown,
	node: INode,
	itemIndex: number,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof ServiceError) return toNodeApiError(error.report, node, itemIndex);
	if (error instanceof InvalidParameterError) return error.toNodeOperationError(node, itemIndex);
	return new NodeOperationError(node, error as Error, { itemIndex });
}
