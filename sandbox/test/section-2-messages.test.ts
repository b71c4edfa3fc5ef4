import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { FullMessage, MessagePage } from '../../test/support/service-records.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});

const list = async (body: object = {}) =>
	(await callFunction<MessagePage>(sandbox, 'list-messages', body)).body;

describe('2 message', () => {
	const LISTED_FIELDS = [
		...['id', 'thread_id', 'from_number', 'to_number', 'body', 'direction', 'status'],
		...['is_ai_generated', 'created_at', 'media', 'delivery_error'],
	];

	it('has every field, of the types, formats and words that are shown, and the subset in a list', async () => {
		const { messages } = await list({ limit: 100 });
		const text = expect.any(String);
		const uuid = expect.stringMatching(/^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/);
		const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
		// An SMS number is E.164; a chat-app number and a business number are digits.
		const number = expect.stringMatching(/^(\+[1-9]\d{6,14}|\d{7,20})$/);
		const orNull = (value: unknown, expected: unknown) => (value === null ? null : expected);
		for (const { media, ...listed } of messages) {
			expect(Object.keys({ media, ...listed }).sort()).toEqual([...LISTED_FIELDS].sort());
			const { body } = await callFunction<FullMessage>(sandbox, 'get-message', { message_id: listed.id });
			expect(body).toMatchObject(listed);
			// Only the links are signed afresh.
			expect(body.media).toEqual(media.map((item) => ({ ...item, url: text })));
			expect(body).toEqual({
				id: uuid,
				contact_id: orNull(body.contact_id, uuid),
				thread_id: uuid,
				from_number: number,
				to_number: number,
				body: text,
				direction: expect.stringMatching(/^(inbound|outbound)$/),
				status: expect.stringMatching(/^(pending|sent|delivered|undelivered|failed)$/),
				is_ai_generated: expect.any(Boolean),
				sent_at: time,
				created_at: time,
				message_sid: orNull(body.message_sid, text),
				delivered_at: orNull(body.delivered_at, time),
				sentiment: orNull(body.sentiment, expect.stringMatching(/^(positive|neutral|negative)$/)),
				agent_id: orNull(body.agent_id, uuid),
				translation: orNull(body.translation, text),
				media: body.media.map(({ caption }) => {
					return { url: text, mime_type: text, kind: text, caption: orNull(caption, text) };
				}),
				delivery_error: orNull(body.delivery_error, { code: text, reason: text, at: time }),
			});
		}
	});

	it('has an agent, a delivery time, an error and attachments exactly when its other fields say so', async () => {
		const { messages } = await sandbox.control('GET', '/messages?limit=1000');
		for (const message of messages) {
			const { direction, status, channel } = message;
			const isRejected = status === 'failed' || status === 'undelivered';
			expect(message).toMatchObject({
				agent_id: message.is_ai_generated ? expect.any(String) : null,
				delivery_error: isRejected ? expect.any(Object) : null,
			});
			if (direction === 'outbound') expect(message.delivered_at !== null).toBe(status === 'delivered');
			if (message.media.length > 0) expect([direction, channel]).toEqual(['inbound', 'chatapp']);
		}
		expect(messages.some((message) => message.is_ai_generated)).toBe(true);
		expect(messages.some(({ media }) => media.length > 0)).toBe(true);
		const statuses = messages.map(({ status }) => status);
		expect(statuses).toEqual(expect.arrayContaining(['delivered', 'undelivered', 'failed']));
		expect(new Set(messages.map(({ sentiment }) => sentiment)).size).toBe(4);
		expect(messages.some(({ translation }) => translation !== null)).toBe(true);
	});

	it('has one thread id for both directions and any formatting of the two numbers', async () => {
		const inbound = await sandbox.control('POST', '/events/sms.received', {
			from_number: '+14155550177',
		});
		const outbound = await sandbox.control('POST', '/events/sms.sent', {
			to_number: '+14155550177',
		});
		const other = await sandbox.control('POST', '/events/sms.sent', { to_number: '+14155550178' });
		expect(outbound.message.thread_id).toBe(inbound.message.thread_id);
		expect(other.message.thread_id).not.toBe(inbound.message.thread_id);
		expect(inbound.message.thread_id).toMatch(/^[0-9a-f-]{36}$/);

		const chat = { phone_number_id: '106540352242922', body: 'hello' };
		const plain = { ...chat, from_number: '14155550177' };
		const formatted = { ...chat, from_number: '+14155550177' };
		const [one, two] = await Promise.all(
			[plain, formatted].map((body) => sandbox.control('POST', '/events/chatapp.received', body)),
		);
		expect(one?.message.thread_id).toBe(two?.message.thread_id);
	});
});

describe('2 media item', () => {
	const arrive = async (kind: 'image' | 'audio' | 'video' | 'document') => {
		const media = [{ kind, caption: 'look' }];
		const { message } = await sandbox.control('POST', '/events/chatapp.received', { media });
		const { body } = await callFunction<FullMessage>(sandbox, 'get-message', { message_id: message.id });
		const [item] = body.media;
		if (item === undefined) throw new Error('The message has no media.');
		return { id: message.id, item };
	};

	it.each([
		['image', 'image/png', Buffer.from('\x89PNG', 'latin1')],
		['audio', 'audio/wav', Buffer.from('RIFF')],
		['document', 'application/pdf', Buffer.from('%PDF')],
		['video', 'video/mp4', Buffer.from('\0\0\0 ')],
	] as const)('serves a real %s behind a signed link, without a token', async (kind, mimeType, beginning) => {
		const { item } = await arrive(kind);
		expect(item).toMatchObject({ kind, mime_type: mimeType, caption: 'look' });
		const response = await fetch(item.url);
		expect(response.status).toBe(200);
		expect(response.headers.get('content-type')).toBe(mimeType);
		const bytes = Buffer.from(await response.arrayBuffer());
		expect(bytes.subarray(0, 4)).toEqual(beginning);
	});

	it('has a link that is fresh on every request and expires after 24 hours', async () => {
		const { id, item } = await arrive('image');
		await sandbox.control('POST', '/clock', { advance_seconds: 24 * 3600 - 60 });
		expect((await fetch(item.url)).status).toBe(200);
		await sandbox.control('POST', '/clock', { advance_seconds: 61 });
		expect((await fetch(item.url)).status).toBe(403);
		const again = await callFunction<FullMessage>(sandbox, 'get-message', { message_id: id });
		expect(again.body.media[0]?.url).not.toBe(item.url);
		expect((await fetch(again.body.media[0]?.url ?? '')).status).toBe(200);
	});

	it('refuses a link that was tampered with', async () => {
		const { item } = await arrive('image');
		const later = item.url.replace(/expires=\d+/, 'expires=9999999999999');
		const other = item.url.replace('/photo', '/document');
		for (const url of [later, other, item.url.replace(/.$/, 'x'), item.url.split('?')[0] ?? '']) {
			expect((await fetch(url)).status).toBe(403);
		}
	});
});
