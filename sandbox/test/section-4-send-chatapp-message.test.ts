import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { FullMessage, MessagePage } from '../../test/support/service-records.ts';
import { startReceiver } from '../../test/support/http-server.ts';

interface Sent {
	success: boolean;
	message_id: string;
	stored: {
		id: string;
		content: string;
		direction: string;
		status: string;
		channel: string;
		sent_at: string;
	};
}

const ACCOUNT = '106540352242922';
const CONTACT = '14155550123';
const HOUR = 3600;

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	await sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT });
});

const send = <Body = { error: unknown; detail?: string }>(changes: object = {}) =>
	callFunction<Body>(sandbox, 'send-chatapp-message', {
		phone_number_id: ACCOUNT,
		recipient_wa_id: CONTACT,
		message: 'Your lamp is ready.',
		...changes,
	});
const get = async (id: string) =>
	(await callFunction<FullMessage>(sandbox, 'get-message', { message_id: id })).body;

describe('4 send-chatapp-message', () => {
	it('returns success, the provider id and the stored record, and nothing more', async () => {
		const { status, body } = await send<Sent>();
		expect(status).toBe(200);
		expect(body).toEqual({
			success: true,
			message_id: expect.any(String),
			stored: {
				id: expect.stringMatching(/^[0-9a-f-]{36}$/),
				content: 'Your lamp is ready.',
				direction: 'outbound',
				status: 'sent',
				channel: 'chatapp',
				sent_at: expect.stringMatching(/^\d{4}-.*Z$/),
			},
		});
		// The message is stored: found by its id, newest in the list, with the provider id.
		const message = await get(body.stored.id);
		expect(message).toMatchObject({
			from_number: ACCOUNT,
			to_number: CONTACT,
			body: 'Your lamp is ready.',
			message_sid: body.message_id,
			sent_at: body.stored.sent_at,
			delivery_error: null,
		});
		const list = await callFunction<MessagePage>(sandbox, 'list-messages', { limit: 1 });
		expect(list.body.messages[0]?.id).toBe(body.stored.id);
		const inbound = await sandbox.control('POST', '/events/chatapp.received');
		expect(inbound.message.thread_id).toBe(message.thread_id);
	});

	it.each(['phone_number_id', 'recipient_wa_id', 'message'])('7: requires %s, as a text', async (field) => {
		for (const value of [undefined, '', 7]) {
			const { status, body } = await send({ [field]: value });
			const error = 'phone_number_id, recipient_wa_id and message are required';
			expect([value, status, body]).toEqual([value, 400, { error }]);
		}
	});

	it.each(['+14155550123', '415-555-0123', '0'])('refuses the recipient "%s"', async (recipient) => {
		const answer = await send({ recipient_wa_id: recipient });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: expect.stringContaining('recipient_wa_id') });
	});

	it('answers 404 once the account is disconnected, and sends again once it is connected', async () => {
		await sandbox.control('PATCH', `/chatapp-accounts/${ACCOUNT}`, { connected: false });
		expect((await send()).status).toBe(404);
		await sandbox.control('PATCH', `/chatapp-accounts/${ACCOUNT}`, { connected: true });
		expect((await send()).status).toBe(200);
	});
});

describe('8 the 24-hour window', () => {
	it('is open until 24 hours after the recipient’s last message, and again after the next', async () => {
		await sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT });
		await sandbox.control('POST', '/clock', { advance_seconds: 24 * HOUR - 60 });
		expect((await send()).status).toBe(200);
		await sandbox.control('POST', '/clock', { advance_seconds: 61 });
		expect((await send()).status).toBe(502);
		await sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT });
		expect((await send()).status).toBe(200);
	});

	it('outside it, the answer has the provider’s refusal, and the failed message is stored', async () => {
		const { status, body } = await send({ recipient_wa_id: '14155550187' });
		expect(status).toBe(502);
		expect(body).toEqual({
			error: expect.stringMatching(/^Failed to send /),
			detail: expect.stringContaining('24 hours'),
		});
		const { messages } = await sandbox.control('GET', '/messages?search=14155550187');
		const error = { code: expect.any(String), reason: body.detail, at: expect.stringMatching(/Z$/) };
		const failed = { status: 'failed', direction: 'outbound', message_sid: null, delivery_error: error };
		expect(messages).toEqual([expect.objectContaining(failed)]);
	});

	it('is not opened by an SMS or by another contact', async () => {
		await sandbox.control('POST', '/events/sms.received', { from_number: '+14155550186' });
		await sandbox.control('POST', '/events/chatapp.received', { from_number: '14155550185' });
		expect((await send({ recipient_wa_id: '14155550186' })).status).toBe(502);
	});
});

describe('4 metadata', () => {
	it('is echoed on the inbound event when the recipient replies (section 6: unsigned)', async () => {
		const receiver = await startReceiver();
		try {
			await sandbox.control('PATCH', `/chatapp-accounts/${ACCOUNT}`, { webhook_url: `${receiver.url}/raw` });
			await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: `${receiver.url}/key` });
			const metadata = { order: 20417, tags: ['lamp'] };
			expect((await send({ metadata })).status).toBe(200);
			await sandbox.control('POST', '/events/chatapp.received', { from_number: CONTACT, body: 'thanks' });
			const [request] = await eventually(() =>
				receiver.received.length > 0 ? receiver.received : undefined,
			);
			expect(request?.path).toBe('/raw');
			expect(request?.headers).not.toHaveProperty('x-service-signature');
			expect(JSON.parse(request?.body ?? '')).toMatchObject({
				event: 'chatapp.received',
				metadata,
				data: { body: 'thanks', from_number: CONTACT, to_number: ACCOUNT, metadata },
			});
			expect(receiver.received).toHaveLength(1);
		} finally {
			await receiver.close();
		}
	});

	it('6: no event fires for a message to a number whose account has no webhook_url', async () => {
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: 'http://127.0.0.1:9/' });
		const { message, event_id: event } = await sandbox.control('POST', '/events/chatapp.received');
		expect(event).toBeNull();
		expect((await get(message.id)).direction).toBe('inbound');
		expect(await sandbox.control('GET', '/deliveries')).toMatchObject({ total: 0 });
	});

	it('of the last message with metadata is echoed, and null if there was none', async () => {
		await sandbox.control('PATCH', `/chatapp-accounts/${ACCOUNT}`, { webhook_url: 'http://127.0.0.1:9/' });
		const echoed = async () => {
			const { deliveries } = await sandbox.control('POST', '/events/chatapp.received');
			const { body } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
			return (JSON.parse(body) as { data: { metadata: unknown } }).data.metadata;
		};
		expect(await echoed()).toBeNull();
		await send({ metadata: { order: 1 } });
		await send({ metadata: { order: 2, deep: { list: [1, null, 'ü'] } } });
		await send();
		expect(await echoed()).toEqual({ order: 2, deep: { list: [1, null, 'ü'] } });
	});

	it('treats __proto__ and constructor as ordinary names', async () => {
		await sandbox.control('PATCH', `/chatapp-accounts/${ACCOUNT}`, { webhook_url: 'http://127.0.0.1:9/' });
		const metadata = '{"__proto__":{"polluted":true},"constructor":{"prototype":{"order":1}}}';
		const request = { phone_number_id: ACCOUNT, recipient_wa_id: CONTACT, message: 'Hello', metadata: 0 };
		const sent = JSON.stringify(request).replace('"metadata":0', `"metadata":${metadata}`);
		expect((await callFunction(sandbox, 'send-chatapp-message', sent)).status).toBe(200);
		const { deliveries } = await sandbox.control('POST', '/events/chatapp.received');
		const { body } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
		expect(body.split(metadata)).toHaveLength(3);
		expect(await sandbox.control('GET', '/status')).not.toHaveProperty('polluted');
	});

	it.each([[[1, 2]], [null]])('ignores %j', async (metadata) => {
		const { status, body } = await send<Sent>({ metadata });
		expect(status).toBe(200);
		const { messages } = await sandbox.control('GET', '/messages?limit=1');
		expect(messages).toEqual([expect.objectContaining({ id: body.stored.id, metadata: null })]);
	});

	it.each(['text', 7])('refuses %j: it must be an object', async (metadata) => {
		const answer = await send({ metadata });
		expect(answer.status).toBe(400);
		expect(answer.body).toEqual({ error: 'metadata must be an object' });
	});
});
