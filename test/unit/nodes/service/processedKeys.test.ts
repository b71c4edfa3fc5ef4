import { ProcessedKeys, WRITE_TIMEOUT_MS } from '../../../../nodes/service/processedKeys';

const MAX_KEYS_PER_WRITE = 1_000;
const REWRITE_AFTER_MS = 500;
const MAX_REWRITES = 20;
import { VirtualTime } from '../VoiceAgentTrigger/simulation/virtualTime.ts';

/** One process in virtual time, over a row that answers at once. */
class Process {
	readonly time = new VirtualTime(1);
	readonly row = new Set<string>();
	readonly writes: string[][] = [];
	/** Set to make writes fail, or never end. */
	fails: 'fails' | 'hangs' | undefined;
	readonly keys = new ProcessedKeys(async (milliseconds) => await this.time.wait(milliseconds));

	/** Records keys. @returns those that are new */
	async record(keys: string[], { size = 20_000, isOnlyProcess = false } = {}): Promise<string[]> {
		const row = { size, isOnlyProcess, write: async (all: string[]) => await this.#write(all) };
		const fresh = this.keys.record(keys, row);
		let isOver = false;
		const end = () => (isOver = true);
		fresh.then(end, end);
		await this.time.passUntil(() => isOver);
		return await fresh;
	}

	async pass(milliseconds: number): Promise<void> {
		let isOver = false;
		void this.time.wait(milliseconds).then(() => (isOver = true));
		await this.time.passUntil(() => isOver);
	}

	async #write(keys: string[]): Promise<string[]> {
		this.writes.push(keys);
		if (this.fails === 'hangs') return await new Promise(() => {});
		if (this.fails) throw new Error('no database');
		const fresh = keys.filter((key) => !this.row.has(key));
		for (const key of keys) this.row.add(key);
		return await Promise.resolve(fresh);
	}
}

it('writes keys at once, once more a little later, and then never', async () => {
	const worker = new Process();
	expect(await worker.record(['a', 'b'])).toEqual(['a', 'b']);
	await worker.pass(REWRITE_AFTER_MS - 10);
	expect(worker.writes).toEqual([['a', 'b']]);
	await worker.pass(60_000);
	expect(worker.writes).toEqual([
		['a', 'b'],
		['a', 'b'],
	]);
});

it('tells which keys another process has recorded, and asks no more about its own', async () => {
	const worker = new Process();
	worker.row.add('a');
	expect(await worker.record(['a', 'b'])).toEqual(['b']);
	expect(await worker.record(['a', 'b'])).toEqual([]);
	expect(worker.writes).toHaveLength(1);
});

it('gives each key to one of those who ask at once', async () => {
	const worker = new Process();
	const all = [['a'], ['b', 'c'], ['c', 'd'], ['d', 'a']].map(async (keys) => await worker.record(keys));
	expect(await Promise.all(all)).toEqual([['a'], ['b', 'c'], ['d'], []]);
});

it('gives no key again that another process has overwritten', async () => {
	const worker = new Process();
	await worker.record(['a']);
	worker.row.clear();
	expect(await worker.record(['a', 'b'])).toEqual(['b']);
});

it('records what it has recorded again, until it is not overwritten any more', async () => {
	const worker = new Process();
	await worker.record(['a']);
	worker.row.clear();
	await worker.record(['b']);
	expect([...worker.row]).toEqual(['a', 'b']);
	for (let overwritten = 0; overwritten < 3; overwritten++) {
		worker.row.clear();
		await worker.pass(REWRITE_AFTER_MS + 10);
		expect([...worker.row]).toEqual(['a', 'b']);
	}
	await worker.pass(60_000);
	expect(worker.writes).toHaveLength(6);
});

it('gives up where others overwrite its keys again and again', async () => {
	const worker = new Process();
	await worker.record(['a']);
	for (let overwritten = 0; overwritten < 2 * MAX_REWRITES; overwritten++) {
		worker.row.clear();
		await worker.pass(REWRITE_AFTER_MS + 10);
	}
	expect(worker.writes).toHaveLength(1 + MAX_REWRITES);
});

it('writes once where no other process writes', async () => {
	const only = new Process();
	await only.record(['a'], { isOnlyProcess: true });
	await only.pass(60_000);
	expect(only.writes).toEqual([['a']]);
});

it('repeats the newest keys only, and no more than n8n keeps', async () => {
	const worker = new Process();
	for (let key = 0; key <= MAX_KEYS_PER_WRITE; key++) await worker.record([`e${key}`]);
	expect(worker.writes.at(-1)).toHaveLength(MAX_KEYS_PER_WRITE);
	expect(worker.writes.at(-1)).not.toContain('e0');
	await worker.record(['last'], { size: 1 });
	expect(worker.writes.at(-1)).toEqual(['last']);
});

it('includes what it was told in its next write, and gives it to nobody', async () => {
	const process = new Process();
	process.keys.remember(['told']);
	await process.pass(60_000);
	expect(process.writes).toEqual([]);
	expect(await process.record(['told', 'a'])).toEqual(['a']);
	expect([...process.row]).toEqual(['told', 'a']);
});

it('waits twenty seconds for n8n, and lets those who ask later try again', async () => {
	const worker = new Process();
	worker.fails = 'hangs';
	await expect(worker.record(['a'])).rejects.toThrow('it has not answered within 20 seconds');
	expect(WRITE_TIMEOUT_MS).toBe(20_000);
	worker.fails = 'fails';
	await expect(worker.record(['a'])).rejects.toThrow('no database');
	worker.fails = undefined;
	await worker.pass(60_000);
	expect(await worker.record(['a'])).toEqual(['a']);
});
