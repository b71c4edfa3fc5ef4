import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import { outputOf, runFlow, voiceAgentFlow } from '../support/n8n-engine';
import { SAMPLE_ITEM, sampleOf } from '../support/operation-samples';
import { TestService } from '../support/test-service';
import { serve } from '../support/web-server';

let service: TestService;
let account: IDataObject;
beforeAll(async () => {
	service = await TestService.start();
	account = await service.sandbox.control('GET', '/account');
});
beforeEach(async () => await service.clear());

const SESSION: Partial<INode> = { credentials: { voiceAgentSessionApi: { id: '2', name: 'session' } } };

/** A credential that counts how often n8n stores a session with it. */
function counting(credential: IDataObject) {
	let sessionToken = String(credential.sessionToken);
	const count = { stored: 0 };
	const voiceAgentSessionApi = Object.defineProperty({ ...credential }, 'sessionToken', {
		enumerable: true,
		get: () => sessionToken,
		set(token: string) {
			count.stored++;
			sessionToken = token;
		},
	}) as ICredentialDataDecryptedObject;
	return { credentials: { voiceAgentSessionApi }, count };
}

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
	(await service.sandbox.requests({ path: '/auth/v1/token' })).map(({ body }) =>
		'refresh_token' in body ? 'refresh' : 'password',
	);

const hours = async (count: number) =>
	await service.sandbox.control('POST', '/clock', { advance_seconds: count * 3600 });

describe('A session', () => {
	it.each([
		['begun', false],
		['renewed', true],
	])('that is %s by many items at once is stored once', async (_, isRenewed) => {
		const { credentials, count } = counting(stored().voiceAgentSessionApi);
		if (isRenewed) {
			await service.run(list, [{}], SESSION, credentials);
			await hours(2);
			await service.clear();
			count.stored = 0;
		}
		const items = Array.from({ length: 25 }, () => ({}));
		const result = await service.run(list, items, SESSION, credentials);
		expect(outputOf(result, 'Voice Agent')).toHaveLength(25);
		expect(count.stored).toBe(1);
		expect(await grants()).toEqual([isRenewed ? 'refresh' : 'password']);
	});

	it('that was revoked is renewed, also where another credential of the account has begun it', async () => {
		let valid = '';
		let begun = 0;
		const page = await serve((request, response) => {
			const isLogIn = request.url?.startsWith('/auth/');
			if (isLogIn) valid = `token-${++begun}`;
			const isAllowed = isLogIn || request.headers.authorization === `Bearer ${valid}`;
			const answer = isLogIn ? { access_token: valid, expires_in: 3600 } : { messages: [{ id: 'm' }] };
			response
				.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' })
				.end(JSON.stringify(isAllowed ? answer : { error: 'Unauthorized' }));
		});
		const account = { baseUrl: page.url };
		const first = stored(account);
		const second = stored(account);
		const run = async (credentials: typeof first) =>
			(await service.run(list, [{}, {}], SESSION, credentials)).data.resultData.error;
		expect(await run(first)).toBeUndefined();
		valid = 'revoked';
		expect(await run(second)).toBeUndefined();
		expect(begun).toBe(2);
		expect(second.voiceAgentSessionApi.sessionToken).toBe('token-2');
		await page.close();
	});

	it('is refused with a wrong password, in one clear message without secrets', async () => {
		const result = await service.run(list, [{}], SESSION, stored({ password: 'wrong' }));
		const { error } = result.data.resultData;
		expect(error).toMatchObject({
			httpCode: '400',
			message: 'The service did not accept the credential',
			description: expect.stringMatching(/email, the password or the anon key is wrong/),
		});
		expect(JSON.stringify(result)).not.toContain(String(account.password));
	});
});

/** A request in JSON, a form with files, and an operation that asks for several things. */
it.each(['message:send', 'voice:clone', 'batchCall:create'])('works for %s', async (id) => {
	const parameters = { ...(await sampleOf(id, service)), authentication: 'session' };
	await service.clear();
	await runFlow(voiceAgentFlow(parameters, SESSION), [SAMPLE_ITEM], stored());
	const { requests } = await service.sandbox.control('GET', '/requests');
	const calls = requests.filter(({ path }) => path.startsWith('/functions/'));
	expect(calls.length).toBeGreaterThan(0);
	expect(calls.map(({ status }) => status)).not.toContain(401);
});

it('is told apart from an API key where the service takes only that', async () => {
	const sample = await sampleOf('webhookDelivery:replay', service);
	const parameters = { ...sample, authentication: 'session' };
	const { error } = (await service.run(parameters, [{}], SESSION, stored())).data.resultData;
	expect(error).toMatchObject({ description: expect.stringMatching(/works with an API key only/) });
});
