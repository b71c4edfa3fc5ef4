import { setTimeout as sleep } from 'node:timers/promises';
import { Scheduler } from '../../service/clock/scheduler.ts';
import { plainError } from '../../service/http/errors.ts';
import { isoTime, parseSeconds } from '../../service/time.ts';
import { Records } from '../../service/database/records.ts';
import type { App } from '../../service/plugin.ts';
import { checkSteps } from './check.ts';
import { combine, Judge, takeMarks, type Marks } from './judge.ts';
import { fillPlaceholders, type Answers } from './placeholders.ts';
import { toControlCall, type Scenario, type ScenarioRun } from './scenario.ts';
import { readOutcome, type RunStep, type StepAnswer } from './step-result.ts';
import { isExact, readWaitSeconds } from './wait-times.ts';
import type { WorkflowExecutions, WorkflowHost } from './workflow-host.ts';

/** The pause between two looks at what has come. */
const LOOK_INTERVAL_MS = 150;
/** How long what was begun is waited for beyond the time of a step that expects an exact number. */
const SETTLING_TIMEOUT_MS = 150_000;
/** A delivery that is repeated later than that is not waited for. */
const SOON_MS = 60_000;
const MOST_DELIVERIES = 250;
/** How long it has to be quiet after an exact number has come, where no executions can be looked at. */
const QUIET_MS = 2000;

type Used =
	| 'batches'
	| 'clock'
	| 'config'
	| 'deliveryLog'
	| 'faults'
	| 'functionCalls'
	| 'ids'
	| 'inject'
	| 'messages'
	| 'otherAccounts'
	| 'requests'
	| 'swagger';

/** A run as stored, with fields that are not shown. */
interface StoredRun extends Omit<ScenarioRun, 'steps'> {
	/** By the number of the account. */
	readonly marks: Readonly<Record<number, Marks>>;
	readonly steps: RunStep[];
}

/**
 * The runs of scenarios. The steps are performed one after the other: each is a control call, or waits for what
 * the workflow should have done.
 */
export class ScenarioRuns extends Records<StoredRun, Used> {
	readonly #scheduler: Scheduler;
	/** The IDs of the runs that have a step in progress. */
	readonly #inProgress = new Set<string>();
	/** The executions that belong to each run which tests a workflow, by the ID of the run. */
	readonly #executions = new Map<string, WorkflowExecutions>();
	#host: WorkflowHost | undefined;
	#isClosed = false;

	constructor(app: Pick<App, 'database' | Used>) {
		super(app, 'scenario_runs', 'Scenario run');
		this.#scheduler = new Scheduler(app, (now) => this.#beginDue(now));
	}

	/** Sets the program that runs the workflows which scenarios test. */
	setHost(host: WorkflowHost): void {
		this.#host = host;
	}

	/**
	 * Starts a run of a scenario.
	 * @param workflowIds the workflow whose executions are meant, and others whose executions belong to the test
	 * @throws {ServiceError} 400 for a step that is not a control call or has invalid fields, or in an account that is not there; 409 if the program that runs
	 * the workflow does not answer
	 */
	async begin(scenario: Scenario, workflowIds: readonly string[] = []): Promise<StoredRun> {
		checkSteps(scenario.steps, this.app, workflowIds.length > 0);
		const accounts = this.#accountsIn(scenario);
		const executions = workflowIds.length > 0 ? await this.#host?.follow(workflowIds) : undefined;
		return this.app.database.transaction(() => {
			const run = this.#add(scenario, workflowIds[0] ?? null, Object.fromEntries(accounts.map(toMarks)));
			if (executions) this.#executions.set(run.id, executions);
			return run;
		});
	}

	#add(
		{ title, expected, steps }: Scenario,
		workflowId: string | null,
		marks: StoredRun['marks'],
	): StoredRun {
		const { clock, ids } = this.app;
		const waiting = steps.map((step): RunStep => ({
			...step,
			status: 'waiting',
			due_at: null,
			event_id: null,
			function_call_id: null,
			duration_ms: null,
			unheard: null,
			came: null,
			error: null,
		}));
		const run = this.add({
			id: ids.uuid('scenario-run'),
			title,
			expected,
			workflow_id: workflowId,
			status: 'running',
			started_at: clock.stamp(),
			expectations: countExpectations(waiting),
			marks,
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

	/**
	 * Performs a step and records its result; a reset or a restored snapshot may end the run meanwhile.
	 */
	async #perform(run: StoredRun, index: number, step: RunStep): Promise<void> {
		const begun = performance.now();
		const result = await this.#resultOf(run, step).catch((error: unknown): Partial<RunStep> => {
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

	#record(id: string, index: number, done: Partial<RunStep>): void {
		const run = this.find(id);
		const step = run?.steps[index];
		if (run === undefined || step?.status !== 'running') return;
		const steps = this.#scheduled(run.steps.with(index, { ...step, ...done }), index + 1);
		const status = index + 1 === steps.length ? 'finished' : run.status;
		if (status === 'finished') this.#executions.delete(id);
		this.change(id, { steps, status, expectations: countExpectations(steps) });
	}

	/** @throws {UnknownFieldError} when an earlier answer has no field that the step uses */
	async #resultOf(run: StoredRun, step: RunStep): Promise<Partial<RunStep>> {
		const answers = answersIn(run.steps);
		if (step.expect !== undefined) return await this.#await(run, step, answers);
		const filled = fillPlaceholders(step, answers);
		if (step.start === undefined) return await this.#call(filled);
		await this.#host?.start(run.workflow_id ?? '', step.start, filled.item ?? {});
		return { status: 'done' };
	}

	async #call(step: RunStep): Promise<Partial<RunStep>> {
		const { call, body } = toControlCall(step);
		const [method, path] = call.split(' ') as ['POST', string];
		const app = this.#require(step.account);
		const { controlToken } = app.config;
		const response = await app.inject({
			method,
			url: `/sandbox/v1${path}`,
			payload: body,
			headers: controlToken === null ? {} : { authorization: `Bearer ${controlToken}` },
		});
		return readOutcome(step, response.statusCode, response.json<StepAnswer>());
	}

	/** Waits until an expectation is met, cannot be met any more, or its time is over. */
	async #await(run: StoredRun, step: RunStep, answers: Answers): Promise<Partial<RunStep>> {
		const { workflow_id, marks, steps } = run;
		const made = JSON.stringify(steps.map(({ answer }) => answer ?? null));
		const taken = steps.flatMap(({ met_by: keys }) => keys ?? []);
		const executions = this.#executions.get(run.id);
		// Nothing else is to come in any account of the run.
		const judges = Object.entries(marks)
			.filter(([account]) => step.expect?.nothing_else ?? Number(account) === this.#numberOf(step.account))
			.map(([account, own]) => {
				const judged = { marks: own, workflow_id, answers, made };
				return new Judge(this.#require(Number(account)), executions, judged, taken);
			});
		const judge = async (isOver: boolean) =>
			combine(await Promise.all(judges.map((one) => one.judge(step.expect ?? {}, isOver))));
		const until = performance.now() + readWaitSeconds(step) * 1000;
		let decidedAt: number | undefined;
		for (;;) {
			const isOver = performance.now() >= until;
			const isExpectedOfN8n = step.expect?.execution !== undefined;
			// As long as the sandbox's own records decide nothing, n8n need not be asked.
			if (!isExpectedOfN8n && (await judge(isOver)).verdict === 'undecided') {
				decidedAt = undefined;
			} else {
				// n8n is asked before the records are read: an execution that ends in between has then left its records.
				const hasSettled =
					!isExact(step) ||
					performance.now() >= until + SETTLING_TIMEOUT_MS ||
					executions === undefined ||
					(!this.#isDelivering(run) && (await executions.areSettled(!isOver)));
				const { verdict, isFinal, met_by, came, instead } = await judge(isOver);
				if (verdict === 'undecided') decidedAt = undefined;
				else decidedAt ??= performance.now();
				const isQuiet =
					!isExact(step) ||
					isOver ||
					executions !== undefined ||
					performance.now() - (decidedAt ?? 0) >= QUIET_MS;
				if (isFinal || (hasSettled && isQuiet)) {
					if (verdict === 'met') return { status: 'done', met_by };
					if (verdict === 'failed') return { status: 'failed', met_by, came, error: instead };
				}
			}
			if (this.#isClosed || this.find(run.id)?.status !== 'running') return {};
			await sleep(LOOK_INTERVAL_MS);
		}
	}

	/** Tells if an event is on its way to a webhook, or will soon be sent again. */
	#isDelivering({ marks }: StoredRun): boolean {
		return Object.keys(marks).some((account) => {
			const { clock, deliveryLog } = this.#require(Number(account));
			const pending = deliveryLog.list({ status: 'pending' }, MOST_DELIVERIES, 0);
			const soon = clock.now() + SOON_MS;
			return pending.some(({ next_attempt_at: at }) => at === null || Date.parse(at) <= soon);
		});
	}

	/** The accounts that a scenario plays in. @throws {ServiceError} 400 if the service does not have one of them */
	#accountsIn({ steps, second_account: second }: Scenario): ReadonlyArray<Pick<App, Used>> {
		const numbers = steps.map(({ account }) => this.#numberOf(account));
		return [...new Set([this.#numberOf(), ...numbers, ...(second ? [2] : [])])].map((one) =>
			this.#require(one),
		);
	}

	#numberOf(account = this.app.config.account): number {
		return account;
	}

	/** @throws {ServiceError} 400 if the service does not have an account; this one when absent */
	#require(account?: number): Pick<App, Used> {
		const wanted = this.#numberOf(account);
		const found = [this.app, ...this.app.otherAccounts].find(({ config }) => config.account === wanted);
		if (found) return found;
		throw plainError(400, `There is no account ${wanted}: start the sandbox with --accounts ${wanted}`);
	}

	/** Returns the steps with the due time of the one at an index, if there is one. */
	#scheduled(steps: readonly RunStep[], index: number): RunStep[] {
		const step = steps[index];
		if (step === undefined) return [...steps];
		const dueAt = this.app.clock.now() + (parseSeconds(step.after ?? '0') ?? 0) * 1000;
		return steps.with(index, { ...step, due_at: isoTime(dueAt) });
	}
}

const toMarks = (app: Pick<App, Used>) => [app.config.account, takeMarks(app)] as const;

function answersIn(steps: readonly RunStep[]): Answers {
	return Object.fromEntries(
		steps.flatMap(({ name, answer }) => (name === undefined ? [] : [[name, answer]])),
	);
}

function countExpectations(steps: readonly RunStep[]): ScenarioRun['expectations'] {
	const expecting = steps.filter(({ expect }) => expect !== undefined);
	return { met: expecting.filter(({ status }) => status === 'done').length, total: expecting.length };
}
