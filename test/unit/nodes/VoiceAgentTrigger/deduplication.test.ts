import { dropRepeated, noteArrival } from '../../../../nodes/VoiceAgentTrigger/deduplication';
import { Arrivals } from '../../../../nodes/VoiceAgentTrigger/arrivals';
import { SeenKeys } from '../../../../nodes/VoiceAgentTrigger/queueMode/seenKeys';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';
import { TriggerContext } from '../../../support/trigger-context';

const eventOf = (deliveryKey: string) => ({
	json: { event: 'sms.received', verified: 'signature', deliveryKey, payload: { id: deliveryKey } },
});

/** Runs the trigger with these events; returns those that go on, by key. */
const run = async (trigger: TriggerContext, keys: string[], settings: Partial<TriggerSettings> = {}) =>
	(await dropRepeated(trigger.forExecute, keys.map(eventOf), settingsWith(settings))).map(
		({ json }) => json.deliveryKey,
	);

/** The trigger takes an event in and runs with it, all in one process; returns whether it goes on. */
async function arrive(trigger: TriggerContext, key: string, settings: Partial<TriggerSettings> = {}) {
	noteArrival(trigger.forWebhook, eventOf(key).json, settingsWith(settings));
	return (await run(trigger, [key], settings)).length > 0;
}

describe('dropRepeated', () => {
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

	it('leaves each trigger its own events', async () => {
		const [one, other] = [new TriggerContext(), new TriggerContext()];
		expect(await run(one, ['a'])).toEqual(['a']);
		expect(await run(other, ['a'])).toEqual(['a']);
	});

	it('lets a repeated event go on where de-duplication is off, and records nothing of it', async () => {
		const trigger = new TriggerContext();
		expect(await run(trigger, ['a'], { deduplicate: false })).toEqual(['a']);
		expect(await run(trigger, ['a', 'b'], { deduplicate: false })).toEqual(['a', 'b']);
		expect(await run(trigger, ['a'])).toEqual(['a']);
	});

	it('lets a test go on and records nothing of it', async () => {
		const trigger = new TriggerContext();
		trigger.mode = 'manual';
		expect(await run(trigger, ['a', 'a'], { deduplicate: true })).toEqual(['a', 'a']);
		trigger.mode = 'trigger';
		expect(await run(trigger, ['a'])).toEqual(['a']);
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

	it('looks back as far as the window says', async () => {
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
		expect(trigger.warnings).toEqual([expect.stringMatching(/^Texts: n8n could not tell .*no database/)]);
	});

	it.each([
		['a single process', Arrivals.prototype, 'take', arrive],
		['several processes', SeenKeys.prototype, 'isFirst', run],
	] as const)(
		'does not take a fault of its own for an answer of n8n, with %s',
		async (_, prototype, name, take) => {
			const trigger = new TriggerContext();
			const faulty = jest.spyOn(prototype as Arrivals & SeenKeys, name).mockImplementation(() => {
				throw new TypeError('undefined is not a function');
			});
			await expect(take(trigger, ['a'] as never)).rejects.toThrow(TypeError);
			expect(trigger.warnings).toEqual([]);
			faulty.mockRestore();
		},
	);

	it('does not look copies up again because of events at other triggers', async () => {
		const [trigger, other] = [new TriggerContext(), new TriggerContext()];
		const first = run(trigger, ['a']);
		await run(other, ['b']);
		expect(await first).toEqual(['a']);
		const { length } = trigger.lookups;
		expect(await run(trigger, ['a'])).toEqual([]);
		expect(trigger.lookups).toHaveLength(length);
	});
});

describe('an event that came in by the process that runs it', () => {
	it('is looked up once, without a wait', async () => {
		const timers = jest.spyOn(globalThis, 'setTimeout');
		const trigger = new TriggerContext();
		expect(await arrive(trigger, 'a')).toBe(true);
		expect(timers).not.toHaveBeenCalled();
		expect(trigger.lookups).toHaveLength(1);
		timers.mockRestore();
	});

	it('runs once of many copies, which are not looked up', async () => {
		const trigger = new TriggerContext();
		const copies = Array.from({ length: 150 }, async () => await arrive(trigger, 'a'));
		expect((await Promise.all(copies)).filter(Boolean)).toHaveLength(1);
		expect(trigger.lookups).toHaveLength(1);
		expect(trigger.hints).toHaveLength(149);
	});

	it('runs once each of 150 events that come three times', async () => {
		const trigger = new TriggerContext();
		const keys = Array.from({ length: 450 }, (_, index) => `e${index % 150}`);
		const going = await Promise.all(keys.map(async (key) => ((await arrive(trigger, key)) ? [key] : [])));
		expect(going.flat().sort()).toEqual([...new Set(keys)].sort());
		expect(trigger.lookups.length).toBeLessThan(10);
	});

	it('is known by the row when the process has forgotten it, as far back as the window says', async () => {
		const trigger = new TriggerContext();
		const settings = { deduplicationWindow: 2 };
		for (const key of ['a', 'b', 'c']) expect(await arrive(trigger, key, settings)).toBe(true);
		expect(await arrive(trigger, 'b', settings)).toBe(false);
		expect(await arrive(trigger, 'a', settings)).toBe(true);
	});

	it('is known to a process that did not take it in, and the other way round', async () => {
		const trigger = new TriggerContext();
		expect(await arrive(trigger, 'a')).toBe(true);
		expect(await run(trigger, ['a'])).toEqual([]);
		expect(await run(trigger, ['b'])).toEqual(['b']);
		expect(await arrive(trigger, 'b')).toBe(false);
	});

	it('is claimed in the row, so that no other process can claim it although its look-up failed', async () => {
		const trigger = new TriggerContext();
		expect(await arrive(trigger, 'a')).toBe(true);
		trigger.failsOnce = 'before';
		expect(await run(trigger, ['a'])).toEqual([]);
	});

	it('runs when its first look-up fails', async () => {
		const trigger = new TriggerContext();
		trigger.failsOnce = 'before';
		expect(await arrive(trigger, 'a')).toBe(true);
		expect(trigger.lookups).toHaveLength(2);
		expect(trigger.warnings).toEqual([]);
		expect(await run(trigger, ['a'])).toEqual([]);
	});

	it('does not run again when it ran before and its first look-up fails', async () => {
		const trigger = new TriggerContext();
		expect(await run(trigger, ['a'])).toEqual(['a']);
		trigger.failsOnce = 'before';
		expect(await arrive(trigger, 'a')).toBe(false);
		expect(trigger.warnings).toEqual([]);
	});

	it('runs with a warning when n8n recorded it and the answer was lost: it may be new', async () => {
		const trigger = new TriggerContext();
		trigger.failsOnce = 'after';
		expect(await arrive(trigger, 'a')).toBe(true);
		expect(trigger.warnings).toEqual([expect.stringMatching(/could not tell .*: Error: connection lost$/)]);
		expect(await run(trigger, ['a'])).toEqual([]);
	});

	it('runs once while n8n cannot tell, with a warning that says why', async () => {
		const trigger = new TriggerContext();
		trigger.isDown = true;
		const copies = Array.from({ length: 3 }, async () => await arrive(trigger, 'a'));
		expect(await Promise.all(copies)).toEqual([true, false, false]);
		expect(trigger.warnings).toEqual([
			'Texts: n8n could not tell whether an event ran before; it runs without de-duplication: Error: no database',
		]);
	});

	it('runs in a test, and when a person retries it', async () => {
		const trigger = new TriggerContext();
		trigger.mode = 'manual';
		for (let i = 0; i < 2; i++) expect(await arrive(trigger, 'a')).toBe(true);
		expect(trigger.lookups).toEqual([]);
		trigger.mode = 'trigger';
		expect(await arrive(trigger, 'a')).toBe(true);
		trigger.mode = 'retry';
		expect(await run(trigger, ['a'])).toEqual(['a']);
	});

	it('runs each time where de-duplication is off', async () => {
		const trigger = new TriggerContext();
		for (let i = 0; i < 2; i++) expect(await arrive(trigger, 'a', { deduplicate: false })).toBe(true);
		expect(trigger.lookups).toEqual([]);
	});
});
