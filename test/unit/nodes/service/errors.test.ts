import type { INode } from 'n8n-workflow';

import { isNotFound, ServiceError, toNodeApiError } from '../../../../nodes/service/errors';

it.each([
	['notFound', true],
	['wrongAddress', false],
	['unavailable', false],
	[undefined, false],
] as const)('knows by the table of statuses that the service does not know a record: %s', (reason, is) => {
	const report = { message: 'x', description: 'y', statusCode: 404, ...(reason && { reason }) };
	expect(isNotFound(new ServiceError(report))).toBe(is);
	expect(isNotFound(new Error('x'))).toBe(false);
});

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
