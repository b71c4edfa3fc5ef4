import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import type { FullMessage } from '../../test/support/service-records.ts';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const KEPT = 10;
const BUSINESS = '106540352242922';
const CONTACT = '14155550123';
const OTHER_CONTACT = '14155550130';

let sandbox: SandboxAccount;
let receiver: Receiver;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([sandboxAsNew('empty', { keep: KEPT }), startReceiver()]);
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	await sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS}`, { webhook_url: receiver.url });
});
afterAll(() => receiver?.close());

const receive = (body: string, from = CONTACT) =>
	sandbox.control('POST', '/events/chatapp.received', { from_number: from, body });
const receiveSms = (body: string, from = CONTACT) =>
	sandbox.control('POST', '/events/sms.received', { from_number: `+${from}`, body });
const send = (metadata?: object, to = CONTACT) =>
	callFunction<{ stored: { id: string } }>(sandbox, 'send-chatapp-message', {
		phone_number_id: BUSINESS,
		recipient_wa_id: to,
		message: 'Your lamp is ready.',
		metadata,
	});
const reportOn = (id: string, status: 'delivered' | 'undelivered' | 'failed') =>
	sandbox.control('POST', `/messages/${id}/status`, { status });
const find = (id: string) => callFunction<FullMessage>(sandbox, 'get-message', { message_id: id });

/** Has more messages arrive than are kept, and waits until others are forgotten for them. */
async function flood(forgotten: string): Promise<void> {
	const texts = Array.from({ length: 2 * KEPT }, (_, index) => `Message ${index}`);
	await Promise.all(texts.map((text) => receiveSms(text, OTHER_CONTACT)));
	await eventually(async () => ((await find(forgotten)).status === 404 ? true : undefined));
}

/** The metadata that a chat-app message echoes when it arrives. */
async function echoedMetadata(from = CONTACT): Promise<unknown> {
	const { deliveries } = await receive('Yes, please.', from);
	const { body } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
	return (JSON.parse(body) as { metadata: unknown }).metadata;
}

describe('when newer messages have displaced older ones', () => {
	it('8: the 24 hours after the last message of a contact still apply', async () => {
		const { message } = await receive('Is it ready?');
		await flood(message.id);
		expect((await send()).status).toBe(200);
		await sandbox.advance('24h');
		expect((await send()).status).toBe(502);
	});

	it('4 send: a reply echoes the metadata of the last message to the contact that carried some', async () => {
		await receive('Is it ready?');
		const { body } = await send({ order: 17 });
		await reportOn(body.stored.id, 'delivered');
		await flood(body.stored.id);
		expect(await echoedMetadata()).toEqual({ order: 17 });
	});

	it('4 send: the metadata of the message before is echoed when the last one has failed', async () => {
		await receive('Is it ready?');
		const { body: first } = await send({ order: 17 });
		await reportOn(first.stored.id, 'delivered');
		await flood(first.stored.id);
		const { body: second } = await send({ order: 18 });
		expect(await echoedMetadata()).toEqual({ order: 18 });
		await reportOn(second.stored.id, 'failed');
		expect(await echoedMetadata()).toEqual({ order: 17 });
		// It fails at once.
		await sandbox.advance('25h');
		expect((await send({ order: 19 })).status).toBe(502);
		expect(await echoedMetadata()).toEqual({ order: 17 });
	});

	it('6: the third copy of an SMS in a row is a loop', async () => {
		const { message } = await receiveSms('Hello?');
		expect((await receiveSms('Hello?')).event_id).not.toBeNull();
		await flood(message.id);
		expect((await receiveSms('Hello?')).event_id).toBeNull();
		expect((await receiveSms('Is anyone there?')).event_id).not.toBeNull();
		expect((await receiveSms('Hello?')).event_id).not.toBeNull();
	});

	it('a scripted reply that is due later is sent, and then the message it answers is deleted', async () => {
		await sandbox.control('POST', '/scripted-replies', {
			replier: 'person',
			body: 'In the evening.',
			after_seconds: 3600,
			count: 1,
		});
		const { message } = await receive('Is it ready?');
		const { body } = await send();
		await reportOn(body.stored.id, 'delivered');
		await flood(message.id);
		await sandbox.advance('1h');
		const { messages } = await sandbox.control('GET', '/messages?limit=1');
		expect(messages).toMatchObject([{ from_number: CONTACT, body: 'In the evening.' }]);
		await flood(body.stored.id);
	});

	it('3: the report on a message that is due later is made', async () => {
		const unreachable = '14155550199';
		const { message } = await receive('Is it ready?', unreachable);
		const { body: first } = await send({ order: 17 }, unreachable);
		await reportOn(first.stored.id, 'delivered');
		await sandbox.control('PATCH', '/carrier', { report_after_seconds: 3600 });
		const { body: second } = await send({ order: 18 }, unreachable);
		await flood(message.id);
		expect((await find(second.stored.id)).body.status).toBe('sent');
		expect(await echoedMetadata(unreachable)).toEqual({ order: 18 });
		await sandbox.advance('1h');
		// The message may be forgotten as soon as it is reported, but its failure has withdrawn its metadata.
		expect(await echoedMetadata(unreachable)).toEqual({ order: 17 });
		await flood(second.stored.id);
	});
});
