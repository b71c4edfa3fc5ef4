import type { IExecuteFunctions } from 'n8n-workflow';

import { isNewKey } from '../../../../nodes/VoiceAgentTrigger/memory';

/** n8n's memory, of which a call takes a while; `failing` calls fail first. */
function memory(failing = 0) {
	const calls: string[][] = [];
	const known = new Set<string>();
	let underWay = 0;
	const context = (node: string) =>
		({
			getWorkflow: () => ({ id: 'w' }),
			getNode: () => ({ id: node }),
			helpers: {
				checkProcessedAndRecord: async (keys: string[]) => {
					calls.push(keys);
					expect(++underWay).toBe(1);
					await new Promise((resolve) => setTimeout(resolve, 5));
					underWay--;
					if (calls.length <= failing) throw new Error('no database');
					const fresh = keys.filter((key) => !known.has(key));
					for (const key of fresh) known.add(key);
					return { new: fresh, processed: keys.filter((key) => !fresh.includes(key)) };
				},
			},
		}) as unknown as IExecuteFunctions;
	return { calls, context };
}

describe('isNewKey', () => {
	it('answers many at once by two calls, each for itself', async () => {
		const { calls, context } = memory();
		const keys = Array.from({ length: 300 }, (_, index) => `k${index % 100}`);
		const answers = await Promise.all(keys.map(async (key) => await isNewKey(context('many'), key, 1000)));
		expect(answers.filter(Boolean)).toHaveLength(100);
		expect(answers.slice(0, 100)).not.toContain(false);
		expect(calls.length).toBe(2);
	});

	it('tells everybody of a call that it has failed, and goes on', async () => {
		const { context } = memory(1);
		const first = isNewKey(context('failing'), 'a', 10);
		const second = isNewKey(context('failing'), 'b', 10);
		await expect(first).rejects.toThrow('no database');
		expect(await second).toBe(true);
		expect(await isNewKey(context('failing'), 'b', 10)).toBe(false);
	});

	it('starts anew after a pause', async () => {
		const { calls, context } = memory();
		for (const key of ['a', 'b', 'a']) await isNewKey(context('pauses'), key, 10);
		expect(calls).toEqual([['a'], ['b'], ['a']]);
	});
});
