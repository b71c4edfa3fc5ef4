import {
	COPY_WAIT_MS,
	isFirstRun,
	markCopy,
	MAX_RECEIVED,
	recordIfFirst,
	toSeenKey,
} from '../../../../nodes/VoiceAgentTrigger/seenEvents';
import { ProcessedKeys } from '../../../../nodes/service/processedKeys';
import type { EventItem } from '../../../../nodes/VoiceAgentTrigger/event';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';
import { TriggerContext } from '../../../support/trigger-context';
import { InstantRow } from './simulation/instantRow.ts';
import { VirtualTime } from './simulation/virtualTime.ts';

/** One worker in virtual time, over a row that answers at once. */
class Worker {
	readonly time = new VirtualTime(1);
	readonly row = new InstantRow();
	readonly #sleep = async (milliseconds: number) => await this.time.wait(milliseconds);
	readonly #keys = new ProcessedKeys(this.#sleep);

	/** Looks an event up. @returns if it is the first, and after how many milliseconds that is known. */
	async look(event: string, isCopy = false, isOnlyProcess = false): Promise<[boolean, number]> {
		const start = this.time.now;
		const row = { size: 20_000, isOnlyProcess, write: this.row.write };
		const looking = recordIfFirst(event, { isCopy, keys: this.#keys, row, sleep: this.#sleep });
		const isFirst = await this.time.passUntilSettled(looking);
		return [isFirst, Math.floor(this.time.now - start)];
	}
}

describe('a worker', () => {
	it('looks a marked copy up after two seconds, unless it has run the event itself', async () => {
		const worker = new Worker();
		worker.row.keys.add('e:a');
		expect(await worker.look('a', true)).toEqual([false, COPY_WAIT_MS]);
		expect(await worker.look('a', true)).toEqual([false, 0]);
	});

	it('waits for no copy if it is the only process', async () => {
		expect(await new Worker().look('a', true, true)).toEqual([true, 0]);
	});

	it('runs one copy of those that come while n8n cannot tell, and records the event later', async () => {
		const worker = new Worker();
		worker.row.fails = 'fails';
		const copies = await Promise.allSettled([worker.look('a'), worker.look('a')]);
		expect(copies).toEqual([
			{ status: 'rejected', reason: new Error('no database') },
			{ status: 'fulfilled', value: [false, 0] },
		]);
		worker.row.fails = undefined;
		await worker.time.pass(1_000);
		expect([...worker.row.keys]).toEqual(['e:a']);
	});
});

const eventOf = (deliveryKey: string): EventItem => ({
	event: 'sms.received',
	verified: 'signature',
	deliveryKey,
	payload: {},
	receivedAt: 'now',
});

/** Runs the trigger with these events, one after the other; returns the keys of those that go on. */
async function run(trigger: TriggerContext, keys: string[], settings: Partial<TriggerSettings> = {}) {
	const going: string[] = [];
	for (const key of keys) {
		const isFirst = await isFirstRun(trigger.forExecute, eventOf(key), settingsWith(settings));
		if (isFirst) going.push(key);
	}
	return going;
}

const receive = (trigger: TriggerContext, key: string, settings: Partial<TriggerSettings> = {}) =>
	markCopy(trigger.forWebhook, eventOf(key), settingsWith(settings)).isCopy === true;

describe('a process that receives webhooks', () => {
	it(`knows a copy among ${MAX_RECEIVED} events`, () => {
		const trigger = new TriggerContext();
		expect(['a', 'a', 'b'].map((key) => receive(trigger, key))).toEqual([false, true, false]);
		for (let key = 0; key < MAX_RECEIVED; key++) receive(trigger, `e${key}`);
		expect(['e1', 'b'].map((key) => receive(trigger, key))).toEqual([true, false]);
	});

	it('is the only process if it runs an event too, and writes it once', async () => {
		const trigger = new TriggerContext();
		receive(trigger, 'a');
		expect(await run(trigger, ['a'])).toEqual(['a']);
		expect(await run(trigger, ['a'])).toEqual([]);
		await new Promise((resolve) => setTimeout(resolve, 600));
		expect(trigger.lookups).toHaveLength(1);
	});
});

describe('the trigger', () => {
	it('lets an event go on once, for each node', async () => {
		const [one, other] = [new TriggerContext(), new TriggerContext()];
		expect(await run(one, ['a', 'a', 'b'])).toEqual(['a', 'b']);
		expect(await run(one, ['b', 'c'])).toEqual(['c']);
		expect(await run(other, ['a'])).toEqual(['a']);
		expect(one.warnings).toEqual([]);
	});

	it.each<[Partial<TriggerSettings>, string]>([
		[{}, 'manual'],
		[{ deduplicate: false }, 'trigger'],
	])('marks and records nothing with %j in the mode %s', async (settings, mode) => {
		const trigger = new TriggerContext();
		trigger.mode = mode;
		expect(await run(trigger, ['a', 'a'], settings)).toEqual(['a', 'a']);
		expect(['a', 'a'].map((key) => receive(trigger, key, settings))).toEqual([false, false]);
		expect(trigger.lookups).toEqual([]);
	});

	it('lets the event of a retried execution go on, and drops it from then on', async () => {
		const trigger = new TriggerContext();
		trigger.mode = 'retry';
		expect(await run(trigger, ['a', 'a'])).toEqual(['a', 'a']);
		trigger.mode = 'trigger';
		expect(await run(trigger, ['a'])).toEqual([]);
	});

	it('lets the event of a retried execution go on at once, also if it was a copy', async () => {
		const trigger = new TriggerContext();
		trigger.mode = 'retry';
		void isFirstRun(trigger.forExecute, { ...eventOf('a'), isCopy: true }, settingsWith());
		await new Promise((resolve) => setImmediate(resolve));
		expect(trigger.lookups).toHaveLength(1);
	});

	it('looks back as far as it is told', async () => {
		const trigger = new TriggerContext();
		expect(await run(trigger, ['a', 'b', 'b', 'a'], { deduplicationWindow: 1 })).toEqual(['a', 'b', 'a']);
	});

	it('lets every event go on while n8n cannot tell, and warns by the name of the node', async () => {
		const trigger = new TriggerContext();
		trigger.isDown = true;
		expect(await run(trigger, ['a'])).toEqual(['a']);
		expect(trigger.warnings).toEqual([
			'Texts: n8n could not tell whether an event ran before; it runs without de-duplication: Error: no database',
		]);
	});
});

it.each([{ verified: 'token' }, { event: 'sms.sent' }, { deliveryKey: '8' }])(
	'takes an event for another one that differs by %j',
	(other) => {
		const event = { ...eventOf('7'), receivedAt: 'later' };
		expect(toSeenKey(event)).toBe(toSeenKey(eventOf('7')));
		expect(toSeenKey({ ...event, ...other } as EventItem)).not.toBe(toSeenKey(event));
	},
);
