import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { ServiceAnswer, ServiceRequest, VoiceAgentClient } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/errors';
import { readPage, type Page } from '../../shared/client/page';
import { RateLimiter } from '../../shared/client/rateLimiter';
import { readRecords, type ServiceResponse } from '../../shared/client/response';
import { TIMEOUT_MS } from '../../shared/client/timing';
import { hintForFound, hintsFor } from './hints';
import { hasErrorOutput } from '../../shared/n8n/errorOutput';
import { toErrorItem, toNodeError } from './itemError';
import {
	DEFAULT_CONCURRENCY,
	type Ask,
	type AskService,
	type ListOutput,
	type Operation,
	type Output,
} from '../operations/define';
import { runInOrder } from './runInOrder';
import { OutcomeSearch } from './outcomeSearch';
import { readRecord } from '../../shared/client/record';
import { simplify } from '../../shared/wire/simplify';
import { collectPages } from './paging';
import { withPanelLabels } from '../parameters/panelLabels';
import { buildPreview, type FailedPlan, type Plan } from './plan';
import { describeProgress, type ItemOutcome } from './progress';
import { startWaiting } from './wait';

/** The operation, the client and the parameters that all plans of an execution share. */
export interface RunContext {
	operation: Operation;
	client: VoiceAgentClient;
	/** The parameters that the panel shows for the operation. */
	definitions: readonly INodeProperties[];
}

/**
 * Carries out the plans side by side and puts the output in the order of the items.
 * @throws NodeApiError or NodeOperationError of the first item that did not
 * work out, unless the node continues on fail.
 */
export async function runPlans(
	context: IExecuteFunctions,
	plans: Array<Plan | FailedPlan>,
	runContext: RunContext,
): Promise<INodeExecutionData[]> {
	const continues = context.continueOnFail();
	const usesErrorOutput = hasErrorOutput(context.getNode());
	const failed = plans.find(isFailed);
	if (failed && !continues) throw toNodeError(failed.error, context.getNode(), failed.index);

	const run = new Run(context, runContext, plans);
	const outputs: INodeExecutionData[][] = [];
	const failures: FailedPlan[] = [];
	const getOrderKey = (position: number) => {
		const plan = plans[position];
		return plan && !isFailed(plan) ? plan.orderKey?.(plan.request) : undefined;
	};
	/** Does a part of the work for an item; what it throws becomes the end of the item. */
	const attempt = async (position: number, work: (plan: Plan | FailedPlan) => Promise<void>) => {
		const plan = plans[position] as Plan | FailedPlan;
		try {
			await work(plan);
		} catch (error) {
			if (continues) outputs[position] = [toErrorItem(error, plan.pairedItem, usesErrorOutput)];
			else {
				run.stop();
				failures.push({ ...plan, error });
			}
		}
	};
	const endings: Array<Promise<void>> = [];
	await runInOrder(plans.length, getOrderKey, async (position) => {
		await attempt(position, async (plan) => {
			if (isFailed(plan)) throw plan.error;
			const records = await run.sendRequest(plan);
			// Not in order: a message to the same recipient need not wait until this one is delivered.
			endings.push(
				attempt(position, async () => {
					outputs[position] = await run.makeItems(plan, records);
				}),
			);
		});
	});
	await Promise.all(endings);
	const shown = failureToShow(failures);
	if (shown) {
		const error = toNodeError(shown.error, context.getNode(), shown.index);
		const progress = describeProgress(runContext.operation, run.outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of [...hintsFor(context, runContext.operation, plans), ...run.hints]) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	return outputs.flat();
}

const isFailed = (plan: Plan | FailedPlan): plan is FailedPlan => 'error' in plan;

/** An item had not come to its end when the run was stopped by the failure of another. */
class Stopped extends Error {}

/** The failure of the first item that did not just stop for another. */
function failureToShow(failures: FailedPlan[]): FailedPlan | undefined {
	const inOrder = failures.sort((a, b) => a.index - b.index);
	return inOrder.find(({ error }) => !(error instanceof Stopped)) ?? inOrder[0];
}

/** The signal of an execution that cannot be cancelled. */
const NEVER = new AbortController().signal;

class Run {
	/** Of the items that send requests, by their indexes. */
	readonly outcomes: Map<number, ItemOutcome>;

	private readonly cancelled: AbortSignal | undefined;

	private readonly stopping = new AbortController();

	private readonly limiter: RateLimiter;

	private readonly concurrency: number;

	/** Undefined if the operation has no way to find out what became of a request. */
	private readonly outcomeSearch: OutcomeSearch | undefined;

	private readonly followUpHints = new Set<string>();

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly runContext: RunContext,
		plans: Array<Plan | FailedPlan>,
	) {
		const sending = plans.filter((plan): plan is Plan => !isFailed(plan));
		this.outcomes = new Map(
			sending.filter(({ preview }) => !preview).map(({ index }) => [index, 'notStarted']),
		);
		this.concurrency = sending[0]?.concurrency ?? DEFAULT_CONCURRENCY;
		this.cancelled = context.getExecutionCancelSignal();
		const { signal } = this.stopping;
		const closed = this.cancelled ? AbortSignal.any([signal, this.cancelled]) : signal;
		this.limiter = new RateLimiter(this.concurrency, closed);
		const { operation, client } = runContext;
		const { findOutcome: finder } = operation;
		this.outcomeSearch = finder && new OutcomeSearch(finder, client, this.cancelled ?? NEVER);
	}

	/** The messages to show beside the output that were not known before. */
	get hints(): string[] {
		const { found = 0 } = this.outcomeSearch ?? {};
		return [...(found > 0 ? [hintForFound(found)] : []), ...this.followUpHints];
	}

	/** Starts no further request; those in flight go on to their end. */
	stop(): void {
		this.stopping.abort();
	}

	/**
	 * Sends the request of a plan, unless it is a preview, and returns the records for the output.
	 * @throws ServiceError; Stopped if the run was stopped before this plan was carried out.
	 */
	async sendRequest(plan: Plan): Promise<IDataObject[]> {
		const { request, extraOutput } = plan;
		const { output } = this.runContext.operation;
		const preview = buildPreview(plan);
		if (preview) return [preview];
		if (plan.fetchRecords) {
			const ask: AskService = async (request, read) => await this.ask(plan, request, read);
			return await plan.fetchRecords(ask, { wanted: plan.wanted, width: this.concurrency });
		}
		if (output.kind === 'list') return await this.fetchList(plan, output);
		const record = await this.send(plan, request, (body) => this.readResponse(output, body));
		this.outcomeSearch?.note(request, record);
		return [{ ...record, ...extraOutput }];
	}

	/**
	 * Makes items of the records of a plan once all is there that belongs to them.
	 * @throws ServiceError; Stopped.
	 */
	async makeItems(plan: Plan, records: IDataObject[]): Promise<INodeExecutionData[]> {
		const { pairedItem, simplified, preview, wait, request } = plan;
		if (wait) await startWaiting(this.context, wait(request));
		const items: INodeExecutionData[] = [];
		for (const record of records) {
			const followed = await this.followUp(plan, record);
			const json = simplified && !preview ? simplify(followed, simplified) : followed;
			const binary = await this.fetchFiles(plan, record);
			items.push({ json, pairedItem, ...(binary && { binary }) });
		}
		return items;
	}

	/**
	 * Waits for what becomes of a record, and adds that to it.
	 * @throws ServiceError if it comes to a bad end.
	 */
	private async followUp(plan: Plan, record: IDataObject): Promise<IDataObject> {
		if (!plan.followUp || plan.preview) return record;
		const { output, hint } = await plan.followUp(record, this.askFor(plan), this.limiter.closed);
		if (hint !== undefined) this.followUpHints.add(hint);
		return { ...record, ...output };
	}

	/**
	 * Creates the questions of an item that waits: each has a place in the limiter
	 * until it is answered, the item has none.
	 */
	private askFor({ timeoutMs, index }: Plan): Ask {
		const options = {
			idempotent: true,
			maxRetries: 0,
			timeoutMs: Math.min(timeoutMs, TIMEOUT_MS.quick),
			cancelled: this.cancelled,
			limiter: this.limiter,
			order: index,
		};
		return async (path, body) => {
			const answer = await this.runContext.client.request({ method: 'POST', path, body }, options);
			return answer.body;
		};
	}

	/** @throws Stopped if the run was stopped meanwhile, so that the files are no longer needed. */
	private async fetchFiles(
		{ downloadFiles, index }: Plan,
		record: IDataObject,
	): Promise<IBinaryKeyData | undefined> {
		if (!downloadFiles) return undefined;
		const release = await this.limiter.acquire(index);
		try {
			if (this.isStopped) throw new Stopped();
			return await downloadFiles(record, this.limiter.closed);
		} catch (error) {
			const isNeeded = !this.isStopped;
			this.onGivenUp();
			throw isNeeded ? error : new Stopped();
		} finally {
			release('keep');
		}
	}

	/** Keeps what has not begun from beginning, unless the node goes on after failures. */
	private readonly onGivenUp = (): void => {
		if (!this.context.continueOnFail()) this.stop();
	};

	private get isStopped(): boolean {
		return this.stopping.signal.aborted;
	}

	private readResponse(output: Exclude<Output, ListOutput>, body: IDataObject): ServiceResponse {
		const { findRefusal } = this.runContext.operation;
		if (output.kind === 'deleted') {
			return { ok: true, body: { deleted: true, ...simplify(body, output.kept ?? []) } };
		}
		const { simplified, recordFields = simplified, wrapper } = output;
		const response = readRecord(body, { ...(wrapper && { wrapper }), ...(recordFields && { recordFields }) });
		const refusal = response.ok ? findRefusal?.(response.body) : undefined;
		return refusal ? { ok: false, failure: refusal } : response;
	}

	private async fetchList(plan: Plan, { fields, limitedBy }: ListOutput): Promise<IDataObject[]> {
		const { request, wanted, matchesFilter } = plan;
		if (limitedBy !== 'pages') {
			const records = await this.send(plan, request, (body) => readRecords(body, fields));
			return records.slice(0, wanted);
		}
		const fetchPage = async (offset: number, limit: number): Promise<Page> =>
			await this.send(plan, { ...request, body: { ...request.body, limit, offset } }, (body) =>
				readPage(body, fields),
			);
		const collected = await collectPages(fetchPage, wanted, this.concurrency, matchesFilter);
		if (!('endless' in collected)) return collected.records;
		throw new ServiceError({
			message: 'The service gives the same page again and again',
			description: `It says that there is more after ${collected.records.length} records, but sends no new ones. Turn off 'Return All' and set a 'Limit' of at most ${collected.records.length}, or ask the service.`,
		});
	}

	/**
	 * Sends a request for an item and reads what it has to hold.
	 * @throws ServiceError if the service does not do it; Stopped if it was not asked
	 * to, since the run was stopped meanwhile.
	 */
	private async send<T>(
		plan: Plan,
		request: ServiceRequest,
		read: (body: IDataObject) => ServiceResponse<T>,
	): Promise<T> {
		return (await this.ask(plan, request, read)).body;
	}

	/** The same, with the time of the answer. */
	private async ask<T>(
		plan: Plan,
		request: ServiceRequest,
		read: (body: IDataObject) => ServiceResponse<T>,
	): Promise<ServiceAnswer<T>> {
		const { operation, client, definitions } = this.runContext;
		const { ifOutcomeUnknown, ifNotFound, adviseOn, output } = operation;
		const { index, timeoutMs, maxRetries, idempotent } = plan;
		const search = idempotent ? undefined : this.outcomeSearch;
		const lost = { request, read, maxRetries, timeoutMs: Math.min(timeoutMs, TIMEOUT_MS.quick) };
		const answer = await client
			.request(request, {
				idempotent,
				timeoutMs,
				maxRetries,
				cancelled: this.cancelled,
				limiter: this.limiter,
				order: index,
				read,
				isDelete: output.kind === 'deleted',
				...(search && { findOutcome: async (sentAt) => await search.find({ ...lost, sentAt }) }),
				onGivenUp: this.onGivenUp,
				messages: {
					isOneOfMany: this.outcomes.size > 1,
					withLabels: (message) => withPanelLabels(message, definitions),
					...(ifOutcomeUnknown !== undefined && !idempotent && { ifOutcomeUnknown }),
					...(ifNotFound !== undefined && { ifNotFound }),
					...(adviseOn && { adviseOn: (response) => adviseOn(response, request) }),
				},
			})
			.catch((error: unknown) => {
				search?.note(request);
				return this.fail(index, error);
			});
		this.outcomes.set(index, 'done');
		return answer;
	}

	/** Takes note of an item whose request failed. */
	private fail(index: number, error: unknown): never {
		if (!(error instanceof ServiceError) || !error.request) throw error;
		const { failure, isOutcomeKnown } = error.request;
		const isNotSent = failure.kind === 'cancelled' && !failure.sent;
		this.outcomes.set(index, !isOutcomeKnown ? 'unknown' : isNotSent ? 'notStarted' : 'refused');
		throw isNotSent && !this.cancelled?.aborted ? new Stopped() : error;
	}
}
