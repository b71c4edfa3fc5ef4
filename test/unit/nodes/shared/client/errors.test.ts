import type { INode } from 'n8n-workflow';

import { toNodeApiError } from '../../../../../nodes/shared/client/errors';

const node = { name: 'Voice Agent', type: 'x', parameters: {} } as INode;

it('is a fresh error with what happened, how to go on, the status and the item', () => {
	const report = {
		message: 'Memory not found',
		description: 'Check the Memory ID.',
		statusCode: 404,
		code: 'not_found',
	};
	expect(toNodeApiError(report, node, 3)).toMatchObject({
		name: 'NodeApiError',
		message: 'Memory not found',
		description: 'Check the Memory ID.',
		httpCode: '404',
		context: { itemIndex: 3 },
	});
	expect(toNodeApiError({ message: 'x', description: 'y' }, node).context).not.toHaveProperty('itemIndex');
});
