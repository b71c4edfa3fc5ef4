import { dropRepeated } from '../../../../nodes/VoiceAgentTrigger/deduplication';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from './support/settings';
import { TriggerContext } from './support/trigger-context';

describe('dropRepeated', () => {
	const eventOf = (deliveryKey: string) => ({
		json: { event: 'sms.received', verified: 'signature', deliveryKey, payload: { id: deliveryKey } },
	});

	/** Runs the trigger with these events; returns those that go on, by key. */
	const run = async (trigger: TriggerContext, keys: string[], settings: Partial<TriggerSettings> = {}) =>
		(await dropRepeated(trigger.forExecute, keys.map(eventOf), settingsWith(settings))).map(
			({ json }) => json.deliveryKey,
		);

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
		expect(trigger.warnings).toEqual([expect.stringMatching(/"Texts": n8n could not tell/)]);
	});

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
