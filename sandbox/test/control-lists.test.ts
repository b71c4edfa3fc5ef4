import { startReceiver, status, type Receiver } from '../../test/support/webhook-receiver.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { sign } from '../src/service/webhooks/rules.ts';

describe('control API, lists that can be searched and paged', () => {
	let sandbox: SandboxAccount;
	let receiver: Receiver;

	beforeAll(async () => {
		sandbox = await sandboxAsNew();
		receiver = await startReceiver();
	});
	afterAll(() => receiver?.close());
	beforeEach(async () => {
		receiver.answer = status(200);
		await sandbox.control('POST', '/reset');
		receiver.received.length = 0;
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: receiver.url });
	});

	it('messages by channel, direction, and part of the text or of a number', async () => {
		await sandbox.control('POST', '/events/sms.received', {
			body: 'Zebra STRIPE',
			from_number: '+14155550177',
		});
		await sandbox.control('POST', '/events/chatapp.received', { body: 'zebra stripe' });
		const bodies = async (query: string) =>
			(await sandbox.control('GET', `/messages?${query}`)).messages.map(({ body }) => body);
		expect(await bodies('search=zebra+stripe')).toEqual(['zebra stripe', 'Zebra STRIPE']);
		expect(await bodies('search=zebra+stripe&channel=sms')).toEqual(['Zebra STRIPE']);
		expect(await bodies('search=zebra+stripe&limit=1&offset=1')).toEqual(['Zebra STRIPE']);
		expect(await bodies('search=5550177')).toEqual(['Zebra STRIPE']);
		expect(await bodies('search=zebra+stripe&direction=outbound')).toEqual([]);
		const { messages, total } = await sandbox.control(
			'GET',
			'/messages?channel=chatapp&direction=outbound&limit=1000',
		);
		expect(total).toBe(messages.length);
		expect(new Set(messages.map((one) => `${one.channel} ${one.direction}`))).toEqual(
			new Set(['chatapp outbound']),
		);
	});

	it('deliveries by part of what is sent, page by page', async () => {
		for (const body of ['one', 'two needle', 'three', 'four needle']) {
			await sandbox.control('POST', '/events/sms.received', { body });
		}
		const all = await sandbox.control('GET', '/deliveries');
		expect(all.total).toBe(4);
		const second = await sandbox.control('GET', '/deliveries?limit=2&offset=2');
		expect(second.deliveries.map(({ id }) => id)).toEqual(all.deliveries.slice(2).map(({ id }) => id));
		const found = await sandbox.control('GET', '/deliveries?search=NEEDLE&event=sms.received');
		expect(found).toMatchObject({
			total: 2,
			deliveries: [{ id: all.deliveries[0]?.id }, { id: all.deliveries[2]?.id }],
		});
	});

	it('calls, chats, skills and requests with a text in any field', async () => {
		await sandbox.control('POST', '/events/call.completed', {
			transcript: [{ role: 'caller', text: 'A quokka, deep inside' }],
		});
		expect(await sandbox.control('GET', '/calls?search=QUOKKA')).toMatchObject({
			total: 1,
			calls: [{ direction: 'inbound' }],
		});
		expect(await sandbox.control('GET', '/calls?search=transcript')).toMatchObject({ total: 0 });
		expect(await sandbox.control('GET', '/chat-sessions?search=canada')).toMatchObject({ total: 1 });
		expect(await sandbox.control('GET', '/skills?search=daily')).toMatchObject({
			skills: [{ name: 'Daily report' }],
		});
		await callFunction(sandbox, 'get-message', { message_id: 'a-quokka' });
		const found = await sandbox.control('GET', '/requests?search=quokka');
		expect(found.requests).toMatchObject([{ path: '/functions/v1/get-message', status: 404 }]);
	});

	it('contacts have their names and what happened between them and the account, newest first', async () => {
		const { contacts, total } = await sandbox.control('GET', '/contacts?limit=1');
		expect({ total, first: contacts[0] }).toMatchObject({ total: 25, first: { name: 'Dana Whitfield' } });
		expect(await sandbox.control('GET', '/contacts?search=helen')).toMatchObject({
			total: 1,
			contacts: [{ id: '14155550132' }],
		});
		const number = '+14155550777';
		await sandbox.control('POST', '/events/sms.received', { from_number: number, body: 'Call me' });
		await sandbox.control('POST', '/events/call.completed', {
			direction: 'outbound',
			to_number: number,
			contact_name: 'Ada',
		});
		const found = await sandbox.control('GET', '/contacts/14155550777');
		expect(found).toMatchObject({ name: 'Ada', phone_number: number, message_count: 1, call_count: 1 });
		expect(found.timeline).toMatchObject([{ call: { to_number: number } }, { message: { body: 'Call me' } }]);
		await expect(sandbox.control('GET', '/contacts/1')).rejects.toThrow(/404/);
	});

	it('dead letters by event, text and whether they were replayed, with the id of the replay', async () => {
		receiver.answer = status(404);
		await sandbox.control('POST', '/events/sms.received', { body: 'lost and found' });
		await sandbox.control('POST', '/events/sms.sent', { body: 'lost' });
		const lost = await eventually(async () => {
			const found = await sandbox.control('GET', '/dead-letters');
			return found.total === 2 ? found : undefined;
		});
		expect(lost.dead_letters.map((letter) => letter.delivery.replayed_as)).toEqual([null, null]);
		expect(await sandbox.control('GET', '/dead-letters?event=sms.sent')).toMatchObject({ total: 1 });
		expect(await sandbox.control('GET', '/dead-letters?limit=1&offset=1')).toMatchObject({
			total: 2,
			dead_letters: [{ id: lost.dead_letters[1]?.id }],
		});
		const { dead_letters: letters } = await sandbox.control('GET', '/dead-letters?search=FOUND');
		expect(letters).toHaveLength(1);

		// Replayed in vain, it is a dead letter again; the first one stays replayed.
		const first = letters[0]?.id;
		const again = await sandbox.control('POST', `/deliveries/${first}/replay`);
		const fresh = await eventually(async () => {
			const found = await sandbox.control('GET', '/dead-letters?search=found&replayed=false');
			return found.total === 1 ? found.dead_letters[0] : undefined;
		});
		expect(fresh.delivery.id).toBe(again.id);
		expect(await sandbox.control('GET', '/dead-letters?replayed=true')).toMatchObject({
			total: 1,
			dead_letters: [{ id: first, delivery: { replayed_as: again.id } }],
		});
		receiver.answer = status(200);
		const last = await sandbox.control('POST', `/deliveries/${fresh.id}/replay`);
		const { dead_letters: replayed } = await sandbox.control(
			'GET',
			'/dead-letters?search=found&replayed=true',
		);
		expect(replayed.map((letter) => letter.delivery.replayed_as)).toEqual([last.id, again.id]);
		expect(await sandbox.control('GET', '/deliveries?status=dead_lettered&search=found')).toMatchObject({
			deliveries: [{ replayed_as: last.id }, { replayed_as: again.id }],
		});
	});

	it('a delivery is edited and sent to the same receiver with a new signature', async () => {
		const { deliveries } = await sandbox.control('POST', '/events/sms.received', {
			body: 'before',
		});
		await eventually(() => receiver.received[0]);
		const body = JSON.stringify({ id: 'evt_edited', event: 'sms.received', data: { body: 'after' } });
		const sent = await sandbox.control('POST', `/deliveries/${deliveries[0]?.id}/resend`, { body });
		expect(sent).toMatchObject({ event: 'sms.received', replay_of: null, api_key_id: sandbox.apiKeyId });
		const second = await eventually(() => receiver.received[1]);
		const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
		const secret = keys.find(({ id }) => id === sandbox.apiKeyId)?.signing_secret ?? '';
		expect(second.body).toBe(body);
		expect(second.headers['x-service-signature']).toBe(sign(body, secret));
		await expect(sandbox.control('POST', '/deliveries/del_none/resend', { body })).rejects.toThrow(/404/);
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: null });
		await expect(sandbox.control('POST', `/deliveries/${sent.id}/resend`, { body })).rejects.toThrow(/409/);
	});

	it('calls and website chats page by page, agents in full, the endpoints that faults can be set for', async () => {
		for (const name of ['first', 'second', 'third']) {
			await sandbox.control('POST', '/events/call.completed', { summary: name });
			await sandbox.control('POST', '/chat-sessions', { visitor_name: name });
		}
		expect(await sandbox.control('GET', '/calls?limit=1&offset=1')).toMatchObject({
			calls: [{ summary: 'second' }],
		});
		expect(await sandbox.control('GET', '/chat-sessions?limit=2&offset=1')).toMatchObject({
			chat_sessions: [{ visitor_name: 'second' }, { visitor_name: 'first' }],
		});
		const { agents } = await sandbox.control('GET', '/agents');
		const { body } = await callFunction(sandbox, 'get-agent', { agent_id: agents[0]?.id });
		expect(agents[0]).toEqual(body);
		const { endpoints } = await sandbox.control('GET', '/endpoints');
		expect(endpoints).toEqual(expect.arrayContaining(['list-agents', 'manage-skills', 'token']));
	});

	it('a recording to download is long enough to clone a voice from', async () => {
		const response = await fetch(`${sandbox.url}/sandbox/v1/recording`);
		expect(response.headers.get('content-disposition')).toBe('attachment; filename="recording.wav"');
		const recording = new Blob([await response.arrayBuffer()], { type: 'audio/wav' });
		const form = new FormData();
		form.append('name', 'From the recording');
		form.append('files', recording, 'recording.wav');
		const headers = { authorization: `Bearer ${sandbox.apiKey}` };
		const cloned = await fetch(`${sandbox.url}/functions/v1/clone-voice`, {
			method: 'POST',
			headers,
			body: form,
		});
		expect(cloned.status).toBeLessThan(300);
		expect(await cloned.json()).toMatchObject({ name: 'From the recording' });
	});
});
