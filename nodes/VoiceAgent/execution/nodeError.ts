import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import type { ItemInput } from './itemInput';

export type NodeError = NodeApiError | NodeOperationError;

/** What was thrown, as an error that the editor can show at its item. */
export function asNodeError(error: unknown, input: ItemInput): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(input.context.getNode(), error as Error, { itemIndex: input.index });
}
