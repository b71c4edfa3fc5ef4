/** The faults of workflow tests, and what they change about a scenario. */
import type { SandboxAccount } from '../src/client/account.ts';
import type { Scenario, Step } from '../src/control/scenarios/scenario.ts';
import { allowForFaults, planFaults } from '../src/tester/seeded-faults.ts';

const SMS: Step = { note: 'An SMS', call: 'POST /events/sms.received' };
const scenarioOf = (...steps: Step[]): Scenario => ({ title: 't', story: 's', expected: 'e', steps });
const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);

/** What a plan has the sandbox do, without its words. */
async function arrangementOf(seed: number, scenario: Scenario): Promise<unknown[]> {
	const calls: unknown[] = [];
	const control = async (...call: unknown[]) => void calls.push(call);
	const { faults, isKilled } = planFaults(seed, scenario);
	for (const fault of faults) await fault.arrange({ control } as unknown as SandboxAccount);
	return [...calls, isKilled];
}

describe('the faults of a seed', () => {
	it('are the same each time, others for other seeds, and sometimes kill the service', async () => {
		const plans = await Promise.all(SEEDS.map((seed) => arrangementOf(seed, scenarioOf(SMS))));
		const again = await Promise.all(SEEDS.map((seed) => arrangementOf(seed, scenarioOf(SMS))));
		expect(again).toEqual(plans);
		expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBeGreaterThan(300);
		expect(new Set(plans.map((plan) => plan.at(-1)))).toEqual(new Set([true, false]));
	});

	it('are one to three, each of another kind', () => {
		for (const seed of SEEDS) {
			const { faults } = planFaults(seed, scenarioOf(SMS, SMS));
			const kinds = faults.map(({ words }) => words.replace(/ × \d+$|^\d+ (?!×)/, ''));
			expect(kinds.length).toBeGreaterThan(0);
			expect(kinds.length).toBeLessThanOrEqual(3);
			expect(new Set(kinds).size).toBe(kinds.length);
		}
	});

	it('reorder deliveries only where two events come', () => {
		const reordered = (scenario: Scenario) =>
			SEEDS.filter((seed) => planFaults(seed, scenario).words.includes('reordered')).length;
		expect(reordered(scenarioOf(SMS))).toBe(0);
		expect(reordered(scenarioOf(SMS, SMS))).toBeGreaterThan(0);
	});
});

describe('a scenario under faults', () => {
	const message = { to: '+14155550123' };

	it.each<[string, Step, Step]>([
		[
			'what is expected may come 30 seconds later',
			{ note: 'n', expect: { message }, within: '1m' },
			{ note: 'n', expect: { message }, within: '90s' },
		],
		[
			'also where the scenario does not say when',
			{ note: 'n', expect: { message } },
			{ note: 'n', expect: { message }, within: '40s' },
		],
		[
			'an execution may take longer',
			{ note: 'n', expect: { execution: { max_seconds: 2.5 } }, within: '5s' },
			{ note: 'n', expect: { execution: { max_seconds: 32.5 } }, within: '35s' },
		],
		[
			'that nothing comes is watched as long as before',
			{ note: 'n', expect: { message: { ...message, count: 0 } } },
			{ note: 'n', expect: { message: { ...message, count: 0 } } },
		],
		[
			'that nothing else comes is, too',
			{ note: 'n', expect: { nothing_else: true }, within: '3s' },
			{ note: 'n', expect: { nothing_else: true }, within: '3s' },
		],
		['what is done is done as before', SMS, SMS],
	])('under faults, %s', (_, step, changed) => {
		expect(allowForFaults(scenarioOf(step))).toEqual(scenarioOf(changed));
	});
});
