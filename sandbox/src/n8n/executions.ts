import { N8nApiError, type Execution, type N8nApi } from './api.ts';
import type { StoredWorkflow } from './workflow.ts';

/** The most executions of one workflow that a scenario looks at. */
const MAX_EXECUTIONS = 250;
/** The longest wait for an execution to go on at the time for which it waits; n8n resumes it up to a minute late. */
const MAX_TIMED_WAIT_MS = 120_000;
/** How long an execution that was seen running is waited for: it may never end. */
const MAX_RUN_MS = 60_000;
/** A longer wait has no end: n8n stores a time in the year 3000 for it. */
const UNLIMITED_WAIT_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** An item that a node output. */
export type Item = Readonly<Record<string, unknown>>;

/** A run of a node; one in a loop runs several times. */
export interface NodeRun {
	/** The items by the kind of line and output. */
	readonly data?: Readonly<
		Record<string, ReadonlyArray<ReadonlyArray<{ readonly json: Item }> | null> | undefined>
	>;
	/** Why it failed, also if the workflow went on. */
	readonly error?: { readonly message?: string };
}

/** The result of an execution, which n8n's public API includes only on request. */
export interface ExecutionData {
	readonly error?: { readonly message?: string; readonly description?: string | null };
	readonly lastNodeExecuted?: string;
	/** By the name of the node. */
	readonly runData?: Readonly<Record<string, readonly NodeRun[]>>;
}

/** Reads the result of an execution; it is empty if n8n was not asked for it. */
export function readExecutionData({ data }: Pick<Execution, 'data'>): ExecutionData {
	return (data as { resultData?: ExecutionData } | null | undefined)?.resultData ?? {};
}

/**
 * Tells if an execution ended at its trigger, which output nothing: the event was a repeated one, or a reply that
 * another execution waited for.
 */
export function endedAtTrigger(execution: Pick<Execution, 'data' | 'status'>): boolean {
	if (execution.status !== 'success') return false;
	const data = readExecutionData(execution);
	const [name, ...others] = Object.keys(data.runData ?? {});
	return name !== undefined && others.length === 0 && listOutputItems(data, name).length === 0;
}

/** Lists the items that a node output when it ran last, from all its outputs; none if it did not run. */
export function listOutputItems({ runData = {} }: ExecutionData, node: string): Item[] {
	const outputs = runData[node]?.at(-1)?.data?.main ?? [];
	return outputs.flatMap((items) => items ?? []).map(({ json }) => json);
}

/** Tells if an execution has not come to its end, nor to a wait. */
export function isRunning({ status }: Pick<Execution, 'status'>): boolean {
	return status === 'new' || status === 'running';
}

/** Returns for how long an execution still waits for a time, in milliseconds; undefined if it waits for no time. */
export function measureWaitMs({
	status,
	waitTill,
}: Pick<Execution, 'status' | 'waitTill'>): number | undefined {
	if (status !== 'waiting' || waitTill === null || waitTill === undefined) return undefined;
	const leftMs = Date.parse(waitTill) - Date.now();
	return leftMs > UNLIMITED_WAIT_MS ? undefined : leftMs;
}

/** Returns how long an execution took, in seconds; 0 if it has not ended. */
export function measureSeconds({ startedAt, stoppedAt }: Pick<Execution, 'startedAt' | 'stoppedAt'>): number {
	if (startedAt === null || stoppedAt === null) return 0;
	return (Date.parse(stoppedAt) - Date.parse(startedAt)) / 1000;
}

/** Tells if an execution continues by itself so soon that the test waits for it. */
function continuesSoon(execution: Execution): boolean {
	return (measureWaitMs(execution) ?? Infinity) <= MAX_TIMED_WAIT_MS;
}

/**
 * The executions of some workflows since a time. One that has ended is read once, since it does not change any more.
 */
export class Executions {
	readonly #api: N8nApi;
	/** The ID of the newest execution before, by the ID of the workflow; 0 if there was none. */
	readonly #before: ReadonlyMap<string, number>;
	/** Those that have ended, with what their nodes output. */
	readonly #ended = new Map<string, Execution>();
	/** When each that runs was first seen, by its ID; in milliseconds of `performance.now()`. */
	readonly #seenRunning = new Map<string, number>();

	private constructor(api: N8nApi, before: ReadonlyMap<string, number>) {
		this.#api = api;
		this.#before = before;
	}

	/** Follows the executions of workflows from now on. @throws {N8nApiError} */
	static async follow(api: N8nApi, workflowIds: readonly string[]): Promise<Executions> {
		const newest = async (workflowId: string) =>
			[workflowId, Number((await api.listExecutions({ workflowId, limit: 1 }))[0]?.id ?? 0)] as const;
		return new Executions(api, new Map(await Promise.all(workflowIds.map(newest))));
	}

	/**
	 * Lists the executions that have begun since, with what their nodes output, the oldest first.
	 * @param workflowId only those of this workflow
	 * @throws {N8nApiError}
	 */
	async list(workflowId?: string): Promise<Execution[]> {
		const ids = [...this.#before.keys()].filter((id) => workflowId === undefined || id === workflowId);
		const listed = (await Promise.all(ids.map((id) => this.#listNew(id)))).flat();
		const read = await Promise.all(
			listed.map(async (one) => this.#ended.get(one.id) ?? (await this.#read(one))),
		);
		return read.sort((one, other) => Number(one.id) - Number(other.id));
	}

	/**
	 * Tells if none runs, and none goes on by itself within the next two minutes.
	 * @param includesLongRuns false: one that was first seen running more than a minute ago does not count
	 * @throws {N8nApiError}
	 */
	async areSettled(includesLongRuns = false): Promise<boolean> {
		const now = performance.now();
		const lists = await Promise.all([...this.#before.keys()].map((id) => this.#listNew(id)));
		return lists.flat().every((one) => {
			if (!isRunning(one)) return !continuesSoon(one);
			const since = this.#seenRunning.get(one.id) ?? now;
			this.#seenRunning.set(one.id, since);
			return !includesLongRuns && now - since > MAX_RUN_MS;
		});
	}

	async #listNew(workflowId: string): Promise<Execution[]> {
		const listed = await this.#api.listExecutions({ workflowId, limit: MAX_EXECUTIONS });
		return listed.filter(({ id }) => Number(id) > (this.#before.get(workflowId) ?? 0));
	}

	async #read(listed: Execution): Promise<Execution> {
		const read = await this.#api.getExecution(listed.id).catch((error: unknown) => {
			// n8n does not keep an execution that its settings say not to save.
			if (error instanceof N8nApiError && error.status === 404) return listed;
			throw error;
		});
		if (!['new', 'running', 'waiting'].includes(read.status)) this.#ended.set(read.id, read);
		return read;
	}
}

/**
 * Describes what n8n has done, for a person who expected something else: the executions with their state and last node,
 * those that still wait, and the nodes that are disabled.
 */
export function describeExecutions(
	executions: readonly Execution[],
	workflows: ReadonlyArray<Pick<StoredWorkflow, 'nodes'>>,
): string {
	const ran = executions.map((one) => {
		const { lastNodeExecuted: last, error } = readExecutionData(one);
		const at = last === undefined ? '' : ` at "${last}"`;
		if (one.status === 'waiting') return `execution ${one.id} still waits${at}`;
		return `execution ${one.id}: ${one.status}${at}${error?.message ? ` (${error.message})` : ''}`;
	});
	const disabled = workflows.flatMap(({ nodes }) => nodes.filter((node) => node.disabled === true));
	return [
		ran.length === 0 ? 'n8n ran no execution' : `n8n ran ${ran.join('; ')}`,
		...(disabled.length > 0 ? [`disabled: ${disabled.map(({ name }) => `"${name}"`).join(', ')}`] : []),
	].join('; ');
}
