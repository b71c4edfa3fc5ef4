import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { FullMessage } from '../../test/support/service-records.ts';
import type { RequestBody } from '../src/client/interface.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

interface Reported extends FullMessage {
	delivered_at: string | null;
}

const smsTo = async (number: string) =>
	(await sandbox.control('POST', '/events/sms.sent', { to_number: number })).message;
const get = async (id: string) =>
	(await callFunction<Reported>(sandbox, 'get-message', { message_id: id })).body;
const report = (id: string, body: RequestBody<'/sandbox/v1/messages/{id}/status'>) =>
	sandbox.control('POST', `/messages/${id}/status`, body);
const advance = (seconds: number) => sandbox.control('POST', '/clock', { advance_seconds: seconds });

describe('3 message status, by the clock', () => {
	it('a sent SMS becomes delivered', async () => {
		const { id, status, sent_at: sentAt } = await smsTo('+14155550123');
		expect(status).toBe('sent');
		await advance(60);
		const message = await get(id);
		expect(message).toMatchObject({ status: 'delivered', delivery_error: null });
		expect(Date.parse(message.delivered_at ?? '') - Date.parse(sentAt)).toBe(5000);
	});

	it.each([
		['+14155550198', 'undelivered'],
		['+14155550199', 'failed'],
	])('an SMS to %s ends %s, with delivery_error', async (number, status) => {
		const { id } = await smsTo(number);
		await advance(60);
		const message = await get(id);
		expect(message).toMatchObject({ status, delivered_at: null });
		expect(message.delivery_error).toEqual({
			code: expect.any(String),
			reason: expect.any(String),
			at: expect.stringMatching(/Z$/),
		});
	});

	it('applies to chat-app messages too', async () => {
		await sandbox.control('POST', '/events/chatapp.received');
		const { body } = await callFunction<{ stored: { id: string; status: string } }>(
			sandbox,
			'send-chatapp-message',
			{ phone_number_id: '106540352242922', recipient_wa_id: '14155550123', message: 'Ready' },
		);
		expect(body.stored.status).toBe('sent');
		await advance(60);
		expect((await get(body.stored.id)).status).toBe('delivered');
	});

	it('waits for the set time, or for ever', async () => {
		await sandbox.control('PATCH', '/carrier', { report_after_seconds: null });
		const never = await smsTo('+14155550123');
		await sandbox.control('PATCH', '/carrier', { report_after_seconds: 3600 });
		const late = await smsTo('+14155550123');
		await advance(3500);
		const soon = await sandbox.control('POST', '/events/sms.sent');
		await advance(101);
		expect((await get(late.id)).status).toBe('delivered');
		expect((await get(never.id)).status).toBe('sent');
		expect((await get(soon.message.id)).status).toBe('sent');
	});
});

describe('3 message status, by control call', () => {
	it('a message becomes delivered', async () => {
		const { id } = await smsTo('+14155550123');
		const message = await report(id, { status: 'delivered' });
		expect(message).toMatchObject({ status: 'delivered', delivery_error: null });
		expect(message.delivered_at).not.toBeNull();
		expect(await get(id)).toMatchObject({ status: 'delivered', delivered_at: message.delivered_at });
	});

	it('a message becomes undelivered or failed, with the delivery_error that is given, or another', async () => {
		const error = { code: '30003', reason: 'Unreachable' };
		const { id } = await smsTo('+14155550123');
		await report(id, { status: 'undelivered', ...error });
		expect(await get(id)).toMatchObject({
			status: 'undelivered',
			delivered_at: null,
			delivery_error: { ...error, at: expect.stringMatching(/Z$/) },
		});
		const failed = await report((await smsTo('+14155550123')).id, { status: 'failed' });
		expect(failed).toMatchObject({ status: 'failed', delivery_error: expect.any(Object) });
	});

	it('a reported status is final: neither the clock nor a call changes it', async () => {
		const { id } = await smsTo('+14155550123');
		await report(id, { status: 'undelivered' });
		await advance(3600);
		await expect(report(id, { status: 'delivered' })).rejects.toThrow('409');
		expect((await get(id)).status).toBe('undelivered');
	});

	it('refuses inbound messages, unknown ones, other statuses and an error of a delivered one', async () => {
		const inbound = await sandbox.control('POST', '/events/sms.received');
		await expect(report(inbound.message.id, { status: 'failed' })).rejects.toThrow('409');
		await expect(report('nothing', { status: 'failed' })).rejects.toThrow('404');
		const { id } = await smsTo('+14155550123');
		await expect(
			untypedControl(sandbox, 'POST', `/messages/${id}/status`, { status: 'pending' }),
		).rejects.toThrow('400');
		await expect(report(id, { status: 'delivered', code: 'x' })).rejects.toThrow('400');
	});
});
