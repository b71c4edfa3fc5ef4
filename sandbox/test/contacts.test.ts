import { callFunction } from '../../test/support/call-service.ts';
import { sandboxAsNew } from '../../test/support/worker-sandbox.ts';
import type { SandboxAccount } from '../src/client/account.ts';

type Contact = Awaited<ReturnType<typeof listContacts>>[number];
interface Count {
	message_count: number;
	call_count: number;
	last_active_at: string;
}
const STRANGER = '+14155550777';
const BUSINESS = '106540352242922';

let sandbox: SandboxAccount;
beforeAll(async () => {
	sandbox = await sandboxAsNew();
});
beforeEach(() => sandbox.control('POST', '/reset'));

const listContacts = async (from: SandboxAccount) =>
	(await from.control('GET', '/contacts?limit=1000')).contacts;
const find = (id: string) => sandbox.control('GET', `/contacts/${id}`);
const countsOf = (contacts: Contact[]) =>
	Object.fromEntries(
		contacts.map(({ id, message_count, call_count, last_active_at }) => [
			id,
			{ message_count, call_count, last_active_at },
		]),
	);

/** Counts the contacts anew from all messages and calls. */
async function recount(from: SandboxAccount): Promise<Record<string, Count>> {
	const [{ messages }, { calls }] = await Promise.all([
		from.control('GET', '/messages?limit=1000'),
		from.control('GET', '/calls?limit=1000'),
	]);
	const counts: Record<string, Count> = {};
	const count = (
		activity: { direction: string; from_number: string; to_number: string },
		field: 'message_count' | 'call_count',
		at: string,
	) => {
		const number = activity.direction === 'inbound' ? activity.from_number : activity.to_number;
		const one = (counts[number.replace('+', '')] ??= { message_count: 0, call_count: 0, last_active_at: '' });
		one[field] += 1;
		if (at > one.last_active_at) one.last_active_at = at;
	};
	for (const message of messages) count(message, 'message_count', message.created_at);
	for (const call of calls) count(call, 'call_count', call.ended_at);
	return counts;
}

/** Lets things happen with several people on both channels. */
async function live(): Promise<void> {
	await sandbox.control('POST', '/events/sms.received', { from_number: STRANGER, body: 'Hello' });
	await sandbox.control('POST', '/events/chatapp.received', { body: 'Is it ready?' });
	await callFunction(sandbox, 'send-chatapp-message', {
		phone_number_id: BUSINESS,
		recipient_wa_id: '14155550123',
		message: 'Your lamp is ready.',
	});
	await sandbox.control('POST', '/events/call.completed', { direction: 'outbound', to_number: STRANGER });
	await sandbox.control('POST', '/events/call.completed', { from_number: '+14155550130' });
}

it('the counts of contacts are those of their messages and calls', async () => {
	expect(countsOf(await listContacts(sandbox))).toEqual(await recount(sandbox));
	const before = await listContacts(sandbox);
	await live();
	const counts = countsOf(await listContacts(sandbox));
	expect(counts).toEqual(await recount(sandbox));
	expect(Object.keys(counts)).toHaveLength(before.length + 1);
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
