import { Scheduler } from '../../service/clock/scheduler.ts';
import { plainError } from '../../service/http/errors.ts';
import { isoTime } from '../../service/time.ts';
import { Records } from '../../service/database/records.ts';
import type { App } from '../../service/plugin.ts';
import { findStepMistake, type KnownCalls } from './check.ts';
import { readNewest, type Newest } from './new-records.ts';
import {
	createRead,
	performStep,
	toWaiting,
	type RunContext,
	type RunStep,
	type StepResult,
} from './play.ts';
import { readAfterSeconds, type Scenario, type ScenarioRun } from './scenario.ts';

type Used = 'clock' | 'config' | 'faults' | 'ids' | 'inject' | 'otherAccounts' | 'swagger';

/** A run as stored, with fields that are not shown. */
interface StoredRun extends Omit<ScenarioRun, 'steps'> {
	/** The newest records before it, by the number of the account. */
	readonly before: Readonly<Record<number, Newest>>;
	readonly steps: RunStep[];
}

/** The runs of scenarios. Their steps are performed one after the other, each when it is due by the clock. */
export class ScenarioRuns extends Records<StoredRun, Used> {
	readonly #scheduler: Scheduler;
	/** The IDs of the runs that have a step in progress. */
	readonly #inProgress = new Set<string>();
	#isClosed = false;
	/** Makes a control call, which does not leave the process. */
	readonly #call: RunContext['call'] = async (account, method, path, body) => {
		const { app } = this;
		const own = [app, ...app.otherAccounts].find(({ config }) => config.account === account) ?? app;
		const { controlToken } = own.config;
		const response = await own.inject({
			method: method as 'POST',
			url: `/sandbox/v1${path}`,
			...(body && { payload: body }),
			headers: controlToken === null ? {} : { authorization: `Bearer ${controlToken}` },
		});
		return { status: response.statusCode, answer: response.json<unknown>() };
	};

	constructor(app: Pick<App, 'database' | Used>) {
		super(app, 'scenario_runs', 'Scenario run');
		this.#scheduler = new Scheduler(app, (now) => this.#beginDue(now));
	}

	/**
	 * Starts a run of a scenario.
	 * @throws {ServiceError} 400 for a step that cannot be performed, or for an account that is not there
	 */
	async begin(scenario: Scenario): Promise<StoredRun> {
		const { app } = this;
		const known = { endpoints: app.faults.endpoints, paths: app.swagger().paths as KnownCalls['paths'] };
		const mistake = findStepMistake(scenario.steps, known, false);
		if (mistake !== undefined) throw plainError(400, mistake);
		const accounts = this.#accountsIn(scenario);
		const newest = await Promise.all(accounts.map((account) => readNewest(createRead(this.#call, account))));
		const before = Object.fromEntries(accounts.map((account, index) => [account, newest[index]]));
		return this.app.database.transaction(() => this.#add(scenario, before as StoredRun['before']));
	}

	#add({ title, expected, steps }: Scenario, before: StoredRun['before']): StoredRun {
		const { clock, ids } = this.app;
		const waiting = steps.map(toWaiting);
		const run = this.add({
			id: ids.uuid('scenario-run'),
			title,
			expected,
			status: 'running',
			started_at: clock.stamp(),
			expectations: countExpectations(waiting),
			before,
			steps: this.#scheduled(waiting, 0),
		});
		this.#scheduler.wake();
		return run;
	}

	/** Ends the runs of an earlier process. To be called within a transaction. */
	stopAll(): void {
		for (const { id } of this.listBy('status', 'running')) this.change(id, { status: 'stopped' });
	}

	/** Ends the waits in progress. */
	close(): void {
		this.#isClosed = true;
	}

	/** Begins the steps that are due; returns the time at which the next one is. */
	#beginDue(now: number): number | undefined {
		let next: number | undefined;
		for (const run of this.listBy('status', 'running')) {
			const index = run.steps.findIndex(({ status }) => status === 'waiting' || status === 'running');
			const step = run.steps[index];
			if (step?.status === 'running' && !this.#inProgress.has(run.id)) {
				// A snapshot that was saved meanwhile has brought it back, and nobody performs it.
				this.change(run.id, { status: 'stopped' });
				continue;
			}
			if (step?.status !== 'waiting' || step.due_at === null) continue;
			const dueAt = Date.parse(step.due_at);
			if (dueAt > now) {
				next = Math.min(next ?? dueAt, dueAt);
				continue;
			}
			this.change(run.id, { steps: run.steps.with(index, { ...step, status: 'running' }) });
			this.#inProgress.add(run.id);
			this.app.database.afterCommit(() => void this.#perform(run, index, step));
		}
		return next;
	}

	/** Performs a step and records its result; a reset or a restored snapshot may end the run meanwhile. */
	async #perform(run: StoredRun, index: number, step: RunStep): Promise<void> {
		const begun = performance.now();
		const result = await performStep(step, run.steps, {
			account: this.app.config.account,
			before: run.before,
			call: this.#call,
			isStopped: () => this.#isClosed || this.find(run.id)?.status !== 'running',
		}).catch((error: unknown): StepResult => {
			return { status: 'refused', error: error instanceof Error ? error.message : String(error) };
		});
		if (this.#isClosed) return;
		const done = { ...result, duration_ms: Math.round(performance.now() - begun) };
		this.app.database.transaction(() => {
			this.#inProgress.delete(run.id);
			this.#record(run.id, index, done);
		});
		this.#scheduler.wake();
	}

	#record(id: string, index: number, done: StepResult): void {
		const run = this.find(id);
		const step = run?.steps[index];
		if (run === undefined || step?.status !== 'running') return;
		const steps = this.#scheduled(run.steps.with(index, { ...step, ...done }), index + 1);
		const status = index + 1 === steps.length ? 'finished' : run.status;
		this.change(id, { steps, status, expectations: countExpectations(steps) });
	}

	/** The accounts that a scenario plays in. @throws {ServiceError} 400 if the service does not have one of them */
	#accountsIn({ steps, second_account: second }: Scenario): number[] {
		const own = this.app.config.account;
		const wanted = new Set([own, ...steps.map(({ account = own }) => account), ...(second ? [2] : [])]);
		const there = [this.app, ...this.app.otherAccounts].map(({ config }) => config.account);
		const missing = [...wanted].find((one) => !there.includes(one));
		if (missing === undefined) return [...wanted];
		throw plainError(400, `There is no account ${missing}: start the sandbox with --accounts ${missing}`);
	}

	/** Returns the steps with the due time of the one at an index, if there is one. */
	#scheduled(steps: readonly RunStep[], index: number): RunStep[] {
		const step = steps[index];
		if (step === undefined) return [...steps];
		const dueAt = this.app.clock.now() + readAfterSeconds(step) * 1000;
		return steps.with(index, { ...step, due_at: isoTime(dueAt) });
	}
}

function countExpectations(steps: readonly RunStep[]): ScenarioRun['expectations'] {
	const expecting = steps.filter(({ expect }) => expect !== undefined);
	return { met: expecting.filter(({ status }) => status === 'done').length, total: expecting.length };
}
