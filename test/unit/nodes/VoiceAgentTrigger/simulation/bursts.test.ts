/**
 * Bursts of messages and the executions that share them, each trial decided by its seed. `TEST_SEEDS` says how many are
 * tried, and `FUZZ_SEED` with which to begin.
 */
import { simulateBursts, type BurstScenario, type FateOfMessage } from './simulateBursts.ts';

const SEEDS = Number(process.env.TEST_SEEDS ?? 60);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

type SeededFate = FateOfMessage & { seed: number };

/** Returns what became of all messages of all seeds. */
async function tryAll(fixed: Partial<BurstScenario> = {}): Promise<SeededFate[]> {
	const all: SeededFate[] = [];
	for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
		const { fates } = await simulateBursts(seed, fixed);
		all.push(...fates.map((fate) => ({ ...fate, seed })));
	}
	return all;
}

/** The messages that a workflow should have got and has not. */
const findLost = (fates: SeededFate[]) =>
	fates.filter(({ items, isExpected, isAnswer }) => items === 0 && isExpected && !isAnswer);

/** The messages that were in two items. */
const findDoubled = (fates: SeededFate[]) => fates.filter(({ items }) => items > 1);

/** The messages that a question has taken, and an item has all the same. */
const findAnsweredTwice = (fates: SeededFate[]) =>
	fates.filter(({ items, isAnswer }) => isAnswer && items > 0);

it.each<[string, Partial<BurstScenario>]>([
	['several workers share them', {}],
	['one process does all', { workers: 1 }],
	['one execution runs at a time', { workers: 1, atOnce: 1, people: 3 }],
	['each of two workers runs one execution at a time', { workers: 2, atOnce: 1, people: 3 }],
	['most have no execution of their own', { withoutEvent: 0.8 }],
	['three texts in a row are the same', { withoutEvent: 0.5, longestGapMs: 300, mostMessages: 3 }],
	['the list is slow, and often refuses', { listMs: 5_000, listFailures: 0.3 }],
])('puts each message into one item where %s', async (_, fixed) => {
	const fates = await tryAll(fixed);
	expect(findLost(fates)).toEqual([]);
	expect(findDoubled(fates)).toEqual([]);
});

it.each<[string, Partial<BurstScenario>]>([
	['one process does all', { workers: 1 }],
	['one execution runs at a time', { workers: 1, atOnce: 1, people: 3 }],
	['the workers have room', { atOnce: 1_000 }],
])('puts what a question has taken into no item where %s', async (_, fixed) => {
	expect(findAnsweredTwice(await tryAll({ answers: 0.3, ...fixed }))).toEqual([]);
});

it('loses at most one message in a thousand, and doubles none, where workers die', async () => {
	const fates = await tryAll({ crashes: 3 });
	expect(findLost(fates).length).toBeLessThan(fates.length / 1_000);
	expect(findDoubled(fates).length).toBeLessThan(fates.length / 1_000);
});

it('repeats a trial by its seed', async () => {
	expect(await simulateBursts(12)).toEqual(await simulateBursts(12));
});
