/**
 * Signatures by `@octokit/webhooks-methods`, which was written for another service with the same scheme
 * (interface section 6): `sha256=` and an HMAC.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { startReceiver, type Receiver } from '../support/webhook-receiver';
import { settled } from '../support/eventually';
import { TestService } from '../support/test-service';
import { receive, secret } from '../support/trigger-webhook';

/** It is an ES module, which a process of its own loads; jest runs CommonJS. */
const CALL = `
	const methods = await import('@octokit/webhooks-methods');
	const [name, ...values] = JSON.parse(process.argv[1]);
	console.log(JSON.stringify(await methods[name](...values)));`;

async function call(name: 'sign' | 'verify', ...values: string[]): Promise<unknown> {
	const words = ['--input-type=module', '-e', CALL, JSON.stringify([name, ...values])];
	const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: __dirname });
	return JSON.parse(stdout);
}

/** The signature header's value. */
const sign = async (key: string, body: string): Promise<string> => String(await call('sign', key, body));

const verify = async (key: string, body: string, signature: string): Promise<boolean> =>
	(await call('verify', key, body, signature)) === true;

const event = (text: string) => JSON.stringify({ event: 'sms.received', data: { body: text } });

describe('the trigger', () => {
	it.each([
		['ASCII', 'Hello'],
		['other scripts', 'Grüße, 世界 😀'],
		['separators', 'line\u2028break "quoted"'],
		['100,000 characters', 'x'.repeat(100_000)],
		['no text', ''],
	])('lets in what the library has signed, and nothing that was changed: %s', async (_title, text) => {
		const body = event(text);
		const headers = { 'x-service-signature': await sign(secret, body) };
		expect((await receive({ rawBody: body, headers })).started).toHaveLength(1);
		expect(await receive({ rawBody: `${body} `, headers })).toMatchObject({ status: 401 });
		const other = { 'x-service-signature': await sign(`${secret}0`, body) };
		expect(await receive({ rawBody: body, headers: other })).toMatchObject({ status: 401 });
	});
});

describe('the sandbox', () => {
	let receiver: Receiver;
	beforeAll(async () => (receiver = await startReceiver()));
	afterAll(async () => await receiver?.close());

	it('signs what the library verifies', async () => {
		const { sandbox } = await TestService.start();
		const key = await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
			webhook_url: receiver.url,
		});
		for (const text of ['Hello', 'Grüße, 世界 😀', 'line\u2028break']) {
			const { deliveries } = await sandbox.control('POST', '/events/sms.received', { body: text });
			await settled(sandbox as never, deliveries[0]?.id ?? '');
			const received = receiver.received.at(-1);
			const body = String(received?.body);
			const signature = String(received?.headers['x-service-signature']);
			expect(body).toContain(JSON.stringify(text).slice(1, -1));
			expect(await verify(key.signing_secret ?? '', body, signature)).toBe(true);
			expect(await verify(key.signing_secret ?? '', `${body} `, signature)).toBe(false);
		}
	});
});
