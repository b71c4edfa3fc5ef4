import { eventually } from '../../test/support/eventually.ts';
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

	it('numbers its rows anew, so that a bounded history does not forget them', async () => {
		const kept = 230;
		await using bounded = await startSandbox({ seed: 'demo', keep: kept });
		const count = async (list: 'calls' | 'messages') =>
			(await bounded.control('GET', `/${list}?limit=1`)).total;
		const messages = await count('messages');
		for (let round = 0; round < 3; round += 1) await bounded.control('POST', '/reset');
		await bounded.control('POST', '/events/sms.received', {});
		// Once calls are forgotten, messages would have been, too.
		const calls = Array.from({ length: kept }, () => bounded.control('POST', '/events/call.completed', {}));
		await Promise.all(calls);
		await eventually(async () => ((await count('calls')) === kept ? true : undefined));
		expect(await count('messages')).toBe(messages + 1);
	});
});
