import type { ICredentialTestFunctions } from 'n8n-workflow';

import { voiceAgentApiTest } from '../../../../../nodes/shared/client/credentialTest';

/** Tests a credential with these fields against a service that accepts every key. */
async function test(fields: object) {
	const request = async () =>
		await Promise.resolve({
			statusCode: 200,
			headers: {},
			body: '{"messages":[],"total":0,"has_more":false}',
		});
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const data = { baseUrl: 'https://service.example', apiKey: `svc_${'0'.repeat(40)}`, ...fields };
	return await voiceAgentApiTest.call(context, { id: '1', name: 'test', type: 'voiceAgentApi', data });
}

describe('The test of an API key credential', () => {
	it('is green with the secrets of the trigger left empty, and with strong ones', async () => {
		expect(await test({})).toMatchObject({ status: 'OK' });
		const strong = {
			signingSecret: 'whsec_0123456789 whsec_9876543210',
			previousSigningSecret: ' ',
			chatAppToken: 'x'.repeat(16),
		};
		expect(await test(strong)).toMatchObject({ status: 'OK' });
	});

	it.each([
		[{ signingSecret: 'whsec_' }, /^The 'Signing Secret' is shorter than 16 characters/],
		[{ previousSigningSecret: 'WHSEC_' }, /^The 'Previous Signing Secret' is shorter/],
		[{ signingSecret: '\u200b'.repeat(20) }, /^The 'Signing Secret' contains .* not printable/],
		[{ signingSecret: `svc_${'0'.repeat(40)}` }, /^The 'Signing Secret' is an API key \(svc_\.\.\.\)/],
		[{ chatAppToken: 'short' }, /^The 'Chat App Token' is shorter than 16 characters/],
		[{ chatAppToken: 'a token with blanks' }, /^The 'Chat App Token' may hold only/],
	])('is red with %j and says why', async (fields, message) => {
		expect(await test(fields)).toEqual({ status: 'Error', message: expect.stringMatching(message) });
	});
});
