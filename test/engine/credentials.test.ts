/**
 * The values that people put into credentials, the answers of the credential's test
 * to them, and the mistakes that an edited credential must not cause.
 */
import { CredentialTestContext } from 'n8n-core';
import type { ICredentialDataDecryptedObject, IDataObject, INode } from 'n8n-workflow';

import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../../nodes/service/credentialTest';
import { outputOf, type Credentials } from '../support/n8n-engine';
import { TestService } from '../support/test-service';
import { serve, serveDrips, serveJson, type WebPage } from '../support/web-server';

let service: TestService;
let account: IDataObject;
beforeAll(async () => {
	service = await TestService.start();
	account = await service.sandbox.control('GET', '/account');
});
beforeEach(async () => await service.clear());

const pages: WebPage[] = [];
afterEach(async () => {
	for (const page of pages.splice(0)) await page.close();
});
const opened = async (page: Promise<WebPage>): Promise<WebPage> => {
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
const session = (more: IDataObject = {}): Credentials => ({
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
const runWithSession = async (credentials: Credentials, parameters: IDataObject = {}) =>
	await service.run({ ...list, authentication: 'session', ...parameters }, [{}], SESSION, credentials);

const testKey = async ({ voiceAgentApi: data }: Credentials) =>
	await voiceAgentApiTest.call(new CredentialTestContext(), {
		id: '1',
		name: '',
		type: 'voiceAgentApi',
		data,
	});
const testSession = async ({ voiceAgentSessionApi: data }: Credentials) =>
	await voiceAgentSessionApiTest.call(new CredentialTestContext(), {
		id: '2',
		name: '',
		type: 'voiceAgentSessionApi',
		data,
	});

describe('The base URL', () => {
	it('may be copied from the dashboard, in a run and in the test', async () => {
		const more = { baseUrl: ` ${service.sandbox.url}/dashboard/#/api-keys ` };
		expect(outputOf(await runWithKey(apiKey(more)), 'Voice Agent')).toHaveLength(1);
		expect(outputOf(await runWithSession(session(more)), 'Voice Agent')).toHaveLength(1);
		expect(await testKey(apiKey(more))).toMatchObject({ status: 'OK' });
		expect(await testSession(session(more))).toMatchObject({ status: 'OK' });
	});

	it('is refused with a password in a run and in the test', async () => {
		const baseUrl = 'http://ada:pw@127.0.0.1:1';
		const message = expect.stringMatching(/user name or password/);
		expect((await runWithKey(apiKey({ baseUrl }))).data.resultData.error).toMatchObject({
			name: 'NodeOperationError',
			message,
		});
		for (const verdict of [await testKey(apiKey({ baseUrl })), await testSession(session({ baseUrl }))]) {
			expect(verdict).toMatchObject({ status: 'Error', message });
			expect(verdict.message).not.toContain('pw');
		}
	});
});

describe('Blanks around a value', () => {
	it('do no harm in a run and in the test', async () => {
		const key = apiKey({ apiKey: ` ${service.sandbox.apiKey}\n` });
		expect(outputOf(await runWithKey(key), 'Voice Agent')).toHaveLength(1);
		expect(await testKey(key)).toMatchObject({ status: 'OK' });
		const log = session({ email: ` ${String(account.email)} `, anonKey: ` ${String(account.anon_key)} ` });
		expect(outputOf(await runWithSession(log), 'Voice Agent')).toHaveLength(1);
		expect(await testSession(log)).toMatchObject({ status: 'OK' });
	});
});

describe('The test of a credential', () => {
	it.each([
		[
			'an API key that the service does not know',
			() => testKey(apiKey({ apiKey: `svc_${'0'.repeat(40)}` })),
			"The 'API Key' is not accepted: it is wrong or was revoked",
		],
		[
			'an anon key that the service does not know',
			() => testSession(session({ anonKey: 'wrong' })),
			'The Anon Key is not accepted',
		],
		[
			'a wrong password',
			() => testSession(session({ password: 'wrong' })),
			"The 'Email' or the 'Password' is not accepted",
		],
	])('is red with %s and says so', async (_, test, message) => {
		expect(await test()).toEqual({ status: 'Error', message });
	});

	it('is red if the log-in works and its token does not', async () => {
		const page = await opened(
			serve((request, response) =>
				request.url?.startsWith('/auth/')
					? response.end('{"access_token":"t"}')
					: response.writeHead(401).end('{"error":"Unauthorized"}'),
			),
		);
		expect(await testSession(session({ baseUrl: page.url }))).toEqual({
			status: 'Error',
			message: 'The log-in worked, but its token was not accepted',
		});
	});

	it('is red with a server that answers everything and lists no messages', async () => {
		const page = await opened(serveJson({ access_token: 't' }));
		const message = "The 'Base URL' leads to another service, not to the voice-agent service";
		expect(await testKey(apiKey({ baseUrl: page.url }))).toEqual({ status: 'Error', message });
		expect(await testSession(session({ baseUrl: page.url }))).toEqual({ status: 'Error', message });
	});

	it.each<[string, () => Promise<WebPage>, RegExp]>([
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
		[
			'takes no POST request',
			() => serveJson({ error: 'Method not allowed' }, { status: 405 }),
			/^The service was not found at this 'Base URL'\. Enter it without \/functions\/v1\.$/,
		],
	])('is red with a server that %s and says so', async (_, start, message) => {
		const page = await opened(start());
		const red = { status: 'Error', message: expect.stringMatching(message) };
		expect(await testKey(apiKey({ baseUrl: page.url }))).toEqual(red);
		expect(await testSession(session({ baseUrl: page.url }))).toEqual(red);
	});
});

describe('An edited session credential', () => {
	it('does not act for the old account after a change of the password', async () => {
		const credentials = session();
		await runWithSession(credentials);
		Object.assign(credentials.voiceAgentSessionApi as IDataObject, { password: 'wrong' });
		await service.clear();
		const { error } = (await runWithSession(credentials)).data.resultData;
		expect(error).toMatchObject({ message: 'The service did not accept the credential' });
		expect(await service.requests('list-messages')).toEqual([]);
	});

	it('sends no token to another host', async () => {
		const credentials = session();
		await runWithSession(credentials);
		const { sessionToken, refreshToken } = credentials.voiceAgentSessionApi as IDataObject;
		expect(refreshToken).not.toBe('');
		const other = await opened(serveJson({ error: 'no' }, { status: 400 }));
		Object.assign(credentials.voiceAgentSessionApi as IDataObject, { baseUrl: other.url });
		await runWithSession(credentials);
		expect(other.received.length).toBeGreaterThan(0);
		expect(JSON.stringify(other.received)).not.toContain(String(sessionToken));
		expect(other.received.map(({ authorization }) => authorization)).toEqual(
			other.received.map(() => undefined),
		);
	});
});

describe('A log-in', () => {
	it('that drips ends at the deadline, for all executions of the account', async () => {
		const page = await opened(serveDrips());
		const runs = [1, 2].map(
			async () =>
				await runWithSession(session({ baseUrl: page.url }), { options: { timeout: 500, maxRetries: 0 } }),
		);
		for (const { data } of await Promise.all(runs)) {
			expect(data.resultData.error).toMatchObject({
				message: 'Logging in to the service did not work: the service did not answer in time',
				description: expect.stringMatching(/The request was not carried out/),
			});
		}
	});
});

it('A log-in that gives no session token is reported in a run and in the test', async () => {
	const page = await opened(serveJson({ user: { id: 'u1' } }));
	const credentials = session({ baseUrl: page.url });
	expect((await runWithSession(credentials)).data.resultData.error).toMatchObject({
		message:
			"Logging in to the service did not work: the service answered without a session token ('access_token')",
	});
	expect(await testSession(credentials)).toEqual({
		status: 'Error',
		message:
			"The service answered the log-in without a session token ('access_token'). Check the 'Base URL'.",
	});
});

describe('Customized identifiers', () => {
	it('count for a session, too', async () => {
		const credentials = session({
			customizeIdentifiers: true,
			chatAppName: 'papagei',
			checkoutFunction: 'buy',
		});
		const send = {
			resource: 'message',
			operation: 'send',
			phoneNumberId: '1',
			recipientWaId: '14155550123',
			message: 'x',
		};
		await runWithSession(credentials, send);
		expect(await service.requests('send-papagei-message')).toHaveLength(1);
	});
});
