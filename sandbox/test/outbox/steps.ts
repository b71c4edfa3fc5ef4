/** What happens in a trial, for fast-check: each step with its arguments is a command. */
import { fc } from '../../../test/support/fast-check.ts';
import type { Outcome } from './held-receiver.ts';
import { LINES, type Line, type Trial } from './trial.ts';

/** Every row of the delivery rules. */
export const OUTCOMES: readonly Outcome[] = [200, 204, 302, 400, 404, 408, 410, 429, 500, 503, 'reset'];

type Step = fc.AsyncCommand<Trial, Trial>;

const always = () => true;

function step(
	words: string,
	run: (trial: Trial) => Promise<void> | void,
	isPossible: (trial: Readonly<Trial>) => boolean = always,
): Step {
	return {
		toString: () => words,
		check: isPossible,
		run: async (_, trial) => await run(trial),
	};
}

const line = fc.constantFrom<Line>(...LINES);
const which = fc.nat({ max: 20 });
const isOpen = ({ open }: Readonly<Trial>): boolean => open > 0;

const publish = line.map((to) => step(`a message to ${to}`, (trial) => trial.publish(to)));
const answer = fc
	.tuple(which, fc.constantFrom(...OUTCOMES))
	.map(([request, outcome]) =>
		step(`request ${request} is answered ${outcome}`, (trial) => trial.answer(request, outcome), isOpen),
	);
const passTime = fc.constant(step('time passes', (trial) => trial.passTime()));
const replay = fc
	.tuple(which, fc.constantFrom('delivery' as const, 'dead letter' as const, 'client' as const))
	.map(([one, by]) => step(`replay ${one} by ${by}`, (trial) => trial.replay(one, by)));
const replayMany = fc.constantFrom(
	step('the window is replayed', (trial) => trial.replayWindow()),
	step('the dead letters are replayed', (trial) => trial.replayDeadLetters()),
);
const subscribe = line.map((to) => step(`${to} gets another URL`, (trial) => trial.subscribe(to)));
const unsubscribe = fc
	.tuple(line, fc.constantFrom('clear the URL' as const, 'revoke the key' as const))
	.map(([of, how]) =>
		step(
			`${how} of ${of}`,
			(trial) => trial.unsubscribe(of, how),
			(trial) => trial.hasReceiver(of),
		),
	);
const dieAt = fc
	.tuple(fc.integer({ min: 1, max: 4 }), fc.constantFrom('before' as const, 'after' as const))
	.map(([commits, moment]) =>
		step(`death ${moment} commit ${commits}`, (trial) => trial.dieAt(commits, moment)),
	);
const end = fc.constantFrom(
	step('death', (trial) => trial.die()),
	step('a restart', (trial) => trial.restart()),
	step('nobody answers in time', (trial) => trial.timeOut()),
);

/** Steps in any order; the frequent ones stand here more than once. */
export const STEPS: Array<fc.Arbitrary<Step>> = [
	...Array<typeof publish>(5).fill(publish),
	...Array<typeof answer>(6).fill(answer),
	...Array<typeof dieAt>(2).fill(dieAt),
	passTime,
	passTime,
	replay,
	replay,
	replayMany,
	subscribe,
	unsubscribe,
	unsubscribe,
	end,
];
