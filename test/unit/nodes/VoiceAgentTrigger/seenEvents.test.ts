import {
	COPY_WAIT_MS,
	dropRepeated,
	LOOKUP_TIMEOUT_MS,
	markCopy,
	MAX_RECEIVED,
	MAX_KEYS_PER_WRITE,
	MAX_REWRITES,
	REWRITE_AFTER_MS,
	SeenEvents,
} from '../../../../nodes/VoiceAgentTrigger/seenEvents';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';
import { TriggerContext } from '../../../support/trigger-context';
import { VirtualTime } from './simulation/virtualTime.ts';

/** One process in virtual time, over a row that answers at once. */
class Process {
	readonly time = new VirtualTime(1);
	readonly row = new Set<string>();
	/** The keys of each look-up. */
	readonly lookups: string[][] = [];
	/** Set to make look-ups fail, or never end. */
	fails: 'fails' | 'hangs' | undefined;
	readonly seen = new SeenEvents(async (milliseconds) => await this.time.wait(milliseconds));

	/** Looks an event up. @returns if it is the first, and after how many milliseconds that is known. */
	async look(key: string, { isCopy = false, maxEvents = 20_000 } = {}): Promise<[boolean, number]> {
		const start = this.time.now;
		const record = async (keys: string[]) => await this.record(keys);
		const isFirst = this.seen.recordIfFirst(key, { isCopy, maxEvents, record });
		let end: [boolean, number] | undefined;
		const ended = isFirst.then((first) => (end = [first, Math.floor(this.time.now - start)]));
		let error: unknown;
		ended.catch((reason: unknown) => (error = reason));
		await this.time.passUntil(() => end !== undefined || error !== undefined);
		return await ended;
	}

	async pass(milliseconds: number): Promise<void> {
		let isOver = false;
		void this.time.wait(milliseconds).then(() => (isOver = true));
		await this.time.passUntil(() => isOver);
	}

	async record(keys: string[]): Promise<string[]> {
		this.lookups.push(keys);
		if (this.fails === 'hangs') return await new Promise(() => {});
		if (this.fails) throw new Error('no database');
		const fresh = keys.filter((key) => !this.row.has(key));
		for (const key of keys) this.row.add(key);
		return await Promise.resolve(fresh);
	}
}

describe('a worker', () => {
	it('lets the first copy go on at once, writes once more a little later, and then never', async () => {
		const worker = new Process();
		expect(await worker.look('a')).toEqual([true, 0]);
		await worker.pass(REWRITE_AFTER_MS - 10);
		expect(worker.lookups).toEqual([['a']]);
		await worker.pass(60_000);
		expect(worker.lookups).toEqual([['a'], ['a']]);
	});

	it('looks a marked copy up after two seconds, unless it has run the event itself', async () => {
		const worker = new Process();
		worker.row.add('a');
		expect(await worker.look('a', { isCopy: true })).toEqual([false, COPY_WAIT_MS]);
		expect(await worker.look('a', { isCopy: true })).toEqual([false, 0]);
	});

	it('records what it has recorded again, until it is not overwritten any more', async () => {
		const worker = new Process();
		await worker.look('a');
		worker.row.clear();
		await worker.look('b');
		expect([...worker.row]).toEqual(['a', 'b']);
		for (let overwritten = 0; overwritten < 3; overwritten++) {
			worker.row.clear();
			await worker.pass(REWRITE_AFTER_MS + 10);
			expect([...worker.row]).toEqual(['a', 'b']);
		}
		await worker.pass(60_000);
		expect(worker.lookups).toHaveLength(6);
	});

	it('gives up where others overwrite its keys again and again', async () => {
		const worker = new Process();
		await worker.look('a');
		for (let overwritten = 0; overwritten < 2 * MAX_REWRITES; overwritten++) {
			worker.row.clear();
			await worker.pass(REWRITE_AFTER_MS + 10);
		}
		expect(worker.lookups).toHaveLength(1 + MAX_REWRITES);
	});

	it('repeats the newest keys only, and no more than n8n keeps', async () => {
		const worker = new Process();
		for (let key = 0; key <= MAX_KEYS_PER_WRITE; key++) await worker.look(`e${key}`);
		expect(worker.lookups.at(-1)).toHaveLength(MAX_KEYS_PER_WRITE);
		expect(worker.lookups.at(-1)).not.toContain('e0');
		await worker.look('last', { maxEvents: 1 });
		expect(worker.lookups.at(-1)).toEqual(['last']);
	});

	it('knows the copies of an event that arrive at once', async () => {
		const worker = new Process();
		const all = ['a', 'b', 'c', 'c', 'c'].map(async (key) => (await worker.look(key))[0]);
		expect(await Promise.all(all)).toEqual([true, true, true, false, false]);
	});

	it('waits twenty seconds for n8n, goes on, and records the event later', async () => {
		const worker = new Process();
		worker.fails = 'hangs';
		await expect(worker.look('a')).rejects.toThrow('it has not answered within 20 seconds');
		expect(LOOKUP_TIMEOUT_MS).toBe(20_000);
		worker.fails = 'fails';
		await expect(worker.look('b')).rejects.toThrow('no database');
		worker.fails = undefined;
		await worker.pass(2 * REWRITE_AFTER_MS);
		expect([...worker.row]).toEqual(['a', 'b']);
	});
});

describe('a process that receives webhooks', () => {
	it(`knows a copy among ${MAX_RECEIVED} events`, () => {
		const { seen } = new Process();
		expect([seen.receive('a'), seen.receive('a'), seen.receive('b')]).toEqual([false, true, false]);
		for (let key = 0; key < MAX_RECEIVED; key++) seen.receive(`e${key}`);
		expect([seen.receive('e1'), seen.receive('b')]).toEqual([true, false]);
	});

	it('is the only process if it runs an event too: nothing waits, and the row is written once', async () => {
		const only = new Process();
		only.seen.receive('a');
		expect(await only.look('a')).toEqual([true, 0]);
		expect(await only.look('a', { isCopy: only.seen.receive('a') })).toEqual([false, 0]);
		await only.pass(60_000);
		expect(only.lookups).toEqual([['a']]);
	});
});

const eventOf = (deliveryKey: string) => ({
	json: { event: 'sms.received', verified: 'signature', deliveryKey, payload: { id: deliveryKey } },
});

/** Runs the trigger with these events; returns those that go on, by key. */
const run = async (trigger: TriggerContext, keys: string[], settings: Partial<TriggerSettings> = {}) =>
	(await dropRepeated(trigger.forExecute, keys.map(eventOf), settingsWith(settings))).map(
		({ json }) => json.deliveryKey,
	);

describe('the trigger', () => {
	it('lets an event go on once, paired with its input, and names the others', async () => {
		const trigger = new TriggerContext();
		const items = await dropRepeated(trigger.forExecute, ['a', 'a', 'b'].map(eventOf), settingsWith());
		expect(items).toEqual([
			{ ...eventOf('a'), pairedItem: { item: 0 } },
			{ ...eventOf('b'), pairedItem: { item: 2 } },
		]);
		expect(trigger.hints).toEqual([expect.stringMatching(/^This event ran before.* deliveryKey: a\. /)]);
		expect(await run(trigger, ['b', 'c'])).toEqual(['c']);
		expect(trigger.warnings).toEqual([]);
	});

	it('marks copies, and takes the mark off before the output', async () => {
		const trigger = new TriggerContext();
		const arrive = () => markCopy(trigger.forWebhook, eventOf('a').json, settingsWith());
		expect(arrive()).toEqual(eventOf('a').json);
		const copy = arrive();
		expect(copy).toEqual({ ...eventOf('a').json, isCopy: true });
		for (const mode of ['trigger', 'manual', 'retry']) {
			trigger.mode = mode;
			const items = await dropRepeated(trigger.forExecute, [{ json: copy }], settingsWith());
			expect(items).toEqual([{ ...eventOf('a'), pairedItem: { item: 0 } }]);
		}
	});

	it('leaves each trigger its own events', async () => {
		const [one, other] = [new TriggerContext(), new TriggerContext()];
		expect(await run(one, ['a'])).toEqual(['a']);
		expect(await run(other, ['a'])).toEqual(['a']);
	});

	it('knows no copies and records nothing in a test, or where de-duplication is off', async () => {
		const trigger = new TriggerContext();
		for (const [settings, mode] of [
			[{}, 'manual'],
			[{ deduplicate: false }, 'trigger'],
		] as const) {
			trigger.mode = mode;
			expect(await run(trigger, ['a', 'a'], settings)).toEqual(['a', 'a']);
			for (let i = 0; i < 2; i++) {
				const item = eventOf('a').json;
				expect(markCopy(trigger.forWebhook, item, settingsWith(settings))).toBe(item);
			}
		}
		expect(trigger.lookups).toEqual([]);
	});

	it('lets the event of a retried execution go on, and drops it from then on', async () => {
		const trigger = new TriggerContext();
		trigger.mode = 'retry';
		expect(await run(trigger, ['a'])).toEqual(['a']);
		expect(await run(trigger, ['a'])).toEqual(['a']);
		expect(trigger.hints).toEqual([]);
		trigger.mode = 'trigger';
		expect(await run(trigger, ['a'])).toEqual([]);
	});

	it('looks back as far as it is told', async () => {
		const trigger = new TriggerContext();
		const settings = { deduplicationWindow: 1 };
		for (const event of ['a', 'b']) expect(await run(trigger, [event], settings)).toEqual([event]);
		expect(await run(trigger, ['b'], settings)).toEqual([]);
		expect(await run(trigger, ['a'], settings)).toEqual(['a']);
	});

	it('lets every event go on while n8n cannot tell, and warns by the name of the node', async () => {
		const trigger = new TriggerContext();
		trigger.isDown = true;
		expect(await run(trigger, ['a'])).toEqual(['a']);
		expect(trigger.hints).toEqual([]);
		expect(trigger.warnings).toEqual([
			'Texts: n8n could not tell whether an event ran before; it runs without de-duplication: Error: no database',
		]);
	});
});
