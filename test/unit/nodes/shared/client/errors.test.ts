import type { INode } from 'n8n-workflow';

import {
	classifyError,
	isNotFound,
	toNodeApiError,
	type ErrorResponse,
} from '../../../../../nodes/shared/client/errors';

const coded = (status: number, code: string): ErrorResponse => ({
	kind: 'refused',
	status,
	message: '',
	code,
});

describe('classifyError', () => {
	it.each([
		[400, 'not_found', 'notFound'],
		[200, 'not_found', 'notFound'],
		[500, 'source_not_found', 'notFound'],
		[404, 'unauthorized', 'unauthorized'],
		[500, 'insufficient_audio', 'invalid'],
		[500, 'something_else', 'unavailable'],
		[404, 'constructor', 'notFound'],
	])('decides %d with the code %s by the code first', (status, code, reason) => {
		expect(classifyError(coded(status, code))).toBe(reason);
		expect(isNotFound(coded(status, code))).toBe(reason === 'notFound');
	});

	it.each([
		[200, 'invalid'],
		[400, 'invalid'],
		[401, 'unauthorized'],
		[403, 'forbidden'],
		[404, 'notFound'],
		[408, 'unavailable'],
		[409, 'invalid'],
		[429, 'rateLimited'],
		[500, 'unavailable'],
		[524, 'unavailable'],
	])('falls back to the status %d', (status, reason) => {
		expect(classifyError({ kind: 'refused', status, message: '' })).toBe(reason);
	});
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
