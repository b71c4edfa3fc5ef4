/**
 * Several processes of n8n in virtual time, each trial decided by its seed. `TEST_SEEDS` says how many are tried, and
 * `FUZZ_SEED` with which to begin.
 */
import { judge, type Verdict } from './judge.ts';
import { simulate, type Scenario } from './simulate.ts';

const SEEDS = Number(process.env.TEST_SEEDS ?? 300);
const FIRST_SEED = Number(process.env.FUZZ_SEED ?? 1);

/** Judges the trials of all seeds; each verdict with its seed. */
async function judgeAll(fixed: Partial<Scenario> = {}): Promise<Array<Verdict & { seed: number }>> {
	const verdicts = [];
	for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed++) {
		const { arrivals } = await simulate(seed, fixed);
		verdicts.push(...judge(arrivals).map((verdict) => ({ ...verdict, seed })));
	}
	return verdicts;
}

const AT_ONCE = { copiesAfterMs: [0, 20] } as const;

it.each<[string, Partial<Scenario>]>([
	['copies come a second or more apart, as the retries of the service do', {}],
	['copies come at once, through one process that receives webhooks', AT_ONCE],
	['a single process receives all and runs all', { ...AT_ONCE, receivers: 0, workers: 1 }],
])('runs each event once where %s', async (_, fixed) => {
	expect((await judgeAll(fixed)).filter(({ kind }) => kind !== 'once')).toEqual([]);
});

it('loses no event, and runs few twice, where copies come at once through two processes', async () => {
	const verdicts = await judgeAll({ ...AT_ONCE, receivers: 2 });
	expect(verdicts.filter(({ runs }) => runs === 0)).toEqual([]);
	expect(verdicts.filter(({ runs }) => runs > 1).length).toBeLessThan(verdicts.length / 20);
});

it('runs at most one event in a thousand twice where retries come through two processes', async () => {
	const verdicts = await judgeAll({ receivers: 2 });
	expect(verdicts.filter(({ runs }) => runs === 0)).toEqual([]);
	expect(verdicts.filter(({ runs }) => runs > 1).length).toBeLessThan(verdicts.length / 1_000);
});

it('loses no event where the database fails and workers die, but for those whose worker died', async () => {
	const trouble = { stallMs: 8_000, failures: 0.1, hangs: 0.02, freezes: 3, crashes: 2 };
	const kinds = new Set((await judgeAll(trouble)).map(({ kind }) => kind));
	expect(kinds).toEqual(new Set(['once', 'died', 'unsure', 'doubled']));
});

it('repeats a trial by its seed', async () => {
	const [one, other] = [await simulate(468), await simulate(468)];
	expect(one.arrivals.map(({ outcome }) => outcome)).toContain('dropped');
	expect(other).toEqual(one);
});
