import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction } from '../../test/support/call-service.ts';
import type { Batch } from '../../test/support/service-records.ts';
import type { RequestBody } from '../src/client/interface.ts';

interface Envelope {
	id: string;
	event: string;
	data: {
		id: string;
		batch_id?: string;
		to_number?: string;
		end_reason?: string;
		duration_seconds?: number;
		recording_url?: string;
	};
}

const SERVICE = '+14155550100';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.control('POST', '/reset', { seed: 'empty' }));

/** Nobody has to listen: what is sent stands in the log of deliveries. */
const listen = (settings: object = {}) =>
	sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, {
		webhook_url: 'http://127.0.0.1:9/',
		...settings,
	});
const advance = (seconds: number) => sandbox.control('POST', '/clock', { advance_seconds: seconds });
/** The events that were sent, the last one first. */
const events = async () => {
	const { deliveries } = await sandbox.control('GET', '/deliveries');
	return await Promise.all(
		deliveries.map(async ({ id }) => {
			const { body, signature } = await sandbox.control('GET', `/deliveries/${id}`);
			return { ...(JSON.parse(body) as Envelope), signature };
		}),
	);
};
const sessions = async () => (await sandbox.control('GET', '/chat-sessions')).chat_sessions;

describe('6 call.completed', () => {
	it('fires when a call ends, signed, with summary, transcript and extracted data', async () => {
		await listen();
		await sandbox.control('POST', '/events/call.completed', { extracted_data: { slot: '10:00' } });
		const [event] = await events();
		expect(event).toMatchObject({
			event: 'call.completed',
			signature: expect.stringMatching(/^sha256=[0-9a-f]{64}$/),
			data: {
				to_number: SERVICE,
				direction: 'inbound',
				summary: expect.any(String),
				transcript: expect.arrayContaining([{ role: expect.any(String), text: expect.any(String) }]),
				extracted_data: { slot: '10:00' },
				outcome: 'reached',
				recording_url: expect.stringMatching(/^http/),
			},
		});
		const { recording_url: url } = event?.data ?? {};
		const recording = await fetch(url ?? '');
		expect([recording.status, recording.headers.get('content-type')]).toEqual([200, 'audio/wav']);
	});

	it.each([
		[{ outcome: 'voicemail', extracted_data: { outcome: 'moved' } }, 'voicemail'],
		[{ extracted_data: { outcome: 'moved' } }, 'moved'],
		[{ extracted_data: { outcome: 5 } }, 'reached'],
		[{ transcript: [{ role: 'agent', text: 'Hello?' }] }, 'not_reached'],
		[{ transcript: [] }, 'not_reached'],
	] satisfies Array<[RequestBody<'/sandbox/v1/events/call.completed'>, string]>)(
		'of %j names the outcome %s',
		async (body, outcome) => {
			const { call } = await sandbox.completeCall(body);
			expect(call.outcome).toBe(outcome);
		},
	);

	it('is bound to the service number that received or made the call', async () => {
		await listen({ phone_numbers: ['+16475550171'] });
		const fired = (body: object) => sandbox.control('POST', '/events/call.completed', body);
		expect((await fired({})).deliveries).toHaveLength(0);
		expect((await fired({ to_number: '+16475550171' })).deliveries).toHaveLength(1);
		expect((await fired({ direction: 'outbound', from_number: '+16475550171' })).deliveries).toHaveLength(1);
		await expect(fired({ to_number: '+14155550177' })).rejects.toThrow('404');
	});

	it('fires for each answered call of a campaign, once it has ended, and not for the others', async () => {
		await listen();
		const { body } = await callFunction<{ batch: Batch }>(sandbox, 'batch-calls', {
			action: 'create',
			name: 'Reminders',
			caller_id: SERVICE,
			recipients: ['+14155550111', '+14155550112', '+14155550199'].map((number) => ({
				phone_number: number,
			})),
		});
		expect(await events()).toEqual([]);
		await advance(61);
		const sent = (await events()).map(({ event, data }) => ({ event, ...data }));
		const ended = { event: 'call.completed', batch_id: body.batch.id, duration_seconds: 60 };
		expect(sent).toEqual([expect.objectContaining(ended), expect.objectContaining(ended)]);
		expect(sent.map(({ to_number: number }) => number).sort()).toEqual(['+14155550111', '+14155550112']);
		await advance(3600);
		expect(await events()).toHaveLength(2);
	});
});

describe('6 chat.session.completed', () => {
	const open = () => sandbox.control('POST', '/chat-sessions', { visitor_name: 'Ada' });
	const write = (id: string, text: string) =>
		sandbox.control('POST', `/chat-sessions/${id}/messages`, { text });

	it('fires when the visitor closes the widget', async () => {
		await listen();
		const { id } = await open();
		await write(id, 'Hello?');
		expect(await events()).toEqual([]);
		await sandbox.control('POST', `/chat-sessions/${id}/close`);
		const [event] = await events();
		expect(event).toMatchObject({
			event: 'chat.session.completed',
			data: {
				id,
				visitor_name: 'Ada',
				end_reason: 'closed',
				messages: [{ from: 'visitor', text: 'Hello?' }],
			},
		});
	});

	it('8 fires after 30 minutes of inactivity; a message restarts them', async () => {
		await listen();
		const { id } = await open();
		await advance(29 * 60);
		await write(id, 'Still here');
		await advance(29 * 60);
		expect((await sessions())[0]?.status).toBe('open');
		await advance(62);
		const [event] = await events();
		expect(event).toMatchObject({ data: { id, end_reason: 'inactivity' } });
		await advance(7200);
		expect((await sessions())[0]).toMatchObject({ id, status: 'completed', end_reason: 'inactivity' });
		expect(await events()).toHaveLength(1);
	});

	it('a session that has ended accepts no message and does not end again', async () => {
		const closed = await open();
		await sandbox.control('POST', `/chat-sessions/${closed.id}/close`);
		const idle = await open();
		await advance(1801);
		for (const { id } of [closed, idle]) {
			await expect(write(id, 'x')).rejects.toThrow('409');
			await expect(sandbox.control('POST', `/chat-sessions/${id}/close`)).rejects.toThrow('409');
		}
		await expect(write('nobody', 'x')).rejects.toThrow('404');
	});

	it('is bound to no number: a scoped key receives it, and so does every key', async () => {
		await listen({ phone_numbers: ['+16475550171'] });
		await sandbox.control('POST', '/api-keys', { name: 'second', webhook_url: 'http://127.0.0.1:9/' });
		const { deliveries } = await sandbox.control('POST', '/events/chat.session.completed');
		expect(deliveries).toHaveLength(2);
	});
});
