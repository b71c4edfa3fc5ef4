import { callFunction } from '../../test/support/call-service.ts';
import { startSandbox, type Sandbox } from '../../test/support/start-sandbox.ts';

const LISTS = [
	...['agents', 'batches', 'calls', 'chat-sessions', 'chatapp-accounts', 'contacts', 'credits'],
	...['custom-functions', 'knowledge-sources', 'memories', 'messages', 'numbers', 'skills', 'voices'],
];
const ISO_TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const MEDIA_SIGNATURE = /expires=\d+&signature=[0-9a-f]{64}/g;
/** The day on which the seeded campaigns go on: another one when midnight has passed. */
const WINDOW_DAYS = /"window_days":\[\d\]/g;
/** The row of the newest message, which goes on counting after a reset. */
const NEWEST_ROW = /"newest":\d+,/;

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ seed: 'demo', deterministic: true });
});
afterAll(() => sandbox?.stop());

const latest = async () => (await sandbox.control('GET', '/messages?limit=1')).messages[0];

/** The bytes of every list and of every batch call, with times in milliseconds after that of the last message. */
async function account(): Promise<Record<string, string>> {
	const start = Date.parse((await latest())?.created_at ?? '');
	const { batches } = await sandbox.control('GET', '/batches');
	const paths = [...LISTS.map((list) => `${list}?limit=1000`), ...batches.map(({ id }) => `batches/${id}`)];
	const read = async (path: string) => {
		const response = await fetch(`${sandbox.url}/sandbox/v1/${path}`);
		expect([path, response.status]).toEqual([path, 200]);
		const whole = await response.text();
		const text = [MEDIA_SIGNATURE, NEWEST_ROW, WINDOW_DAYS].reduce(
			(rest, one) => rest.replace(one, ''),
			whole,
		);
		return [path, text.replace(ISO_TIME, (time) => String(Date.parse(time) - start))];
	};
	return Object.fromEntries(await Promise.all(paths.map(read))) as Record<string, string>;
}

describe('a reset', () => {
	it('gives the same account as the start, with times relative to the clock', async () => {
		const first = await account();
		for (const seed of ['demo', 'empty', 'demo'] as const) {
			await sandbox.control('POST', '/events/sms.received', { body: 'Later' });
			await sandbox.control('POST', '/clock', { advance_seconds: 3 * 86_400 });
			await sandbox.control('POST', '/reset', { seed });
		}
		expect(await account()).toEqual(first);
		const age = Date.now() - Date.parse((await latest())?.created_at ?? '');
		// The last message of the demo account is an hour old.
		expect(Math.abs(age - 3_600_000)).toBeLessThan(60_000);
	});
});

it('a deterministic sandbox draws what another one draws, and does so again after a reset', async () => {
	await using other = await startSandbox({ seed: 'empty', deterministic: true });
	const draw = async (one: Sandbox) => {
		const { message, event_id: eventId } = await one.control('POST', '/events/sms.received');
		const key = await one.control('POST', '/api-keys', { name: 'next' });
		return [one.apiKey, one.apiKeyId, message.id, eventId, key.id, key.key];
	};
	/** The requests that a fault for a share of them hits. */
	const hits = async (one: Sandbox, share: number) => {
		await one.addFault({ kind: 'status', status: 503, share, count: null });
		const statuses: number[] = [];
		for (let sent = 0; sent < 40; sent += 1) {
			statuses.push((await callFunction(one, 'list-models')).status);
		}
		return statuses.flatMap((status, index) => (status === 503 ? [index] : []));
	};
	const seldom = await hits(other, 0.1);
	const drawn = await draw(other);
	expect(await draw(other)).not.toEqual(drawn);

	await sandbox.control('POST', '/reset', { seed: 'empty' });
	const often = await hits(sandbox, 0.5);
	// A larger share hits all the requests that a smaller one hits.
	expect(often).toEqual(expect.arrayContaining(seldom));
	expect([seldom.length > 0, often.length < 40]).toEqual([true, true]);
	expect(await draw(sandbox)).toEqual(drawn);
});
