import { startReceiver, type Receiver } from '../../test/support/http-server.ts';
import { callFunction } from '../../test/support/call-service.ts';
import { eventually, settled } from '../../test/support/eventually.ts';
import type { MessagePage } from '../../test/support/service-records.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import type { RequestBody } from '../src/client/interface.ts';

const SERVICE = '+14155550100';
const PERSON = '+14155550123';
const BUSINESS = '106540352242922';

let sandbox: SandboxAccount;
let receiver: Receiver;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([sandboxAsNew('empty'), startReceiver()]);
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	await sandbox.control('POST', '/events/chatapp.received', { from_number: PERSON.slice(1) });
	receiver.received.length = 0;
	await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: `${receiver.url}/key` });
	await sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS}`, { webhook_url: `${receiver.url}/chat` });
});
afterAll(() => receiver?.close());

const reply = (body: RequestBody<'/sandbox/v1/replies'>) => sandbox.control('POST', '/replies', body);
const addRule = (rule: RequestBody<'/sandbox/v1/scripted-replies'>) =>
	sandbox.control('POST', '/scripted-replies', rule);
const rules = () => sandbox.control('GET', '/scripted-replies');
async function ask(message: string, metadata?: object, recipient = PERSON.slice(1)) {
	const request = { phone_number_id: BUSINESS, recipient_wa_id: recipient, message, metadata };
	const { body } = await callFunction<{ message_id: string; stored: { id: string } }>(
		sandbox,
		'send-chatapp-message',
		request,
	);
	return body;
}
const eventsTo = (path: string) =>
	receiver.received
		.filter((request) => request.path === path)
		.map(({ body }) => JSON.parse(body) as { event: string; data: Record<string, unknown> });
const eventTo = (path: string, event: string) =>
	eventually(() => eventsTo(path).find((one) => one.event === event));
const latest = async (count: number) => {
	const { body } = await callFunction<MessagePage>(sandbox, 'list-messages', { limit: count });
	return body.messages;
};

describe('a reply', () => {
	it('answers the last message as its recipient, with the metadata that it carried', async () => {
		await ask('Does Thursday suit you?', { appointment: 17 });
		const { message, deliveries } = await reply({ body: 'Yes, please' });
		expect(message).toMatchObject({
			from_number: PERSON.slice(1),
			to_number: BUSINESS,
			direction: 'inbound',
		});
		await settled(sandbox, deliveries[0]?.id ?? '');
		expect(eventsTo('/chat')).toEqual([
			expect.objectContaining({
				event: 'chatapp.received',
				data: { ...message, phone_number_id: BUSINESS, metadata: { appointment: 17 } },
			}),
		]);
	});

	it('answers any message, by its id and by that of the provider, with an attachment', async () => {
		const first = await ask('One?');
		await ask('Two?');
		for (const to of [first.stored.id, first.message_id]) {
			const { message } = await reply({ to, body: 'That one', media: [{ kind: 'image' }] });
			expect(message).toMatchObject({ from_number: PERSON.slice(1), media: [{ kind: 'image' }] });
		}
	});

	it('answers an SMS by SMS', async () => {
		await sandbox.control('POST', '/events/sms.sent', { to_number: PERSON, body: 'Your code is 4711.' });
		const { message } = await reply({ to: 'last', body: 'Thanks' });
		expect(message).toMatchObject({ from_number: PERSON, to_number: SERVICE, body: 'Thanks' });
		expect((await eventTo('/key', 'sms.received')).data).toEqual(message);
	});

	it('is refused for a message that did not arrive', async () => {
		await expect(reply({ to: 'nothing', body: 'Hm?' })).rejects.toThrow(/404.*Message not found/);
		const { message: inbound } = await sandbox.control('POST', '/events/chatapp.received');
		await expect(reply({ to: inbound.id, body: 'Hm?' })).rejects.toThrow(/409.*outbound/);
		const before = await latest(1);
		expect(await ask('Too late', {}, '14155550999')).toMatchObject({ error: expect.any(String) });
		const [failed] = await latest(1);
		expect(failed).toMatchObject({ status: 'failed' });
		await expect(reply({ to: failed?.id, body: 'Hm?' })).rejects.toThrow(/409.*it did not arrive/);
		expect(before[0]?.id).toBe(inbound.id);
	});
});

describe('a scripted reply', () => {
	it('comes from the person after some time of the sandbox, with the metadata, and not without a rule', async () => {
		await ask('Is anybody there?');
		await sandbox.control('POST', '/clock', { advance_seconds: 3600 });
		expect((await latest(1))[0]?.body).toBe('Is anybody there?');
		await addRule({ replier: 'person', number: PERSON, body: 'Yes', after_seconds: 600 });
		await ask('Does Thursday suit you?', { appointment: 18 });
		await sandbox.control('POST', '/clock', { advance_seconds: 590 });
		expect((await latest(1))[0]?.body).toBe('Does Thursday suit you?');
		await sandbox.control('POST', '/clock', { advance_seconds: 10 });
		const { data } = await eventTo('/chat', 'chatapp.received');
		expect(data).toMatchObject({ body: 'Yes', from_number: PERSON.slice(1), metadata: { appointment: 18 } });
	});

	it('follows the first rule that matches by number, words and remaining count', async () => {
		const now = { replier: 'person' as const, after_seconds: 0 };
		await addRule({ ...now, number: '14155550999', body: 'Not mine' });
		await addRule({ ...now, contains: 'FRIDAY', body: 'Friday is bad' });
		await addRule({ ...now, body: 'What?', count: 1 });
		await addRule({ ...now, body: 'Yes' });
		const answers: unknown[] = [];
		for (const question of ['Thursday?', 'On friday?', 'Thursday, then?']) {
			await ask(question);
			answers.push(
				await eventually(async () => (await latest(1)).find((one) => one.direction === 'inbound')?.body),
			);
		}
		expect(answers).toEqual(['What?', 'Friday is bad', 'Yes']);
		expect((await rules()).scripted_replies.map(({ remaining }) => remaining)).toEqual([null, null, null]);
	});

	it('of an agent sends an SMS and fires sms.sent, for the SMS that arrive on its number', async () => {
		await addRule({ replier: 'agent', number: SERVICE, body: 'We open at nine.', after_seconds: 0 });
		await sandbox.control('POST', '/events/sms.received', { to_number: '+14155550101', body: 'Hello?' });
		await sandbox.control('POST', '/events/sms.received', { from_number: PERSON, body: 'When do you open?' });
		const { data } = await eventTo('/key', 'sms.sent');
		expect(data).toMatchObject({
			body: 'We open at nine.',
			from_number: SERVICE,
			to_number: PERSON,
			is_ai_generated: true,
			agent_id: expect.any(String),
		});
		expect(eventsTo('/key').filter(({ event }) => event === 'sms.sent')).toHaveLength(1);
	});

	it('of an agent does not answer chat-app messages: its rule is not used up', async () => {
		const rule = await addRule({ replier: 'agent', body: 'We open at nine.', after_seconds: 0, count: 1 });
		await sandbox.control('POST', '/events/chatapp.received', { body: 'When do you open?' });
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		expect((await rules()).scripted_replies).toEqual([
			expect.objectContaining({ id: rule.id, remaining: 1 }),
		]);
		expect((await latest(1))[0]?.body).toBe('When do you open?');
	});

	it('ends when a person and an agent would answer each other for ever (section 8, loop trap)', async () => {
		await addRule({ replier: 'agent', body: 'How can I help?', after_seconds: 0 });
		await addRule({ replier: 'person', number: PERSON, body: 'Hello', after_seconds: 0 });
		await sandbox.control('POST', '/events/sms.received', { from_number: PERSON, body: 'Hello' });
		const texts = await eventually(async () => {
			await sandbox.control('POST', '/clock', { advance_seconds: 1 });
			const bodies = (await latest(5)).map(({ body }) => body);
			return bodies.filter((body) => body === 'Hello').length === 3 ? bodies : undefined;
		});
		await sandbox.control('POST', '/clock', { advance_seconds: 1 });
		expect((await latest(1))[0]?.body).toBe('Hello');
		expect(texts).toEqual(['Hello', 'How can I help?', 'Hello', 'How can I help?', 'Hello']);
	});

	it('survives the deletion of its message; rules are removed one by one or all at once', async () => {
		await addRule({ replier: 'person', body: 'Yes', after_seconds: 60 });
		await ask('Still there?');
		await sandbox.control('PATCH', `/chatapp-accounts/${BUSINESS}`, { connected: false });
		await sandbox.control('POST', '/clock', { advance_seconds: 60 });
		expect((await latest(1))[0]?.body).toBe('Still there?');
		const { id } = await addRule({ replier: 'agent', body: 'Hm', after_seconds: 0 });
		expect(await sandbox.control('DELETE', `/scripted-replies/${id}`)).toEqual({ removed: 1 });
		await expect(sandbox.control('DELETE', `/scripted-replies/${id}`)).rejects.toThrow('404');
		expect(await sandbox.control('DELETE', '/scripted-replies')).toEqual({ removed: 1 });
	});
});
