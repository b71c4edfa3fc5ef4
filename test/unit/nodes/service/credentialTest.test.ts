import type { ICredentialTestFunctions } from 'n8n-workflow';

import { voiceAgentApiTest } from '../../../../nodes/service/credentialTest';

const ok = { statusCode: 200, headers: {}, body: '{"messages":[],"total":0,"has_more":false}' };

/** Tests a credential with these fields against a service that answers with these in turn, the last one for ever. */
async function test(fields: object, ...answers: Array<object | Error>) {
	let calls = 0;
	const request = async () => {
		const answer = answers[Math.min(calls++, answers.length - 1)] ?? ok;
		return await (answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer));
	};
	const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
	const data = { baseUrl: 'https://service.example', apiKey: `svc_${'0'.repeat(40)}`, ...fields };
	const credential = { id: '1', name: 'test', type: 'voiceAgentApi', data };
	return { ...(await voiceAgentApiTest.call(context, credential)), calls };
}

describe('A person who tests a credential', () => {
	beforeEach(() => jest.spyOn(Math, 'random').mockReturnValue(0));
	afterEach(() => jest.restoreAllMocks());
	const busy = { statusCode: 503, headers: {}, body: '' };
	const limited = (seconds: number) => ({
		statusCode: 429,
		headers: { 'retry-after': String(seconds) },
		body: '',
	});
	const refusedBy = (address: string) =>
		Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: 'ECONNREFUSED', syscall: 'connect' });
	const webPage = { statusCode: 403, headers: {}, body: '<html>Forbidden</html>' };

	it.each<[string, Array<object | Error>, number, RegExp]>([
		['an outage that passes', [busy, busy, ok], 3, /^Connection successful$/],
		['an outage', [busy], 3, /^The service answered with status 503\. .*Try again later\.$/],
		['a pause of minutes', [limited(250)], 1, /asks to wait for 5 minutes\. Try again after that\./],
		['no service', [refusedBy('10.0.0.1:443')], 3, /could not be reached: .*https:\/\/service\.example/],
		[
			'no proxy',
			[refusedBy('127.0.0.1:3128')],
			3,
			/nothing answers at its address 127\.0\.0\.1:3128\. .*NO_PROXY/,
		],
		['a web page', [webPage], 1, /^Another server answered .* status 403/],
	])('is told within seconds of %s', async (_, answers, calls, words) => {
		const told = await test({}, ...answers);
		expect(told).toMatchObject({ calls, message: expect.stringMatching(words) });
	});
});

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
		[{ chatAppToken: 'short' }, /^The 'Chat App Token' is shorter than 16 characters/],
	])('is red with %j and says why', async (fields, message) => {
		expect(await test(fields)).toMatchObject({ status: 'Error', message: expect.stringMatching(message) });
	});
});
