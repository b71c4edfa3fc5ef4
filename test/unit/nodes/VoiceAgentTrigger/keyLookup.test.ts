import { KeyLookup } from '../../../../nodes/VoiceAgentTrigger/keyLookup';

it('repeats nothing after a look-up that failed, until one has worked', async () => {
	const lookup = new KeyLookup({ list: () => ['seen before'], onOverwritten: () => undefined });
	const recorded: string[][] = [];
	let isDown = true;
	lookup.use(async (keys) => {
		recorded.push(keys);
		return isDown ? await Promise.reject(new Error('no database')) : await Promise.resolve(keys);
	}, 10);

	await expect(lookup.isNew('a')).rejects.toThrow('no database');
	await lookup.repeat();
	expect(recorded).toEqual([['seen before', 'a']]);

	isDown = false;
	expect(await lookup.isNew('b')).toBe(true);
	await lookup.repeat();
	expect(recorded).toHaveLength(3);
	expect(recorded[2]).toEqual(['seen before']);
});
