import { parseSeconds } from '../../service/time.ts';
import type { Step } from './scenario.ts';

/** How long a step waits for what it expects, and watches that nothing comes, unless it says so itself. */
const WAIT_SECONDS = 10;
const WATCH_SECONDS = 2;

/** Tells if a step watches that something does not come, for which all of its time has to pass. */
export function isWatching({ expect = {} }: Step): boolean {
	return Object.values(expect).some((one) => one === true || one.count === 0);
}

/** Returns how long a step waits for what it expects, or watches that nothing comes, in real time. */
export function readWaitSeconds(step: Step): number {
	const preset = isWatching(step) ? WATCH_SECONDS : WAIT_SECONDS;
	return parseSeconds(step.within ?? preset) ?? preset;
}

/**
 * Tells if a step expects an exact number, or nothing else: it is judged when everything that was begun has ended, since
 * more may come until then.
 */
export function isExact({ expect = {} }: Pick<Step, 'expect'>): boolean {
	return Object.values(expect).some((one) => one === true || one.count !== undefined);
}
