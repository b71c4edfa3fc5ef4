import type { IExecuteFunctions } from 'n8n-workflow';

import { hintsFor } from '../../../../../nodes/VoiceAgent/run/hints';
import type { Plan } from '../../../../../nodes/VoiceAgent/run/plan';
import { findOperation } from '../../../../../nodes/VoiceAgent/operations/index';
import { planned } from '../../../../support/plan-operation';

const contextWith = (retryOnFail: boolean) =>
	({ getNode: () => ({ retryOnFail }) }) as unknown as IExecuteFunctions;

const hintsOf = (id: string, plans: Plan[], retryOnFail = false) => {
	const [resource = '', operation = ''] = id.split(':');
	return hintsFor(contextWith(retryOnFail), findOperation(resource, operation), plans);
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

it('says when some of the items repeat a message, but not when some repeat what only reads', async () => {
	const messages = ['a', 'b', 'a', 'a'].map(
		async (message) => await planned('message:send', { ...send, message }),
	);
	expect(hintsOf('message:send', await Promise.all(messages))).toEqual([
		'4 input items made only 2 different requests, so some were made several times. ' +
			"Turn on 'Execute Once' in the settings of the node to make only the first, or put a Remove " +
			'Duplicates node before it.',
	]);
	const readings = ['a', 'b', 'a'].map(async (agentId) => await planned('agent:get', { agentId }));
	expect(hintsOf('agent:get', await Promise.all(readings))).toEqual([]);
});

it('counts requests that are the same, but no uploads', async () => {
	const one = await planned('agent:getAll', {});
	expect(hintsOf('agent:getAll', [one, await planned('agent:getAll', {})])).toEqual([
		expect.stringMatching(/made 2 times/),
	]);
	const upload = { ...one, request: { ...one.request, files: [] } };
	expect(hintsOf('agent:getAll', [upload, { ...upload, request: { ...upload.request } }])).toEqual([]);
});
