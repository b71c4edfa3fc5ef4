import type { IExecuteFunctions } from 'n8n-workflow';

import {
	deliveryKeyOf,
	hashOf,
	isFirstTime,
	memoryKeyOf,
	windowOf,
} from '../../../../nodes/VoiceAgentTrigger/deduplication';

/** n8n's store as it is: one row, read and written without a lock, `delay` milliseconds apart. */
function contextOver(row: { keys: string[] }, delay = 1): IExecuteFunctions {
	return {
		getWorkflow: () => ({ id: 'w' }),
		getNode: () => ({ id: 'n' }),
		helpers: {
			checkProcessedAndRecord: async (items: string[], _: string, { maxEntries }: { maxEntries: number }) => {
				const read = [...row.keys];
				await new Promise((resolve) => setTimeout(resolve, delay));
				const fresh = items.filter((item) => !read.includes(item));
				row.keys = [...read, ...fresh].slice(-maxEntries);
				return { new: fresh, processed: items.filter((item) => read.includes(item)) };
			},
		},
	} as unknown as IExecuteFunctions;
}

describe('isFirstTime', () => {
	it('lets exactly one of many simultaneous copies through', async () => {
		const context = contextOver({ keys: [] });
		const results = await Promise.all(
			Array.from({ length: 30 }, async () => await isFirstTime(context, 'a', 1000)),
		);
		expect(results.filter(Boolean)).toHaveLength(1);
	});

	it('loses no update among different events', async () => {
		const row = { keys: [] as string[] };
		const context = contextOver(row);
		await Promise.all(Array.from({ length: 30 }, async (_, i) => await isFirstTime(context, `k${i}`, 1000)));
		expect(row.keys.filter((key) => /^k\d+$/.test(key))).toHaveLength(30);
	});

	it('records a key again that another process has overwritten', async () => {
		const row = { keys: [] as string[] };
		const context = contextOver(row);
		const first = isFirstTime(context, 'mine', 1000);
		setTimeout(() => (row.keys = ['theirs']), 30);
		expect(await first).toBe(true);
		expect(row.keys).toEqual(['theirs', 'mine', 'claim of mine']);
		expect(await isFirstTime(context, 'mine', 1000)).toBe(false);
	});

	it.each([5, 30, 60, 90])('lets one of two through that both seem new, %d ms apart', async (apart) => {
		const row = { keys: [] as string[] };
		const context = contextOver(row);
		const first = isFirstTime(context, 'a', 1000);
		await new Promise((resolve) => setTimeout(resolve, apart));
		// Another process writes what it has read before.
		row.keys = [];
		const second = isFirstTime(context, 'a', 1000);
		expect([await first, await second].filter(Boolean)).toHaveLength(1);
		expect(await isFirstTime(context, 'a', 1000)).toBe(false);
	});

	it('remembers no more than the window', async () => {
		const context = contextOver({ keys: [] });
		for (const key of ['a', 'b', 'c']) await isFirstTime(context, key, 2);
		expect(await isFirstTime(context, 'c', 2)).toBe(false);
		expect(await isFirstTime(context, 'a', 2)).toBe(true);
	});
});

describe('isFirstTime when n8n cannot record', () => {
	const failing = (failures: number) => {
		const row = { keys: [] as string[] };
		const context = contextOver(row);
		const check = context.helpers.checkProcessedAndRecord;
		let calls = 0;
		context.helpers.checkProcessedAndRecord = async (...args) => {
			if (calls++ < failures) throw new Error('UNIQUE constraint failed');
			return await check(...args);
		};
		return { row, context: { ...context, logger: { warn: () => {} } } as unknown as IExecuteFunctions };
	};

	it('finds the event that another process has recorded while both made the row', async () => {
		const { row, context } = failing(1);
		row.keys = ['a'];
		expect(await isFirstTime(context, 'a', 1000)).toBe(false);
	});

	it('lets the event through when it fails for good', async () => {
		expect(await isFirstTime(failing(9).context, 'a', 1000)).toBe(true);
	});
});

describe('memoryKeyOf', () => {
	const event = { verified: 'signature', event: 'sms.received', deliveryKey: '7' };

	it('is the same for the same event and short whatever the key', () => {
		expect(memoryKeyOf({ ...event, receivedAt: 'later' })).toBe(memoryKeyOf(event));
		expect(memoryKeyOf({ ...event, deliveryKey: 'x'.repeat(100_000) })).toHaveLength(64);
	});

	it.each([{ verified: 'token' }, { event: 'sms.sent' }, { deliveryKey: '8' }])('differs by %j', (other) => {
		expect(memoryKeyOf({ ...event, ...other })).not.toBe(memoryKeyOf(event));
	});
});

describe('windowOf', () => {
	it.each([
		[undefined, 1000],
		[1, 1],
		['250', 250],
		[2.5, 2],
		[0, 1000],
		[-5, 1000],
		['many', 1000],
		[Infinity, 100_000],
		[1e9, 100_000],
	])('reads %p as %d', (option, window) => {
		expect(windowOf(option)).toBe(window);
	});
});

describe('deliveryKeyOf', () => {
	const payload = { data: { id: 'm1', blank: '' }, number: 7 };
	const rawBody = Buffer.from(JSON.stringify(payload));

	it.each([
		['data.id', 'm1'],
		[' data.id ', 'm1'],
		['number', '7'],
	])('is the value of the field %j', (field, value) => {
		expect(deliveryKeyOf(rawBody, payload, field)).toBe(value);
	});

	it.each(['data', 'data.blank', 'data.none.id', 'constructor.name', '', undefined, 7])(
		'is the hash of the body where the field %j holds no text or number',
		(field) => {
			expect(deliveryKeyOf(rawBody, payload, field)).toBe(hashOf(rawBody));
		},
	);
});
