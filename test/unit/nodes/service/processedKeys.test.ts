import { ProcessedKeys, WRITE_TIMEOUT_MS } from '../../../../nodes/service/processedKeys';
import { InstantRow } from '../VoiceAgentTrigger/simulation/instantRow.ts';
import { VirtualTime } from '../VoiceAgentTrigger/simulation/virtualTime.ts';

const MAX_KEYS_PER_WRITE = 1_000;
const REWRITE_AFTER_MS = 500;
const MAX_REWRITES = 20;

/** One process in virtual time, over a row that answers at once. */
class Process {
	readonly time = new VirtualTime(1);
	readonly row = new InstantRow();
	readonly keys = new ProcessedKeys(async (milliseconds) => await this.time.wait(milliseconds));

	/** Records keys. @returns those that are new */
	async record(keys: string[], { size = 20_000, isOnlyProcess = false } = {}): Promise<string[]> {
		const row = { size, isOnlyProcess, write: this.row.write };
		return await this.time.passUntilSettled(this.keys.record(keys, row));
	}
}

it('writes keys at once, once more a little later, and then never', async () => {
	const worker = new Process();
	expect(await worker.record(['a', 'b'])).toEqual(['a', 'b']);
	await worker.time.pass(REWRITE_AFTER_MS - 10);
	expect(worker.row.writes).toEqual([['a', 'b']]);
	await worker.time.pass(60_000);
	expect(worker.row.writes).toEqual([
		['a', 'b'],
		['a', 'b'],
	]);
});

it('tells which keys another process has recorded, and asks no more about its own', async () => {
	const worker = new Process();
	worker.row.keys.add('a');
	expect(await worker.record(['a', 'b'])).toEqual(['b']);
	expect(await worker.record(['a', 'b'])).toEqual([]);
	expect(worker.row.writes).toHaveLength(1);
});

it('gives each key to one of those who ask at once', async () => {
	const worker = new Process();
	const all = [['a'], ['b', 'c'], ['c', 'd'], ['d', 'a']].map(async (keys) => await worker.record(keys));
	expect(await Promise.all(all)).toEqual([['a'], ['b', 'c'], ['d'], []]);
});

it('gives no key again that another process has overwritten', async () => {
	const worker = new Process();
	await worker.record(['a']);
	worker.row.keys.clear();
	expect(await worker.record(['a', 'b'])).toEqual(['b']);
});

it('records what it has recorded again, until it is not overwritten any more', async () => {
	const worker = new Process();
	await worker.record(['a']);
	worker.row.keys.clear();
	await worker.record(['b']);
	expect([...worker.row.keys]).toEqual(['a', 'b']);
	for (let overwritten = 0; overwritten < 3; overwritten++) {
		worker.row.keys.clear();
		await worker.time.pass(REWRITE_AFTER_MS + 10);
		expect([...worker.row.keys]).toEqual(['a', 'b']);
	}
	await worker.time.pass(60_000);
	expect(worker.row.writes).toHaveLength(6);
});

it('gives up where others overwrite its keys again and again', async () => {
	const worker = new Process();
	await worker.record(['a']);
	for (let overwritten = 0; overwritten < 2 * MAX_REWRITES; overwritten++) {
		worker.row.keys.clear();
		await worker.time.pass(REWRITE_AFTER_MS + 10);
	}
	expect(worker.row.writes).toHaveLength(1 + MAX_REWRITES);
});

it('writes once where no other process writes', async () => {
	const only = new Process();
	await only.record(['a'], { isOnlyProcess: true });
	await only.time.pass(60_000);
	expect(only.row.writes).toEqual([['a']]);
});

it('repeats the newest keys only, and no more than n8n keeps', async () => {
	const worker = new Process();
	for (let key = 0; key <= MAX_KEYS_PER_WRITE; key++) await worker.record([`e${key}`]);
	expect(worker.row.writes.at(-1)).toHaveLength(MAX_KEYS_PER_WRITE);
	expect(worker.row.writes.at(-1)).not.toContain('e0');
	await worker.record(['last'], { size: 1 });
	expect(worker.row.writes.at(-1)).toEqual(['last']);
});

it('includes what it was told in its next write, and gives it to nobody', async () => {
	const process = new Process();
	process.keys.remember(['told']);
	await process.time.pass(60_000);
	expect(process.row.writes).toEqual([]);
	expect(await process.record(['told', 'a'])).toEqual(['a']);
	expect([...process.row.keys]).toEqual(['told', 'a']);
});

it('waits twenty seconds for n8n, and lets those who ask later try again', async () => {
	const worker = new Process();
	worker.row.fails = 'hangs';
	await expect(worker.record(['a'])).rejects.toThrow('it has not answered within 20 seconds');
	expect(WRITE_TIMEOUT_MS).toBe(20_000);
	worker.row.fails = 'fails';
	await expect(worker.record(['a'])).rejects.toThrow('no database');
	worker.row.fails = undefined;
	await worker.time.pass(60_000);
	expect(await worker.record(['a'])).toEqual(['a']);
});
