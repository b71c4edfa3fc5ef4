import { type INode, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { ServiceError } from '../../../../nodes/service/failure';
import { InvalidParameterError } from '../../../../nodes/parameters/invalidParameterError';
import { toNodeError } from '../../../../nodes/n8n/errors';

const node = { name: 'Voice Agent', type: 'voiceAgent', parameters: {} } as unknown as INode;
const refused = new ServiceError({
	message: 'Memory not found',
	description: 'Check the Memory ID.',
	statusCode: 404,
	code: 'not_found',
});
const refusal = new InvalidParameterError('Limit is empty', 'Enter a whole number.');

it('says what happened, what to do, the status and the item', () => {
	const error = toNodeError(refused, node, 2);
	expect(error).toBeInstanceOf(NodeApiError);
	expect(error).toMatchObject({
		message: 'Memory not found',
		description: 'Check the Memory ID.',
		httpCode: '404',
		context: { itemIndex: 2 },
	});
});

it('names no item where there is none', () => {
	expect(toNodeError(refused, node).context).not.toHaveProperty('itemIndex');
});

it('gives the advice of a refusal', () => {
	const error = toNodeError(refusal, node, 1);
	expect(error).toBeInstanceOf(NodeOperationError);
	expect(error).toMatchObject({
		message: 'Limit is empty',
		description: 'Enter a whole number.',
		context: { itemIndex: 1 },
	});
});

it('hands on what n8n has thrown', () => {
	const error = new NodeOperationError(node, 'x');
	expect(toNodeError(error, node, 0)).toBe(error);
});
