import { Clock } from '../src/service/clock/clock.ts';
import { DAY_MS } from '../src/service/time.ts';
import type { Settings } from '../src/service/database/settings.ts';

const HOUR_MS = DAY_MS / 24;
const stored = { get: () => undefined, set: () => undefined, remove: () => undefined } as unknown as Settings;

it.each<[string, () => void | Promise<void>]>([
	[
		'at once',
		() => {
			throw new Error('disk full');
		},
	],
	['later', async () => await Promise.reject(new Error('disk full'))],
])('work that fails %s is in the log, and is done a second later', async (_, fail) => {
	const warn = jest.fn();
	const clock = new Clock(stored, { warn });
	const done = jest
		.fn(fail)
		.mockImplementationOnce(fail)
		.mockImplementationOnce(() => undefined);
	clock.createTimer(done).set(clock.now() + 5_000);
	clock.start();
	await clock.advance(10_000);
	clock.stop();
	expect(warn.mock.calls).toEqual([
		[{ err: new Error('disk full') }, expect.stringContaining('tried again')],
	]);
	expect(done).toHaveBeenCalledTimes(2);
});

it.each<[string, (clock: Clock) => unknown, number]>([
	['is advanced further', (clock) => clock.advance(DAY_MS), 10 * HOUR_MS + DAY_MS],
	['is set anew', (clock) => clock.set(Date.now() + DAY_MS), DAY_MS],
	['is set to a saved one', (clock) => clock.restore(Date.now() + DAY_MS), DAY_MS],
	['is reset', (clock) => clock.reset(), 0],
])('a time that %s while the clock moves on holds', async (_, change, offset) => {
	const clock = new Clock(stored, { warn: () => undefined });
	clock.createTimer(() => void change(clock)).set(clock.now() + 5 * HOUR_MS);
	clock.start();
	await clock.advance(10 * HOUR_MS);
	clock.stop();
	expect(Math.abs(clock.offsetMs - offset)).toBeLessThan(HOUR_MS);
});
