/**
 * Both ways to log in, the answers of the credential's test to what people enter, and the mistakes that an edited
 * credential must not cause.
 */
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../../nodes/service/credentialTest';
import { jsonOf, outputOf, runFlow, voiceAgentFlow, type Credentials } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { serveJson, startReceiver, type Receiver } from '../support/http-server';
import { INPUT_ITEM } from './operations/entries';

let service: TestService;
let account: IDataObject;
beforeAll(async () => {
	service = await TestService.start();
	account = await service.sandbox.control('GET', '/account');
});
beforeEach(async () => await service.clear());

const pages: Receiver[] = [];
afterEach(async () => {
	for (const page of pages.splice(0)) await page.close();
});
const opened = async (page: Promise<Receiver>): Promise<Receiver> => {
	pages.push(await page);
	return await page;
};

const list = { resource: 'message', operation: 'getAll', limit: 1 };
const SESSION: Partial<INode> = { credentials: { voiceAgentSessionApi: { id: '2', name: 'session' } } };

const apiKey = (more: IDataObject = {}): Credentials => ({
	voiceAgentApi: {
		baseUrl: service.sandbox.url,
		apiKey: service.sandbox.apiKey,
		...more,
	} as ICredentialDataDecryptedObject,
});

/** A credential as it is stored; the engine writes new tokens back into it, as n8n does. */
const session = (more: IDataObject = {}) => ({
	voiceAgentSessionApi: {
		baseUrl: service.sandbox.url,
		anonKey: String(account.anon_key),
		email: String(account.email),
		password: String(account.password),
		sessionToken: '',
		refreshToken: '',
		...more,
	} as ICredentialDataDecryptedObject,
});

const runWithKey = async (credentials: Credentials) => await service.run(list, [{}], {}, credentials);
const runWithSession = async (credentials: Credentials, items: IDataObject[] = [{}]) =>
	await service.run({ ...list, authentication: 'session' }, items, SESSION, credentials);

/** Tests a credential as n8n does. */
const verdictOn = async (credentials: Credentials) => {
	const [[type = '', data] = []] = Object.entries(credentials);
	const test = type === 'voiceAgentApi' ? voiceAgentApiTest : voiceAgentSessionApiTest;
	return await test.call(new CredentialTestContext(), { id: '1', name: '', type, data });
};

describe('A session', () => {
	/** Counts how often n8n stores a session with a credential. */
	function countStored({ voiceAgentSessionApi }: Credentials): { stored: number } {
		let sessionToken = '';
		const count = { stored: 0 };
		Object.defineProperty(voiceAgentSessionApi, 'sessionToken', {
			enumerable: true,
			get: () => sessionToken,
			set(token: string) {
				count.stored++;
				sessionToken = token;
			},
		});
		return count;
	}

	// These come first, since the executions of a process share the session of an account.
	it.each([
		['begun', false],
		['renewed', true],
	])('that is %s by many items at once is stored once', async (_, isRenewed) => {
		const credentials = session();
		const count = countStored(credentials);
		if (isRenewed) {
			await runWithSession(credentials);
			await service.sandbox.control('POST', '/clock', { advance_seconds: 2 * 3600 });
			await service.clear();
			count.stored = 0;
		}
		const items = Array.from({ length: 25 }, () => ({}));
		expect(outputOf(await runWithSession(credentials, items), 'Voice Agent')).toHaveLength(25);
		expect(count.stored).toBe(1);
		const logIns = await service.sandbox.requests({ path: '/auth/v1/token' });
		expect(logIns).toHaveLength(1);
		expect(logIns[0]?.body).toHaveProperty(isRenewed ? 'refresh_token' : 'password');
	});

	it('that was revoked is renewed, also where another credential of the account has begun it', async () => {
		let valid = '';
		let begun = 0;
		const { url: baseUrl } = await opened(
			startReceiver((request, response) => {
				const isLogIn = request.path.startsWith('/auth/');
				if (isLogIn) valid = `token-${++begun}`;
				const isAllowed = isLogIn || request.headers.authorization === `Bearer ${valid}`;
				const answer = isLogIn ? { access_token: valid, expires_in: 3600 } : { messages: [{ id: 'm' }] };
				response
					.writeHead(isAllowed ? 200 : 401, { 'Content-Type': 'application/json' })
					.end(JSON.stringify(isAllowed ? answer : { error: 'Unauthorized' }));
			}),
		);
		const [first, second] = [session({ baseUrl }), session({ baseUrl })];
		expect((await runWithSession(first, [{}, {}])).data.resultData.error).toBeUndefined();
		valid = 'revoked';
		expect((await runWithSession(second, [{}, {}])).data.resultData.error).toBeUndefined();
		expect(begun).toBe(2);
		expect(second.voiceAgentSessionApi.sessionToken).toBe('token-2');
	});

	it('is refused with a wrong password after an edit, in one clear message without secrets', async () => {
		const credentials = session();
		await runWithSession(credentials);
		Object.assign(credentials.voiceAgentSessionApi, { password: 'not-this-one' });
		await service.clear();
		const { data } = await runWithSession(credentials);
		expect(data.resultData.error).toMatchObject({
			httpCode: '400',
			message: 'The service did not accept the credential',
			description: expect.stringMatching(/email, the password or the anon key is wrong/),
		});
		expect(JSON.stringify(data)).not.toContain('not-this-one');
		expect(await service.requests('list-messages')).toEqual([]);
	});

	it('works for a form with files', async () => {
		const clone = { resource: 'voice', operation: 'clone', name: 'Front desk', authentication: 'session' };
		const result = await runFlow(voiceAgentFlow(clone, SESSION), [INPUT_ITEM], session());
		expect(jsonOf(outputOf(result, 'Voice Agent'))).toMatchObject([{ name: 'Front desk' }]);
	});

	it('is told apart from an API key where the service takes only that', async () => {
		const parameters = { resource: 'webhookDelivery', operation: 'replay', deliveryId: 'd' };
		const asSession = { ...parameters, authentication: 'session' };
		const { error } = (await service.run(asSession, [{}], SESSION, session())).data.resultData;
		expect(error).toMatchObject({ description: expect.stringMatching(/works with an API key only/) });
	});

	it('uses customized identifiers', async () => {
		const identifiers = { customizeIdentifiers: true, chatAppName: 'papagei', checkoutFunction: 'buy' };
		const send = {
			authentication: 'session',
			resource: 'message',
			operation: 'send',
			phoneNumberId: '1',
			recipientWaId: '14155550123',
			message: 'x',
		};
		await service.run(send, [{}], SESSION, session(identifiers));
		expect(await service.requests('send-papagei-message')).toHaveLength(1);
	});
});

it('A base URL with a password is refused in a run and in the test', async () => {
	const baseUrl = 'http://ada:pw@127.0.0.1:1';
	const message = expect.stringMatching(/user name or password/);
	expect((await runWithKey(apiKey({ baseUrl }))).data.resultData.error).toMatchObject({
		name: 'NodeOperationError',
		message,
	});
	for (const verdict of [await verdictOn(apiKey({ baseUrl })), await verdictOn(session({ baseUrl }))]) {
		expect(verdict).toMatchObject({ status: 'Error', message });
		expect(verdict.message).not.toContain('pw');
	}
});

describe('The test of a credential', () => {
	it.each([
		[
			'an API key that the service does not know',
			() => verdictOn(apiKey({ apiKey: `svc_${'0'.repeat(40)}` })),
			"The 'API Key' is not accepted: it is wrong or was revoked",
		],
		[
			'an anon key that the service does not know',
			() => verdictOn(session({ anonKey: 'wrong' })),
			'The Anon Key is not accepted',
		],
		[
			'a wrong password',
			() => verdictOn(session({ password: 'wrong' })),
			"The 'Email' or the 'Password' is not accepted",
		],
	])('is red with %s and says so', async (_, test, message) => {
		expect(await test()).toEqual({ status: 'Error', message });
	});

	it('is red if the log-in works and its token does not', async () => {
		const page = await opened(
			startReceiver((request, response) =>
				request.path.startsWith('/auth/')
					? response.end('{"access_token":"t"}')
					: response.writeHead(401).end('{"error":"Unauthorized"}'),
			),
		);
		expect(await verdictOn(session({ baseUrl: page.url }))).toEqual({
			status: 'Error',
			message: 'The log-in worked, but its token was not accepted',
		});
	});

	it('is red if the log-in gives no session token', async () => {
		const page = await opened(serveJson({ user: { id: 'u1' } }));
		expect(await verdictOn(session({ baseUrl: page.url }))).toEqual({
			status: 'Error',
			message:
				"The service answered the log-in without a session token ('access_token'). Check the 'Base URL'.",
		});
	});

	it.each<[string, () => Promise<Receiver>, RegExp]>([
		[
			'answers everything and lists no messages',
			() => serveJson({ access_token: 't' }),
			/^The 'Base URL' leads to another service, not to the voice-agent service$/,
		],
		[
			'redirects to another path',
			() => serveJson({}, { status: 302, headers: { location: '/service' } }),
			/^The service redirects to another path\. The 'Base URL' .* Check its path/,
		],
		[
			'does not know the path',
			() => serveJson({ message: 'no Route matched' }, { status: 404 }),
			/^The service was not found at this 'Base URL'\. Enter it without \/functions\/v1\.$/,
		],
	])('is red with a server that %s and says so', async (_, start, message) => {
		const { url: baseUrl } = await opened(start());
		const red = { status: 'Error', message: expect.stringMatching(message) };
		expect(await verdictOn(apiKey({ baseUrl }))).toEqual(red);
		expect(await verdictOn(session({ baseUrl }))).toEqual(red);
	});
});
