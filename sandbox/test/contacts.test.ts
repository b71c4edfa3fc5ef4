import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

const STRANGER = '+14155550777';
const BUSINESS = '106540352242922';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew('empty');
});
beforeEach(() => sandbox.reset('empty'));

const find = (id: string) => sandbox.control('GET', `/contacts/${id}`);

it('has the counts of its messages and calls, on both channels and in both directions', async () => {
	await sandbox.receiveSms({ from_number: STRANGER, body: 'Hello' });
	await sandbox.receiveChatAppMessage({ from_number: '14155550123', body: 'Is it ready?' });
	await callFunction(sandbox, 'send-chatapp-message', {
		phone_number_id: BUSINESS,
		recipient_wa_id: '14155550123',
		message: 'Your lamp is ready.',
	});
	await sandbox.completeCall({ direction: 'outbound', to_number: STRANGER });
	const { call } = await sandbox.completeCall({ from_number: '+14155550130' });
	const { contacts } = await sandbox.control('GET', '/contacts');
	const counts = contacts.map(({ id, message_count: messages, call_count: calls }) => [id, messages, calls]);
	expect(counts.sort()).toEqual([
		['14155550123', 2, 0],
		['14155550130', 0, 1],
		['14155550777', 1, 1],
	]);
	expect(await find('14155550130')).toMatchObject({ last_active_at: call.ended_at });
	const { timeline } = await find(STRANGER);
	expect(timeline).toMatchObject([{ call: { to_number: STRANGER } }, { message: { body: 'Hello' } }]);
	await expect(find('1')).rejects.toThrow(/404/);
});

describe('the name of a contact', () => {
	it('is the last that a call or a batch call had', async () => {
		const nameBy = (name: string) =>
			sandbox.control('POST', '/batches', {
				name: 'Reminders',
				caller_id: '+14155550100',
				recipients: [{ phone_number: STRANGER, name }],
			});
		await nameBy('Ada');
		await sandbox.control('POST', '/events/sms.received', { from_number: STRANGER, body: 'Hello' });
		expect(await find(STRANGER)).toMatchObject({ name: 'Ada' });
		await sandbox.control('POST', '/events/call.completed', { from_number: STRANGER, contact_name: 'Bea' });
		expect(await find(STRANGER)).toMatchObject({ name: 'Bea' });
		await sandbox.control('POST', '/events/call.completed', { from_number: STRANGER });
		expect(await find(STRANGER)).toMatchObject({ name: 'Bea' });
		await nameBy('Cleo');
		expect(await find(STRANGER)).toMatchObject({ name: 'Cleo' });
	});
});

it('the pages of a contact hold each message once, also those of one moment', async () => {
	const sent = await Promise.all(
		Array.from({ length: 60 }, () => sandbox.receiveSms({ from_number: STRANGER })),
	);
	const found: string[] = [];
	for (let offset = 0; offset < 63; offset += 7) {
		const id = encodeURIComponent(STRANGER);
		const { timeline } = await sandbox.control('GET', `/contacts/${id}?limit=7&offset=${offset}`);
		found.push(...timeline.flatMap(({ message }) => message?.id ?? []));
	}
	expect(found.toSorted()).toEqual(sent.map(({ message }) => message.id).toSorted());
});
