import { Ticker } from '../clock/ticker.ts';
import { isoTime } from '../clock/clock.ts';
import { Records } from '../database/records.ts';
import { parseSeconds } from '../duration.ts';
import type { App } from '../plugin.ts';
import { checkSteps } from './check.ts';
import { toControlCall, type Scenario, type ScenarioRun } from './scenario.ts';

type Used = 'clock' | 'config' | 'ids' | 'inject' | 'swagger';
type RunStep = ScenarioRun['steps'][number];

/** The fields that tell the result of a control call; all but `error` are those of a success. */
interface StepAnswer {
	readonly id?: string;
	readonly status?: string;
	readonly event_id?: string | null;
	readonly error?: string | null;
}

/** The runs of scenarios. Each step is a control call, and the steps are performed one after the other. */
export class ScenarioRuns extends Records<ScenarioRun, Used> {
	readonly #ticker: Ticker;

	constructor(app: Pick<App, 'database' | Used>) {
		super(app, 'scenario_runs', 'Scenario run');
		this.#ticker = new Ticker(app, (now) => this.#beginDue(now));
	}

	/**
	 * Starts a run of a scenario. To be called within a write.
	 * @throws {ServiceError} 400 for a step that is not a control call or has invalid fields
	 */
	begin({ title, expected, steps }: Scenario): ScenarioRun {
		checkSteps(steps, this.app);
		const { clock, ids } = this.app;
		const waiting = steps.map((step): RunStep => ({
			...step,
			status: 'waiting',
			due_at: null,
			event_id: null,
			function_call_id: null,
			error: null,
		}));
		const run = this.add({
			id: ids.uuid('scenario-run'),
			title,
			expected,
			status: 'running',
			started_at: clock.stamp(),
			steps: this.#scheduled(waiting, 0),
		});
		this.#ticker.wake();
		return run;
	}

	/** Ends the runs of an earlier process. To be called within a write. */
	stopAll(): void {
		for (const { id } of this.listBy('status', 'running')) this.change(id, { status: 'stopped' });
	}

	/** Begins the steps that are due; returns the time at which the next one is. */
	#beginDue(now: number): number | undefined {
		let next: number | undefined;
		for (const run of this.listBy('status', 'running')) {
			const index = run.steps.findIndex(({ status }) => status === 'waiting' || status === 'running');
			const step = run.steps[index];
			if (step?.status !== 'waiting' || step.due_at === null) continue;
			const dueAt = Date.parse(step.due_at);
			if (dueAt > now) {
				next = Math.min(next ?? dueAt, dueAt);
				continue;
			}
			this.change(run.id, { steps: run.steps.with(index, { ...step, status: 'running' }) });
			this.app.database.afterCommit(() => void this.#perform(run.id, index, step));
		}
		return next;
	}

	/**
	 * Makes the control call of a step and records its result; a reset or a restored snapshot may end the run
	 * meanwhile.
	 */
	async #perform(id: string, index: number, performed: RunStep): Promise<void> {
		const { call, body } = toControlCall(performed);
		const [method, path] = call.split(' ') as ['POST', string];
		const { controlToken } = this.app.config;
		const response = await this.app.inject({
			method,
			url: `/sandbox/v1${path}`,
			payload: body,
			headers: controlToken === null ? {} : { authorization: `Bearer ${controlToken}` },
		});
		const done = readOutcome(performed, response.statusCode, response.json<StepAnswer>());
		await this.app.database.write(() => {
			const run = this.find(id);
			const step = run?.steps[index];
			if (run === undefined || step?.status !== 'running') return;
			const steps = this.#scheduled(run.steps.with(index, { ...step, ...done }), index + 1);
			this.change(id, { steps, status: index + 1 === steps.length ? 'finished' : run.status });
		});
		this.#ticker.wake();
	}

	/** Returns the steps with the due time of the one at an index, if there is one. */
	#scheduled(steps: readonly RunStep[], index: number): RunStep[] {
		const step = steps[index];
		if (step === undefined) return [...steps];
		const dueAt = this.app.clock.now() + (parseSeconds(step.after ?? '0') ?? 0) * 1000;
		return steps.with(index, { ...step, due_at: isoTime(dueAt) });
	}
}

/** Reads the result of a step from the answer to its control call. */
function readOutcome({ function: called }: RunStep, code: number, answer: StepAnswer): Partial<RunStep> {
	const { id = null, status, event_id = null, error = null } = answer;
	if (code >= 300) return { status: 'refused', error: error ?? `Answered ${code}` };
	if (called === undefined) return { status: 'done', event_id };
	return { status: status === 'succeeded' ? 'done' : 'failed', function_call_id: id, error };
}
