import { Clock, DAY_MS } from '../src/clock/clock.ts';
import type { Settings } from '../src/database/settings.ts';

const stored = { get: () => undefined, set: () => undefined, remove: () => undefined } as unknown as Settings;

it.each<[string, (clock: Clock) => unknown, number]>([
	['is advanced further', (clock) => clock.advance(DAY_MS), 10_000 + DAY_MS],
	['is set anew', (clock) => clock.set(Date.now() + DAY_MS), DAY_MS],
	['is set to a saved one', (clock) => clock.restore(Date.now() + DAY_MS), DAY_MS],
	['is reset', (clock) => clock.reset(), 0],
])('a time that %s while the clock moves on holds', async (_, change, offset) => {
	const clock = new Clock(stored);
	clock.alarm(() => void change(clock)).set(clock.now() + 5_000);
	clock.start();
	await clock.advance(10_000);
	clock.stop();
	expect(Math.abs(clock.offsetMs - offset)).toBeLessThan(4_000);
});
