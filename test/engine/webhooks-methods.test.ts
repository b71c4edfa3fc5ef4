/** Signatures by a library that was written for another service with the same scheme. */
import { startReceiver, type Receiver } from '../../sandbox/test/support/receiver';
import { settled } from '../../sandbox/test/support/service';
import { TestService } from './support/service';
import { receive, secret } from './support/webhook';
import { sign, verify } from './support/webhooks-methods';

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
		const key = await sandbox.control<{ signing_secret: string }>('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
			webhook_url: receiver.url,
		});
		for (const text of ['Hello', 'Grüße, 世界 😀', 'line\u2028break']) {
			const { deliveries } = await sandbox.control<{ deliveries: Array<{ id: string }> }>(
				'POST',
				'/events/sms.received',
				{ body: text },
			);
			await settled(sandbox as never, deliveries[0]?.id ?? '');
			const received = receiver.received.at(-1);
			const body = String(received?.body);
			const signature = String(received?.headers['x-service-signature']);
			expect(body).toContain(JSON.stringify(text).slice(1, -1));
			expect(await verify(key.signing_secret, body, signature)).toBe(true);
			expect(await verify(key.signing_secret, `${body} `, signature)).toBe(false);
		}
	});
});
