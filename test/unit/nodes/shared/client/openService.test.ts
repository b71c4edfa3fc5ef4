import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { openService } from '../../../../../nodes/shared/client/openService';
import { hashAccount } from '../../../../../nodes/shared/client/session';

const KEY = `svc_${'0'.repeat(40)}`;
const contextWith = (credential: ICredentialDataDecryptedObject) =>
	({
		getCredentials: async () => credential,
		getNode: () => ({ name: 'Voice Agent', type: 'voiceAgent', parameters: {} }),
	}) as unknown as IExecuteFunctions;

describe('openService', () => {
	it('cleans the base URL', async () => {
		const context = contextWith({ baseUrl: ' https://x.example/functions/v1/ ', apiKey: ` ${KEY}\n` });
		expect(await openService(context)).toMatchObject({
			credentialType: 'voiceAgentApi',
			baseUrl: 'https://x.example',
		});
	});

	it.each([
		[{ baseUrl: '', apiKey: KEY }, /^The Base URL is empty\. /],
		[{ baseUrl: 'https://ada:pw@x.example', apiKey: KEY }, /^The Base URL holds a user name or password\. /],
		[{ baseUrl: 'https://x.example?key=1', apiKey: KEY }, /^The Base URL holds a query or a fragment\. /],
		[{ baseUrl: 'https://x.example', apiKey: ' ' }, /^The API Key is empty\. /],
		[{ baseUrl: 'https://x.example', apiKey: 'whsec_0123456789' }, /^The API Key holds a signing secret /],
	])('refuses %j before any request', async (credential, words) => {
		await expect(openService(contextWith(credential))).rejects.toMatchObject({
			message: expect.stringMatching(words),
			description: 'Open the credential, correct it and test it. Nothing was sent.',
		});
	});

	it('leaves the tokens of another account behind', async () => {
		const account = {
			baseUrl: 'https://x.example',
			anonKey: 'anon',
			email: 'ada@example.com',
			password: 'pw',
		};
		const stored = { ...account, sessionToken: 't', refreshToken: 'r', obtainedWith: hashAccount(account) };
		expect((await openService(contextWith(stored), 'session')).credential).toMatchObject({
			sessionToken: 't',
		});
		const edited = await openService(contextWith({ ...stored, email: 'bob@example.com' }), 'session');
		expect(edited.credential).toMatchObject({ sessionToken: '', refreshToken: '' });
	});
});
