import { type INode, NodeApiError } from 'n8n-workflow';

import { hasErrorOutput } from '../../../../../nodes/n8n/node';
import { toErrorItem } from '../../../../../nodes/VoiceAgent/run/errorItem';
import { InvalidParameterError } from '../../../../../nodes/parameters/invalidParameterError';
import { ServiceError } from '../../../../../nodes/service/failure';

const node = { name: 'Voice Agent', type: 'voiceAgent', parameters: {} } as unknown as INode;
const refused = new ServiceError({
	message: 'Memory not found',
	description: 'Check the Memory ID.',
	statusCode: 404,
	code: 'not_found',
});
const refusal = new InvalidParameterError('Limit is empty', 'Enter a whole number.');

describe('toErrorItem', () => {
	it.each([
		[refused, { statusCode: 404, code: 'not_found', description: 'Check the Memory ID.' }],
		[new ServiceError({ message: 'x', description: 'y' }), { description: 'y' }],
		[refusal, { description: 'Enter a whole number.' }],
		[
			new NodeApiError(node, { message: 'x' }, { httpCode: '401', description: 'y' }),
			{ statusCode: 401, description: 'y' },
		],
		...['', 'ECONNRESET', 'E401', '401x'].map((httpCode): [Error, object] => [
			Object.assign(new Error('x'), { httpCode }),
			{},
		]),
		[Object.assign(new Error('x'), { httpCode: 401, description: null }), {}],
		[new Error('x'), {}],
		['x', {}],
	])('gives message and details of %p', (error, details) => {
		const message = error instanceof Error ? error.message : 'x';
		expect(toErrorItem(error, { item: 3 }, false)).toEqual({
			json: { error: message, details },
			pairedItem: { item: 3 },
		});
	});

	it('shows older versions of n8n the error where there is an error output, but lets nothing copy it', () => {
		expect(toErrorItem(refused, { item: 0 }, false)).not.toHaveProperty('error');
		const item = toErrorItem(refused, { item: 0 }, true);
		expect(item.error).toBe(refused);
		expect(Object.keys({ ...item }).sort()).toEqual(['json', 'pairedItem']);
		expect(Object.keys(item.json).sort()).toEqual(['details', 'error']);
	});
});

it.each([
	['continueErrorOutput', true],
	['continueRegularOutput', false],
	['stopWorkflow', false],
	[undefined, false],
] as const)('knows whether On Error %s has an output of its own', (onError, answer) => {
	expect(hasErrorOutput({ ...node, ...(onError && { onError }) })).toBe(answer);
});
