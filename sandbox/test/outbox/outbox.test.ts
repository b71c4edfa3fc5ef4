/**
 * The outbox of section 6 while the sandbox dies again and again, between any two of its commits: each trial is
 * decided by a seed, which fast-check names with the steps if a trial fails. `FUZZ_SEED` tries others.
 */
import { fc } from '../../../test/support/fast-check.ts';
import { findFaults } from './judge.ts';
import { LINES, Trial, type Line } from './trial.ts';

const TRIALS = process.env.TEST_FULL ? 200 : 8;
const MAX_STEPS = 40;
/** The time after which fast-check looks no further for fewer steps that fail, and tells what it has. */
const MAX_SEARCH_MS = 600_000;
/** Every row of the delivery rules; 0 is no answer. */
const ANSWERS = [200, 302, 404, 410, 429, 503, 0];

type Step = fc.AsyncCommand<Trial, Trial>;

const step = (words: string, run: (trial: Trial) => Promise<void> | void): Step => ({
	toString: () => words,
	check: () => true,
	run: async (_, trial) => await run(trial),
});
const line = fc.constantFrom<Line>(...LINES);
const publish = line.map((to) => step(`a message to ${to}`, (trial) => trial.publish(to)));
const dieAt = fc
	.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('before' as const, 'after' as const))
	.map(([commits, moment]) =>
		step(`death ${moment} commit ${commits}`, (trial) => trial.dieAt(commits, moment)),
	);
/** Steps in any order; the frequent ones stand here more than once. */
const STEPS: Array<fc.Arbitrary<Step>> = [
	publish,
	publish,
	dieAt,
	fc.constant(step('time passes', (trial) => trial.passTime())),
	fc.constant(step('a restart', (trial) => trial.restart())),
];

it(
	'ends every event delivered or in the dead-letter store, whenever the sandbox dies',
	async () => {
		const seen = new Set<string>();
		const steps = fc.commands(STEPS, { maxCommands: MAX_STEPS, size: 'max' });
		const answers = fc.array(fc.constantFrom(...ANSWERS), { minLength: 1, maxLength: 10 });
		const trials = fc.asyncProperty(steps, answers, async (all, answered) => {
			const trial = await Trial.start(answered);
			try {
				await fc.asyncModelRun(() => ({ model: trial, real: trial }), all);
				const history = await trial.finish();
				expect(findFaults(history)).toEqual([]);
				if (trial.deaths > 0) seen.add('died');
				if ([...history.lost.values()].some((count) => count > 0)) seen.add('lost');
				for (const { status } of history.deliveries) seen.add(status);
				for (const { reason } of history.deadLetters) seen.add(reason);
			} finally {
				await trial.end();
			}
		});
		await fc.assert(trials, { numRuns: TRIALS, interruptAfterTimeLimit: MAX_SEARCH_MS });
		const common = ['died', 'lost', 'succeeded', 'retries_exhausted', 'client_error'];
		expect([...seen]).toEqual(expect.arrayContaining(common));
	},
	1.5 * MAX_SEARCH_MS,
);
