import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { callFunction, JSON_TYPE } from '../../test/support/call-service.ts';
import { eventually, settled } from '../../test/support/eventually.ts';
import { untypedControl } from '../../test/support/untyped-control.ts';
import { sign } from '../src/service/webhooks/rules.ts';
import type { Happened } from '../../test/support/service-records.ts';

interface Window {
	success: boolean;
	deliveries: string[];
	replayed: number;
	has_more: boolean;
}
interface One {
	success: boolean;
	delivery_id: string;
}

let sandbox: SandboxAccount;
let receiver: Receiver;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty', { deliveryTries: 3, deliveryBaseDelayMs: 10 });
	receiver = await startReceiver();
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	receiver.received.length = 0;
	receiver.answer = status(200);
	await setUrl(receiver.url);
});
afterAll(async () => {
	await receiver?.close();
});

const setUrl = (url: string | null) =>
	sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: url });
const replay = <Body = { error: unknown }>(body: object, headers?: Record<string, string>) =>
	callFunction<Body>(sandbox, 'replay-webhook-delivery', body, headers);
const fire = async (event = 'sms.received', body: object = {}) => {
	const happened = await untypedControl<Happened>(sandbox, 'POST', `/events/${event}`, body);
	return happened.deliveries.map(({ id }) => id);
};
/** Fires an event and waits until its delivery is settled. */
const deliver = async (event?: string, body?: object) => {
	const [id = ''] = await fire(event, body);
	return settled(sandbox, id);
};
const now = async () => (await sandbox.control('GET', '/clock')).now;
const advance = (seconds: number) => sandbox.control('POST', '/clock', { advance_seconds: seconds });
const replayWindow = (changes: object = {}) =>
	replay<Window>({
		event_type: 'sms.received',
		start_time: '2000-01-01T00:00:00Z',
		end_time: '2100-01-01T00:00:00Z',
		...changes,
	});

describe('6 replay of one delivery', () => {
	it('sends the original envelope with the same body and signature, logged as a new attempt 1', async () => {
		receiver.answer = status(503);
		const [id = ''] = await fire();
		receiver.answer = status(200);
		const original = await settled(sandbox, id);
		await advance(60);
		const answer = await replay<One>({ delivery_id: id });
		expect(answer).toMatchObject({ status: 200, body: { success: true, delivery_id: expect.any(String) } });
		expect(Object.keys(answer.body).sort()).toEqual(['delivery_id', 'success']);
		const again = await settled(sandbox, answer.body.delivery_id);
		expect(again).toMatchObject({ body: original.body, signature: original.signature, replay_of: id });
		expect(again.attempts.map(({ number }) => number)).toEqual([1]);
		const [first, last] = [receiver.received[0], receiver.received.at(-1)];
		expect(last?.body).toBe(first?.body);
		expect(last?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
	});

	it('takes the id of a dead letter; keeps the signature, but goes to the present URL, which must be', async () => {
		receiver.answer = status(400);
		const { id, signature } = await deliver();
		receiver.answer = status(200);
		const { dead_letters: letters } = await sandbox.control('GET', '/dead-letters');
		await setUrl(null);
		expect((await replay({ delivery_id: id })).status).toBe(409);
		// The key has another signing secret now.
		await setUrl(`${receiver.url}/new`);
		const { body } = await replay<One>({ delivery_id: letters[0]?.id });
		const again = await settled(sandbox, body.delivery_id);
		const attempts = [{ url: `${receiver.url}/new` }];
		expect(again).toMatchObject({ status: 'succeeded', replay_of: id, signature, attempts });
		// Which is the secret that is not that of this signature.
		expect(again).toMatchObject({ is_signature_current: false, faults: [] });
	});

	it('decision 18: reaches the deliveries of every key of the account', async () => {
		const other = await sandbox.control('POST', '/api-keys', { name: 'caller' });
		const { id } = await deliver();
		const answer = await replay<One>(
			{ delivery_id: id },
			{ ...JSON_TYPE, authorization: `Bearer ${other.key}` },
		);
		expect(answer.status).toBe(200);
	});
});

describe('6 replay of a window', () => {
	it('replays successful deliveries of the event type once, however many attempts they took', async () => {
		receiver.answer = status(503);
		const [retried = ''] = await fire();
		receiver.answer = status(200);
		expect((await settled(sandbox, retried)).status).toBe('succeeded');
		await deliver('sms.received', { body: 'another' });
		await deliver('sms.sent');
		receiver.answer = status(404);
		await deliver('sms.received', { body: 'refused' });
		receiver.answer = status(200);

		const { status: code, body } = await replayWindow();
		expect(code).toBe(200);
		expect(body).toEqual({
			success: true,
			deliveries: [expect.any(String), expect.any(String)],
			replayed: 2,
			has_more: false,
		});
		const replayed = await Promise.all(body.deliveries.map((id) => settled(sandbox, id)));
		expect(replayed).toMatchObject([
			{ event: 'sms.received', status: 'succeeded', replay_of: retried },
			{ event: 'sms.received', status: 'succeeded' },
		]);
		// Decision 18: a replayed event counts once in later windows.
		expect((await replayWindow()).body.replayed).toBe(2);
	});

	it('counts an event once for each key that received it', async () => {
		const other = await sandbox.control('POST', '/api-keys', {
			name: 'second receiver',
			webhook_url: `${receiver.url}/second`,
			phone_numbers: ['+14155550100'],
		});
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { phone_numbers: ['+14155550100'] });
		const ids = await fire('sms.received', { to_number: '+14155550100' });
		for (const id of ids) await settled(sandbox, id);

		const { body } = await replayWindow();
		expect(body.replayed).toBe(2);
		const replayed = await Promise.all(
			body.deliveries.map((id) => sandbox.control('GET', `/deliveries/${id}`)),
		);
		expect(new Set(replayed.map((one) => one.api_key_id))).toEqual(new Set([sandbox.apiKeyId, other.id]));
	});

	it('includes events from the first time on and before the second', async () => {
		const start = await now();
		await deliver();
		await advance(3600);
		const middle = await now();
		await advance(3600);
		await deliver('sms.received', { body: 'later' });
		const count = async (changes: object) => (await replayWindow(changes)).body.replayed;
		expect(await count({ end_time: start })).toBe(0);
		// The later window first: what a replay delivers now would be counted in it as well.
		expect(await count({ start_time: middle, end_time: await now() })).toBe(1);
		expect(await count({ start_time: start, end_time: middle })).toBe(1);
	});

	it('leaves out keys that no longer have a webhook URL, and chat-app accounts', async () => {
		await deliver();
		await sandbox.control('PATCH', '/chatapp-accounts/106540352242922', { webhook_url: receiver.url });
		const chat = await deliver('chatapp.received');
		expect((await replayWindow({ event_type: 'chatapp.received' })).body.replayed).toBe(0);
		expect((await replay({ delivery_id: chat.id })).status).toBe(404);
		await setUrl(null);
		expect((await replayWindow()).body).toMatchObject({ replayed: 0, deliveries: [] });
	});
});

describe('delivery faults on request', () => {
	const ask = (kind: 'wrong_signature' | 'duplicate' | 'reordered', count?: number) =>
		sandbox.control('POST', '/delivery-faults', { kind, ...(count !== undefined && { count }) });
	const texts = () =>
		receiver.received.map(({ body }) => (JSON.parse(body) as { data: { body: string } }).data.body);

	it('wrong signature: the next deliveries have that of another secret, later ones the right one', async () => {
		await ask('wrong_signature', 2);
		for (const body of ['one', 'two', 'three']) await deliver('sms.received', { body });
		const { api_keys: keys } = await sandbox.control('GET', '/api-keys');
		const secret = keys.find(({ id }) => id === sandbox.apiKeyId)?.signing_secret ?? '';
		const right = receiver.received.map(
			({ body, headers }) => headers['x-service-signature'] === sign(body, secret),
		);
		expect(right).toEqual([false, false, true]);

		const { deliveries } = await sandbox.control('GET', '/deliveries');
		const marked = deliveries.map(({ faults }) => faults).reverse();
		expect(marked).toEqual([['wrong_signature'], ['wrong_signature'], []]);
		const [right3, , wrong] = deliveries.map(({ id }) => id);
		const isCurrent = async (id = '') =>
			(await sandbox.control('GET', `/deliveries/${id}`)).is_signature_current;
		expect([await isCurrent(right3), await isCurrent(wrong)]).toEqual([true, false]);
		// A replay repeats the signature, and a resent body gets a new one.
		const replayed = await sandbox.control('POST', `/deliveries/${wrong}/replay`);
		expect(replayed.faults).toEqual(['wrong_signature']);
		const resent = await sandbox.control('POST', `/deliveries/${wrong}/resend`, { body: '{}' });
		expect([resent.faults, await isCurrent(resent.id)]).toEqual([[], true]);
	});

	it('duplicate: the same bytes under the same signature twice', async () => {
		await ask('duplicate');
		expect(await fire('sms.received', { body: 'twice' })).toHaveLength(2);
		expect(await fire('sms.received', { body: 'once' })).toHaveLength(1);
		await eventually(() => (receiver.received.length === 3 ? true : undefined));
		const [first, second] = receiver.received.filter(({ body }) => body.includes('"twice"'));
		expect(second?.body).toBe(first?.body);
		expect(second?.headers['x-service-signature']).toBe(first?.headers['x-service-signature']);
		const { deliveries } = await sandbox.control('GET', '/deliveries');
		expect(deliveries.map(({ faults }) => faults)).toEqual([[], ['duplicate'], ['duplicate']]);
		const replayed = await sandbox.control('POST', `/deliveries/${deliveries[1]?.id}/replay`);
		expect(replayed.faults).toEqual([]);
	});

	it('reordered: the next deliveries arrive in reverse order, and none is lost', async () => {
		await ask('reordered', 3);
		await fire('sms.received', { body: 'one' });
		await fire('sms.received', { body: 'two' });
		expect(receiver.received).toHaveLength(0);
		await fire('sms.received', { body: 'three' });
		await eventually(() => (receiver.received.length === 3 ? true : undefined));
		expect(texts()).toEqual(['three', 'two', 'one']);
		const { deliveries } = await sandbox.control('GET', '/deliveries');
		expect(deliveries.map(({ faults }) => faults)).toEqual([['reordered'], ['reordered'], ['reordered']]);
		// One that is not overtaken is sent in the end.
		await ask('reordered');
		const [id = ''] = await fire();
		await advance(10);
		expect((await settled(sandbox, id)).status).toBe('succeeded');
	});

	it('can be listed and removed', async () => {
		await ask('duplicate', 5);
		expect(await sandbox.control('GET', '/delivery-faults')).toMatchObject({
			delivery_faults: expect.arrayContaining([{ kind: 'duplicate', remaining: 5 }]),
		});
		await sandbox.control('DELETE', '/delivery-faults');
		expect(await fire()).toHaveLength(1);
		await expect(ask('reordered', 1)).rejects.toThrow('400');
		await expect(untypedControl(sandbox, 'POST', '/delivery-faults', { kind: 'late' })).rejects.toThrow(
			'400',
		);
	});
});
