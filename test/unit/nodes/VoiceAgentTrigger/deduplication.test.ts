import { readWindow } from '../../../../nodes/VoiceAgentTrigger/deduplication';

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
		expect(readWindow(option)).toBe(window);
	});
});
