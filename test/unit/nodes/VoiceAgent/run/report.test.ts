import { type IExecuteFunctions, type INode, NodeApiError } from 'n8n-workflow';

import { hasErrorOutput } from '../../../../../nodes/n8n/node';
import { InvalidParameterError } from '../../../../../nodes/parameters/invalidParameterError';
import { ServiceError } from '../../../../../nodes/service/failure';

import type { ItemOutcome } from '../../../../../nodes/VoiceAgent/run/nodeExecution';
import { collectHints, describeProgress, toErrorItem } from '../../../../../nodes/VoiceAgent/run/report';
import type { Plan } from '../../../../../nodes/VoiceAgent/run/plan';
import { findOperation } from '../../../../../nodes/VoiceAgent/operations';
import { planned } from '../../../../support/plan-operation';

const contextWith = (retryOnFail: boolean) =>
	({ getNode: () => ({ retryOnFail }) }) as unknown as IExecuteFunctions;

const hintsOf = (id: string, plans: Plan[], retryOnFail = false) => {
	const [resource = '', operation = ''] = id.split(':');
	return collectHints(contextWith(retryOnFail), findOperation(resource, operation), plans);
};

const send = { phoneNumberId: '1', recipientWaId: '14155550123' };

it('says nothing where there is nothing to say', async () => {
	const plans = [
		await planned('message:send', { ...send, message: 'a' }),
		await planned('message:send', { ...send, message: 'b' }),
	];
	expect(hintsOf('message:send', plans)).toEqual([]);
	expect(hintsOf('agent:getAll', [await planned('agent:getAll', {})], true)).toEqual([]);
});

it('gives the hint of several plans once', async () => {
	const dryRun = async (skillId: string) => await planned('skill:execute', { skillId, dryRun: true });
	expect(hintsOf('skill:execute', [await dryRun('a'), await dryRun('b')])).toEqual([
		"Preview only: nothing was sent. Turn off 'Preview Only' to run the skill.",
	]);
});

it('warns of Retry On Fail where a repetition does harm', async () => {
	const plans = [await planned('message:send', { ...send, message: 'a' })];
	expect(hintsOf('message:send', plans, true)).toEqual([expect.stringMatching(/^'Retry On Fail'/)]);
});

it('says when all items make the same request, but not when some do', async () => {
	const send3 = async (...messages: string[]) =>
		await Promise.all(messages.map(async (message) => await planned('message:send', { ...send, message })));
	expect(hintsOf('message:send', await send3('a', 'a', 'a'))).toEqual([
		"The same request was made 3 times, once for each input item. Turn on 'Execute Once' in the settings of the node to make it once.",
	]);
	expect(hintsOf('message:send', await send3('a', 'b', 'a'))).toEqual([]);
});

it('counts requests that are the same, but no uploads', async () => {
	const one = await planned('agent:getAll', {});
	expect(hintsOf('agent:getAll', [one, await planned('agent:getAll', {})])).toEqual([
		expect.stringMatching(/made 2 times/),
	]);
	const upload = { ...one, request: { ...one.request, files: [] } };
	expect(hintsOf('agent:getAll', [upload, { ...upload, request: { ...upload.request } }])).toEqual([]);
});

const sendOperation = findOperation('message', 'send');
const LETTERS: Record<string, ItemOutcome> = { d: 'done', n: 'notDone', u: 'unknown' };

/** The sentences for items whose outcomes these letters say. */
const progress = (letters: string, shown = 0, operation = sendOperation) =>
	describeProgress(
		operation,
		new Map([...letters].map((letter, index) => [index, LETTERS[letter] as ItemOutcome])),
		shown,
	);

const AGAIN = ' Run the node again only for the items that were not sent.';
const LOOK = ' Look for it with Message > Get Many before you send it again.';

it.each([
	[`n${'d'.repeat(20)}nn`, 0, `Items that were sent: 1 to 20. Items that were not: 0, 21 to 22.${AGAIN}`],
	['dnddndn', 1, `Items that were sent: 0, 2 to 3, 5. Items that were not: 1, 4, 6.${AGAIN}`],
	['nnn', 0, 'None of the 3 items was sent.'],
	['un', 0, `Items that were not: 1. Items with an unknown outcome: 0.${AGAIN}`],
	['nu', 0, `Items that were not: 0. Items with an unknown outcome: 1.${LOOK}${AGAIN}`],
])('tells of the items %s', (letters, shown, sentences) => {
	expect(progress(letters, shown)).toBe(sentences);
});

it('says nothing of a single item, and nothing where the operation only reads', () => {
	expect(progress('n')).toBeUndefined();
	expect(progress('dnn', 1, findOperation('message', 'get'))).toBeUndefined();
});

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
