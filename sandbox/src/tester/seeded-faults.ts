import type { SandboxAccount } from '../client/account.ts';
import type { RequestBody } from '../client/interface.ts';
import { isWatching, readFiredEvent, readWaitSeconds, type Scenario } from '../control/scenarios/scenario.ts';

/** A fault, in words and as it is arranged. */
interface Fault {
	readonly words: string;
	arrange(account: SandboxAccount): Promise<unknown>;
}

/** The faults of one run. */
export interface FaultPlan {
	readonly faults: readonly Fault[];
	/** True if the service is killed after the scenario, starts again and replays what it delivered. */
	readonly isKilled: boolean;
	/** In words, e.g. `429 × 2, duplicated delivery`. */
	readonly words: string;
}

/** The most faults in one run. */
const MAX_FAULTS = 3;
/** The share of the runs in which the service is killed. */
const KILLED_SHARE = 0.2;
/** How much later than usual something may come under faults, in real time. */
const LATE_BY_SECONDS = 30;
/** The same for something that a polling trigger has to hear of first. */
const POLLED_LATE_BY_SECONDS = 8;

/** Chooses the faults of a run of a scenario; the same seed chooses the same. */
export function planFaults(seed: number, { steps }: Scenario): FaultPlan {
	const random = createRandom(seed);
	const upTo = (most: number) => 1 + Math.floor(random() * most);
	const events = steps.filter((step) => readFiredEvent(step) !== undefined).length;
	const kinds: Array<() => Fault> = [
		() => serviceFault('latency', upTo(3), { latency_ms: 200 * upTo(10) }),
		() => serviceFault('429', upTo(3), { kind: 'rate_limit', retry_after: upTo(2) }),
		() => serviceFault('500', upTo(2), { kind: 'status', status: 500 }),
		() => serviceFault('503', upTo(2), { kind: 'status', status: 503 }),
		() => serviceFault('connection reset', upTo(2), { kind: 'reset' }),
		() => serviceFault('connection reset after the request was carried out', 1, { kind: 'reset_after' }),
		() => deliveryFault('duplicated', 'duplicate', Math.min(events, 2) || 1),
	];
	// A delivery is held back until the next one, so it takes two events to reorder.
	if (events > 1) kinds.push(() => deliveryFault('late and reordered', 'reordered', 2));
	const faults: Fault[] = [];
	for (let left = upTo(MAX_FAULTS); left > 0; left -= 1) {
		const [kind] = kinds.splice(Math.floor(random() * kinds.length), 1);
		if (kind) faults.push(kind());
	}
	const isKilled = random() < KILLED_SHARE;
	const words = [...faults.map((fault) => fault.words), ...(isKilled ? ['killed and replayed'] : [])].join(
		', ',
	);
	return { faults, isKilled, words };
}

/**
 * Returns a scenario that gives what it expects more time, since a service with faults answers late and has to be asked
 * again.
 */
export function allowForFaults(scenario: Scenario): Scenario {
	return withMoreTime(scenario, LATE_BY_SECONDS, false);
}

/** Returns a scenario that gives what it expects more time, since a polling trigger hears of things only when it polls. */
export function allowForPolls(scenario: Scenario): Scenario {
	return withMoreTime(scenario, POLLED_LATE_BY_SECONDS, true);
}

/** @param whenWatching also gives more time to steps that watch that nothing comes */
function withMoreTime(scenario: Scenario, seconds: number, whenWatching: boolean): Scenario {
	const steps = scenario.steps.map((step) => {
		const { expect } = step;
		if (expect === undefined || (isWatching(step) && !whenWatching)) return step;
		const within = `${readWaitSeconds(step) + seconds}s`;
		const longest = expect.execution?.max_seconds;
		if (longest === undefined || whenWatching) return { ...step, within };
		const execution = { ...expect.execution, max_seconds: longest + seconds };
		return { ...step, within, expect: { ...expect, execution } };
	});
	return { ...scenario, steps };
}

function serviceFault(name: string, count: number, fields: object): Fault {
	return {
		words: `${name} × ${count}`,
		arrange: (account) => account.control('POST', '/faults', { kind: 'latency', count, ...fields }),
	};
}

function deliveryFault(
	name: string,
	kind: RequestBody<'/sandbox/v1/delivery-faults'>['kind'],
	count: number,
): Fault {
	return {
		words: `${count} ${name} ${count === 1 ? 'delivery' : 'deliveries'}`,
		arrange: (account) => account.control('POST', '/delivery-faults', { kind, count }),
	};
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function createRandom(seed: number): () => number {
	let state = seed >>> 0;
	return () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}
