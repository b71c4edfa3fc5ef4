import type { IDataObject, INode } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations/index';
import { jsonOf, outputOf } from './support/engine';
import { TestService } from './support/service';

let service: TestService;
let account: IDataObject;
beforeAll(async () => {
	service = await TestService.start();
	account = await service.sandbox.control<IDataObject>('GET', '/account');
});
beforeEach(async () => await service.clear());

const SESSION: Partial<INode> = { credentials: { voiceAgentSessionApi: { id: '2', name: 'session' } } };

/** A credential as it is stored; the engine writes new tokens back into it, as n8n does. */
const stored = (more: IDataObject = {}) => ({
	voiceAgentSessionApi: {
		baseUrl: service.sandbox.url,
		anonKey: String(account.anon_key),
		email: String(account.email),
		password: String(account.password),
		sessionToken: '',
		refreshToken: '',
		...more,
	},
});

const list = { authentication: 'session', resource: 'message', operation: 'getAll', limit: 1 };
const grants = async () =>
	(
		await service.sandbox.control<{ requests: Array<{ body: IDataObject }> }>(
			'GET',
			`/requests?path=${encodeURIComponent('/auth/v1/token')}`,
		)
	).requests.map(({ body }) => ('refresh_token' in body ? 'refresh' : 'password'));

const hours = async (count: number) =>
	await service.sandbox.control('POST', '/clock', { advance_seconds: count * 3600 });

describe('A session', () => {
	it('is begun by the password, kept, and renewed by the refresh token when it has expired', async () => {
		const credentials = stored();
		const run = async () =>
			jsonOf(outputOf(await service.run(list, [{}], SESSION, credentials), 'Voice Agent'));
		expect(await run()).toHaveLength(1);
		expect(await run()).toHaveLength(1);
		expect(await grants()).toEqual(['password']);
		await hours(2);
		expect(await run()).toHaveLength(1);
		expect(await run()).toHaveLength(1);
		expect(await grants()).toEqual(['password', 'refresh']);
	});

	it('is renewed once for many items that find it expired', async () => {
		const credentials = stored();
		await service.run(list, [{}], SESSION, credentials);
		await hours(2);
		await service.clear();
		const items = Array.from({ length: 25 }, () => ({}));
		const result = await service.run(list, items, SESSION, credentials);
		expect(outputOf(result, 'Voice Agent')).toHaveLength(25);
		expect(await grants()).toEqual(['refresh']);
	});

	it('is begun anew by the password when the refresh token is used up', async () => {
		const credentials = stored();
		await service.run(list, [{}], SESSION, credentials);
		credentials.voiceAgentSessionApi.refreshToken = 'used up';
		await hours(2);
		await service.clear();
		const result = await service.run(list, [{}], SESSION, credentials);
		expect(outputOf(result, 'Voice Agent')).toHaveLength(1);
		expect(await grants()).toEqual(['refresh', 'password']);
	});

	it.each([
		['password', { password: 'wrong' }, '400'],
		['anon key', { anonKey: 'wrong' }, '401'],
		['email', { email: 'nobody@example.com' }, '400'],
	])('is refused with a wrong %s, in one clear message without secrets', async (_, wrong, httpCode) => {
		const result = await service.run(list, [{}], SESSION, stored(wrong));
		const { error } = result.data.resultData;
		expect(error).toMatchObject({
			httpCode,
			message: 'The service did not accept the credential',
			description: expect.stringMatching(/email, the password or the anon key is wrong/),
		});
		expect(JSON.stringify(result)).not.toContain(String(account.password));
	});
});

/** What each operation needs to get as far as the service; unknown ids are enough to see that the token is accepted. */
const PARAMETERS: Record<string, IDataObject> = {
	'agent:get': { agentId: { __rl: true, mode: 'id', value: 'x' } },
	'batchCall:cancel': { batchId: 'x' },
	'batchCall:create': {
		previewOnly: false,
		name: 'x',
		callerId: { __rl: true, mode: 'id', value: '+14155550100' },
		recipientsFrom: 'json',
		recipientsJson: '[{ "phone_number": "+14155550123" }]',
	},
	'credit:add': { successUrl: 'https://a.example', cancelUrl: 'https://a.example' },
	'customFunction:create': {
		agentId: { __rl: true, mode: 'id', value: 'x' },
		name: 'x',
		description: 'x',
		endpointUrl: 'https://a.example',
	},
	'customFunction:update': { functionId: 'x', updateFields: { description: 'x' } },
	'knowledgeSource:delete': { sourceId: 'x' },
	'memory:delete': { memoryId: 'x' },
	'memory:update': { memoryId: 'x', updateFields: { summary: 'x' } },
	'message:get': { messageId: 'x' },
	'message:send': { phoneNumberId: '1', recipientWaId: '14155550123', message: 'x' },
	'message:sendAndWait': { phoneNumberId: '1', recipientWaId: '14155550123', message: 'x' },
	'phoneNumber:search': { searchBy: 'any' },
	'skill:execute': { skillId: 'x', dryRun: true },
	'skill:update': { skillId: 'x', updateFields: { isEnabled: true } },
};

const operations = resources.flatMap(({ value, operations: list }) =>
	list.map((operation) => [`${value}:${operation.value}`, value, operation.value] as const),
);

it.each(operations.filter(([id]) => !/^(voice|webhookDelivery):/.test(id)))(
	'works for %s',
	async (id, resource, operation) => {
		const parameters = { authentication: 'session', resource, operation, ...PARAMETERS[id] };
		await service.run(parameters, [{}], SESSION, stored());
		const { requests } = await service.sandbox.control<{ requests: Array<{ path: string; status: number }> }>(
			'GET',
			'/requests',
		);
		const calls = requests.filter(({ path }) => path.startsWith('/functions/'));
		expect(calls.length).toBeGreaterThan(0);
		expect(calls.map(({ status }) => status)).not.toContain(401);
	},
);

it('is told apart from an API key where the service takes only that', async () => {
	const parameters = {
		authentication: 'session',
		resource: 'webhookDelivery',
		operation: 'replay',
		deliveryId: 'x',
	};
	const { error } = (await service.run(parameters, [{}], SESSION, stored())).data.resultData;
	expect(error).toMatchObject({ description: expect.stringMatching(/works with an API key only/) });
});
