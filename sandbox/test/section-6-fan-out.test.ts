import { createHmac } from 'node:crypto';
import { startReceiver, type Receiver } from '../../test/support/http-server.ts';
import { settled } from '../../test/support/eventually.ts';
import type { Happened } from '../../test/support/service-records.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const MAIN = '+14155550100';
const SECOND = '+14155550101';

let sandbox: SandboxAccount;
let receiver: Receiver;
beforeAll(async () => {
	[sandbox, receiver] = await Promise.all([sandboxAsNew('empty'), startReceiver()]);
});
beforeEach(async () => {
	await sandbox.control('POST', '/reset', { seed: 'empty' });
	receiver.received.length = 0;
});
afterAll(() => receiver?.close());

const createKey = (path: string, phoneNumbers: string[] = []) =>
	sandbox.control('POST', '/api-keys', {
		name: path,
		webhook_url: `${receiver.url}/${path}`,
		phone_numbers: phoneNumbers,
	});
const arrive = (body: object = {}) => sandbox.control('POST', '/events/sms.received', body);
const receiversOf = ({ deliveries }: Happened) => deliveries.map((delivery) => delivery.api_key_id).sort();

describe('6 event', () => {
	it('is a POST of JSON with id, event, time and the message, signed over the raw body', async () => {
		const { signing_secret: secret } = await createKey('hook');
		const { message, event_id: eventId, deliveries } = await arrive({ body: 'Größe? 👋' });
		await settled(sandbox, deliveries[0]?.id ?? '');
		const [request] = receiver.received;
		expect(receiver.received).toHaveLength(1);
		expect(request?.headers['content-type']).toBe('application/json');
		expect(JSON.parse(request?.body ?? '')).toEqual({
			id: eventId,
			event: 'sms.received',
			created_at: expect.stringMatching(/Z$/),
			data: message,
		});
		const digest = createHmac('sha256', secret ?? '')
			.update(request?.body ?? '')
			.digest('hex');
		expect(request?.headers['x-service-signature']).toBe(`sha256=${digest}`);
	});

	it('sms.sent fires for an outbound SMS', async () => {
		await createKey('hook');
		const { deliveries, message } = await sandbox.control('POST', '/events/sms.sent', {
			to_number: '+14155550133',
		});
		const { body } = await sandbox.control('GET', `/deliveries/${deliveries[0]?.id}`);
		expect(JSON.parse(body)).toMatchObject({ event: 'sms.sent', data: message });
		expect(message).toMatchObject({ direction: 'outbound', from_number: MAIN, to_number: '+14155550133' });
	});
});

describe('6 per-number scoping', () => {
	it('rule 1: a scoped key receives the events of its own numbers only, also if it is the only one', async () => {
		const one = await createKey('one', [MAIN]);
		expect(receiversOf(await arrive({ to_number: SECOND }))).toEqual([]);
		const both = await createKey('both', [MAIN, SECOND]);
		expect(receiversOf(await arrive({ to_number: MAIN }))).toEqual([one.id, both.id].sort());
		expect(receiversOf(await arrive({ to_number: SECOND }))).toEqual([both.id]);
	});

	it('rule 2: an unscoped key receives everything while it is the only webhook key', async () => {
		const only = await createKey('only');
		await sandbox.control('POST', '/api-keys', { name: 'without a URL' });
		expect(receiversOf(await arrive({ to_number: MAIN }))).toEqual([only.id]);
		expect(receiversOf(await arrive({ to_number: SECOND }))).toEqual([only.id]);
	});

	it('rule 3: with several webhook keys it receives nothing until scoped', async () => {
		const unscoped = await createKey('unscoped');
		const scoped = await createKey('scoped', [SECOND]);
		expect(receiversOf(await arrive({ to_number: MAIN }))).toEqual([]);
		expect(receiversOf(await arrive({ to_number: SECOND }))).toEqual([scoped.id]);
		await sandbox.control('PATCH', `/api-keys/${unscoped.id}`, { phone_numbers: [MAIN] });
		expect(receiversOf(await arrive({ to_number: MAIN }))).toEqual([unscoped.id]);
	});

	it('a revoked key receives nothing and no longer counts', async () => {
		const unscoped = await createKey('unscoped');
		const scoped = await createKey('scoped', [SECOND]);
		await sandbox.control('DELETE', `/api-keys/${scoped.id}`);
		expect(receiversOf(await arrive({ to_number: SECOND }))).toEqual([unscoped.id]);
	});

	it('signs for each key with its own secret', async () => {
		const keys = [await createKey('one', [MAIN]), await createKey('two', [MAIN])];
		const { deliveries } = await arrive();
		for (const { id, api_key_id: keyId } of deliveries) {
			const { body, signature } = await sandbox.control('GET', `/deliveries/${id}`);
			const secret = keys.find((key) => key.id === keyId)?.signing_secret ?? '';
			expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
		}
		expect(deliveries).toHaveLength(2);
	});
});

describe('6 content-loop trap', () => {
	const fired = async (body: string, changes: object = {}) =>
		(await arrive({ body, ...changes })).event_id !== null;

	it('holds back the third and later copies in a row, until the sender writes something else', async () => {
		expect(await fired('again')).toBe(true);
		expect(await fired(' again ')).toBe(true);
		expect(await fired('again')).toBe(false);
		expect(await fired('again')).toBe(false);
		expect(await fired('else')).toBe(true);
		expect(await fired('again')).toBe(true);
		// The messages are stored all the same.
		expect((await sandbox.control('GET', '/messages')).messages).toHaveLength(6);
	});

	it('counts for each sender and each number', async () => {
		await fired('again');
		await fired('again');
		expect(await fired('again', { from_number: '+14155550145' })).toBe(true);
		expect(await fired('again', { to_number: SECOND })).toBe(true);
		expect(await fired('again')).toBe(false);
	});

	it.each([...['STOP', ' Start ', 'stop all', 'Arret', 'arrêt', 'ALTO', 'baja', 'Unstop', 'стоп', '退订']])(
		'always fires for the opt-out or opt-in "%s"',
		async (word) => {
			for (let copy = 0; copy < 4; copy += 1) expect(await fired(word)).toBe(true);
		},
	);

	it.each(['YES', 'Please stop', 'OPTIN'])('holds back "%s", which is neither', async (word) => {
		expect([await fired(word), await fired(word), await fired(word)]).toEqual([true, true, false]);
	});

	it('does not trap the default texts of the control call', async () => {
		for (let copy = 0; copy < 6; copy += 1) expect((await arrive()).event_id).not.toBeNull();
	});
});
