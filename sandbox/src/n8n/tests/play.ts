import type { ScenarioRun } from '../../client/records.ts';
import type { Sandbox } from '../../client/start-sandbox.ts';
import type { Scenario } from '../../scenarios/scenario.ts';
import type { Deployment } from './deployment.ts';

/** A wait of a scenario up to this long passes in real time, since n8n's own waits do; a longer one is skipped. */
const LONGEST_REAL_WAIT_MS = 60_000;
const LOOK_TIMEOUT_MS = 250;

type Step = ScenarioRun['steps'][number];

/**
 * Plays a scenario to its end.
 * @param deployment the workflow whose executions are meant, and those that take part
 * @param onStep is told each step when it has ended
 */
export async function playScenario(
	sandbox: Sandbox,
	scenario: Scenario,
	{ workflowId, workflows }: Pick<Deployment, 'workflowId' | 'workflows'>,
	onStep: (step: Step) => Promise<void>,
): Promise<ScenarioRun> {
	const others = [...workflows.keys()].filter((id) => id !== workflowId).join();
	const query = new URLSearchParams({
		workflow_id: workflowId,
		...(others && { other_workflow_ids: others }),
	});
	let run = await sandbox.control('POST', `/scenario-runs?${query}`, scenario);
	for (let told = 0; ;) {
		for (const step of run.steps.slice(told)) {
			if (step.status === 'waiting' || step.status === 'running') break;
			await onStep(step);
			told += 1;
		}
		if (run.status !== 'running') return run;
		await skipWait(sandbox, run.steps[told]);
		run = await sandbox.control(
			'GET',
			`/scenario-runs/${run.id}?finished=true&timeout_ms=${LOOK_TIMEOUT_MS}`,
		);
	}
}

/** Advances the clock of the sandbox to the time of a step that is far away. */
async function skipWait(sandbox: Sandbox, step: Step | undefined): Promise<void> {
	if (step?.status !== 'waiting' || step.due_at === null) return;
	const leftMs = Date.parse(step.due_at) - (await readClock(sandbox));
	if (leftMs > LONGEST_REAL_WAIT_MS) await sandbox.advance(Math.ceil(leftMs / 1000));
}

/** Returns the time of the sandbox, in milliseconds since 1970. */
export async function readClock(sandbox: Sandbox): Promise<number> {
	return Date.parse((await sandbox.control('GET', '/clock')).now);
}
