import { startReceiver, status, type Receiver } from '../../test/support/http-server.ts';
import { eventually } from '../../test/support/eventually.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';
import { sign } from '../src/service/webhooks/rules.ts';

describe('a delivery that is sent again', () => {
	let sandbox: SandboxAccount;
	let receiver: Receiver;

	beforeAll(async () => {
		sandbox = await sandboxAsNew('empty');
		receiver = await startReceiver();
	});
	afterAll(() => receiver?.close());
	beforeEach(async () => {
		receiver.answer = status(200);
		await sandbox.control('POST', '/reset', { seed: 'empty' });
		receiver.received.length = 0;
		await sandbox.control('PATCH', `/api-keys/${sandbox.apiKeyId}`, { webhook_url: receiver.url });
	});

	it('is told from those that were not, with the id of the delivery that repeats it', async () => {
		receiver.answer = status(404);
		await sandbox.control('POST', '/events/sms.received', { body: 'lost and found' });
		await sandbox.control('POST', '/events/sms.sent', { body: 'lost' });
		const lost = await eventually(async () => {
			const found = await sandbox.control('GET', '/dead-letters');
			return found.total === 2 ? found : undefined;
		});
		expect(lost.dead_letters.map((letter) => letter.delivery.replayed_as)).toEqual([null, null]);
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
	});

	it('goes to the same receiver, with another body under a new signature if one is given', async () => {
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
});
