/**
 * The outbox of section 6 while the sandbox dies again and again, between any two of its commits: each trial is
 * decided by a seed, which fast-check names with the steps if a trial fails. `FUZZ_SEED` tries others.
 */
import { fc } from '../../../test/support/fast-check.ts';
import { findFaults } from './judge.ts';
import { OUTCOMES, STEPS } from './steps.ts';
import { Trial } from './trial.ts';

const TRIALS = process.env.TEST_FULL ? 200 : 8;
const MOST_STEPS = 40;
/** The time after which fast-check looks no further for fewer steps that fail, and tells what it has. */
const LONGEST_SEARCH_MS = 600_000;

it(
	'ends every event delivered or in the dead-letter store, whenever the sandbox dies',
	async () => {
		const seen = new Set<string>();
		const steps = fc.commands(STEPS, { maxCommands: MOST_STEPS, size: 'max' });
		const trials = fc.asyncProperty(steps, fc.constantFrom(...OUTCOMES), async (all, last) => {
			const trial = await Trial.start();
			try {
				await fc.asyncModelRun(() => ({ model: trial, real: trial }), all);
				const history = await trial.finish(last);
				expect(findFaults(history)).toEqual([]);
				if (trial.deaths > 0) seen.add('died');
				for (const { status, replay_of } of history.deliveries) seen.add(replay_of ? 'replayed' : status);
				for (const { reason } of history.deadLetters) seen.add(reason);
				for (const { fate } of history.arrivals) seen.add(fate);
			} finally {
				await trial.end();
			}
		});
		await fc.assert(trials, { numRuns: TRIALS, interruptAfterTimeLimit: LONGEST_SEARCH_MS });
		const common = ['died', 'lost', 'succeeded', 'replayed', 'retries_exhausted', 'client_error'];
		expect([...seen]).toEqual(expect.arrayContaining(common));
	},
	1.5 * LONGEST_SEARCH_MS,
);
