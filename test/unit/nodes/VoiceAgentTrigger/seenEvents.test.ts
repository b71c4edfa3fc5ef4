import { createHash } from 'crypto';

import { ProcessedKeys } from '../../../../nodes/service/processedKeys';
import {
	COPY_WAIT_MS,
	dropRepeated,
	markCopy,
	MAX_RECEIVED,
	SeenEvents,
	toDeliveryKey,
	toSeenKey,
} from '../../../../nodes/VoiceAgentTrigger/seenEvents';
import { parsePayload } from '../../../../nodes/service/webhookRequest';
import type { TriggerSettings } from '../../../../nodes/VoiceAgentTrigger/settings';
import { settingsWith } from '../../../support/trigger-settings';
import { TriggerContext } from '../../../support/trigger-context';
import { VirtualTime } from './simulation/virtualTime.ts';

/** One process in virtual time, over a row that answers at once. */
class Process {
	readonly time = new VirtualTime(1);
	readonly row = new Set<string>();
	/** True if n8n cannot reach its database. */
	isDown = false;
	readonly #sleep = async (milliseconds: number) => await this.time.wait(milliseconds);
	readonly seen = new SeenEvents(new ProcessedKeys(this.#sleep), this.#sleep);

	/** Looks an event up. @returns if it is the first, and after how many milliseconds that is known. */
	async look(event: string, isCopy = false): Promise<[boolean, number]> {
		const start = this.time.now;
		const write = async (keys: string[]) => await this.#write(keys);
		const toRow = (isOnlyProcess: boolean) => ({ size: 20_000, isOnlyProcess, write });
		const isFirst = this.seen.recordIfFirst(event, { isCopy, toRow });
		let isOver = false;
		const end = () => (isOver = true);
		const ended = isFirst.then((first): [boolean, number] => [first, Math.floor(this.time.now - start)]);
		ended.then(end, end);
		await this.time.passUntil(() => isOver);
		return await ended;
	}

	async pass(milliseconds: number): Promise<void> {
		let isOver = false;
		void this.time.wait(milliseconds).then(() => (isOver = true));
		await this.time.passUntil(() => isOver);
	}

	async #write(keys: string[]): Promise<string[]> {
		if (this.isDown) throw new Error('no database');
		const fresh = keys.filter((key) => !this.row.has(key));
		for (const key of keys) this.row.add(key);
		return await Promise.resolve(fresh);
	}
}

describe('a worker', () => {
	it('looks a marked copy up after two seconds, unless it has run the event itself', async () => {
		const worker = new Process();
		worker.row.add('e:a');
		expect(await worker.look('a', true)).toEqual([false, COPY_WAIT_MS]);
		expect(await worker.look('a', true)).toEqual([false, 0]);
	});

	it('knows the copies of an event that arrive at once', async () => {
		const worker = new Process();
		const all = ['a', 'b', 'c', 'c', 'c'].map(async (event) => (await worker.look(event))[0]);
		expect(await Promise.all(all)).toEqual([true, true, true, false, false]);
	});

	it('runs one copy of those that come while n8n cannot tell, and records the event later', async () => {
		const worker = new Process();
		worker.isDown = true;
		const copies = await Promise.allSettled([worker.look('a'), worker.look('a')]);
		expect(copies).toEqual([
			{ status: 'rejected', reason: new Error('no database') },
			{ status: 'fulfilled', value: [false, 0] },
		]);
		worker.isDown = false;
		await worker.pass(1_000);
		expect([...worker.row]).toEqual(['e:a']);
	});
});

describe('a process that receives webhooks', () => {
	it(`knows a copy among ${MAX_RECEIVED} events`, () => {
		const { seen } = new Process();
		expect([seen.receive('a'), seen.receive('a'), seen.receive('b')]).toEqual([false, true, false]);
		for (let key = 0; key < MAX_RECEIVED; key++) seen.receive(`e${key}`);
		expect([seen.receive('e1'), seen.receive('b')]).toEqual([true, false]);
	});

	it('is the only process if it runs an event too, and does not wait', async () => {
		const only = new Process();
		only.seen.receive('a');
		expect(await only.look('a')).toEqual([true, 0]);
		expect(await only.look('a', only.seen.receive('a'))).toEqual([false, 0]);
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

describe('toDeliveryKey', () => {
	const payload = { data: { id: 'm1', blank: '' }, number: 7, '': 'nameless' };
	const rawBody = Buffer.from(JSON.stringify(payload));

	it.each([
		['data.id', 'm1'],
		['number', '7'],
	])('is the value of the field %j', (field, value) => {
		expect(toDeliveryKey(rawBody, payload, field)).toBe(value);
	});

	it.each(['data', 'data.blank', 'data.none.id', 'constructor.name', '', '7'])(
		'is the hash of the body where the field %j holds no text or number',
		(field) => {
			expect(toDeliveryKey(rawBody, payload, field)).toBe(createHash('sha256').update(rawBody).digest('hex'));
		},
	);

	const keyIn = (body: string) =>
		toDeliveryKey(Buffer.from(body), parsePayload(Buffer.from(body)), 'data.id');

	it.each(['9007199254740993', '1178940215544832114', '-1178940215544832114', '1.5', '1e400'])(
		'keeps every digit of the number %s',
		(digits) => expect(keyIn(`{"data":{"id":${digits},"text":"\\"id\\":1"}}`)).toBe(digits),
	);

	it('is the same for a number that is written in another way', () => {
		expect(['{"data":{"id":7}}', '{"data":{"id":7.0}}', '{"data":{"id":70e-1}}'].map(keyIn)).toEqual([
			'7',
			'7',
			'7',
		]);
	});
});

describe('toSeenKey', () => {
	const event = { verified: 'signature', event: 'sms.received', deliveryKey: '7' };

	it('is the same for the same event and short whatever the key', () => {
		expect(toSeenKey({ ...event, receivedAt: 'later' })).toBe(toSeenKey(event));
		expect(toSeenKey({ ...event, deliveryKey: 'x'.repeat(100_000) })).toHaveLength(64);
	});

	it.each([{ verified: 'token' }, { event: 'sms.sent' }, { deliveryKey: '8' }])('differs by %j', (other) => {
		expect(toSeenKey({ ...event, ...other })).not.toBe(toSeenKey(event));
	});
});
