import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { type Ask, createAsk, type ReadBody, readResult, type ReadResult } from '../../shared/client/ask';
import type { ServiceAnswer, VoiceAgentClient } from '../../shared/client/client';
import { type FailedRequest, ServiceError } from '../../shared/client/errors';
import { assess } from '../../shared/client/failure';
import { describeFailure } from '../../shared/client/messages';
import { type Page, readPage } from '../../shared/client/page';
import { RateLimiter, type Slot } from '../../shared/client/rateLimiter';
import { readRecord } from '../../shared/client/record';
import { readRecords, type ServiceResponse } from '../../shared/client/response';
import type { ServiceRequest } from '../../shared/client/serviceRequest';
import { TIMEOUT_MS } from '../../shared/client/timing';
import { hasErrorOutput } from '../../shared/n8n/errorOutput';
import { simplify } from '../../shared/wire/simplify';
import { DEFAULT_CONCURRENCY, type ListOutput, type Operation, type Output } from '../operation';
import { withPanelLabels } from '../parameters/panelLabels';
import { ExecutionRecords } from './executionRecords';
import { hintForFound, hintsFor } from './hints';
import { toNodeError } from '../../shared/parameters/nodeError';
import { toErrorItem } from './itemError';
import { OutcomeSearch } from './outcomeSearch';
import { collectPages } from '../../shared/client/paging';
import { buildPreview, type FailedPlan, type Plan } from './plan';
import { describeProgress, type ItemOutcome } from './progress';
import { runInOrder } from './runInOrder';
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
	const failed = plans.find(isFailed);
	if (failed && !context.continueOnFail()) throw toNodeError(failed.error, context.getNode(), failed.index);

	const run = new Run(context, runContext, plans);
	const getOrderKey = (plan: Plan | FailedPlan) =>
		isFailed(plan) ? undefined : plan.orderKey?.(plan.request);
	await runInOrder(plans, getOrderKey, run.carryOut);
	await Promise.all(run.endings);
	const shown = failureToShow(run.failures);
	if (shown) {
		const error = toNodeError(shown.error, context.getNode(), shown.index);
		const progress = describeProgress(runContext.operation, run.outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of [...hintsFor(context, runContext.operation, plans), ...run.hints]) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	return plans.flatMap((plan) => run.outputs.get(plan) ?? []);
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

	readonly outputs = new Map<Plan | FailedPlan, INodeExecutionData[]>();

	readonly failures: FailedPlan[] = [];

	/** The work for items whose requests are answered. */
	readonly endings: Array<Promise<void>> = [];

	private readonly cancelled: AbortSignal | undefined;

	private readonly stopping = new AbortController();

	private readonly limiter: RateLimiter;

	private readonly concurrency: number;

	/** Undefined if the operation has no way to find out what became of a request. */
	private readonly outcomeSearch: OutcomeSearch | undefined;

	/** The number of requests that were not answered, but whose records were found. */
	private foundCount = 0;

	private readonly answerHints = new Set<string>();

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
		this.outcomeSearch =
			finder &&
			new OutcomeSearch(finder, client.clock, new ExecutionRecords(context), this.cancelled ?? NEVER);
	}

	/** The messages to show beside the output that were not known before. */
	get hints(): string[] {
		return [...(this.foundCount > 0 ? [hintForFound(this.foundCount)] : []), ...this.answerHints];
	}

	/** Carries out a plan until its request is answered; what else its items need goes on in `endings`. */
	readonly carryOut = async (plan: Plan | FailedPlan): Promise<void> => {
		try {
			if (isFailed(plan)) throw plan.error;
			const records = await this.fetchRecords(plan);
			// Not in order: a message to the same recipient need not wait until this one is delivered.
			this.endings.push(this.finish(plan, records));
		} catch (error) {
			this.end(plan, error);
		}
	};

	private async finish(plan: Plan, records: IDataObject[]): Promise<void> {
		try {
			this.outputs.set(plan, await this.makeItems(plan, records));
		} catch (error) {
			this.end(plan, error);
		}
	}

	/** Ends an item that did not work out. */
	private end(plan: Plan | FailedPlan, error: unknown): void {
		if (this.context.continueOnFail()) {
			const leavesByErrorOutput = hasErrorOutput(this.context.getNode());
			this.outputs.set(plan, [toErrorItem(error, plan.pairedItem, leavesByErrorOutput)]);
		} else {
			this.stopping.abort();
			this.failures.push({ ...plan, error });
		}
	}

	/**
	 * Sends the request of a plan, unless it is a preview, and returns the records for the output.
	 * @throws ServiceError; Stopped if the run was stopped before this plan was carried out.
	 */
	private async fetchRecords(plan: Plan): Promise<IDataObject[]> {
		const { request, extraOutput } = plan;
		const { output } = this.runContext.operation;
		const preview = buildPreview(plan);
		if (preview) return [preview];
		if (plan.fetchRecords) {
			const ask = async <T>(request: ServiceRequest, read?: ReadBody<T>) =>
				await this.ask(plan, request, read);
			const fetched = await plan.fetchRecords(ask, { wanted: plan.wanted, width: this.concurrency });
			if (fetched.hint !== undefined) this.answerHints.add(fetched.hint);
			return fetched.records;
		}
		if (output.kind === 'list') return await this.fetchList(plan, output);
		const { body: record } = await this.ask(plan, request, (body) => this.readResponse(output, body));
		this.outcomeSearch?.note(request, record);
		return [{ ...record, ...extraOutput }];
	}

	/**
	 * Makes items of the records of a plan once all is there that belongs to them.
	 * @throws ServiceError; Stopped.
	 */
	private async makeItems(plan: Plan, records: IDataObject[]): Promise<INodeExecutionData[]> {
		const { pairedItem, simplified, preview, wait, request } = plan;
		if (wait) await startWaiting(this.context, wait(request, records));
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
	 * @throws ServiceError if what the record stands for was not carried out.
	 */
	private async followUp(plan: Plan, record: IDataObject): Promise<IDataObject> {
		if (!plan.followUp || plan.preview) return record;
		// Each question has a place in the limiter until it is answered, the item has none.
		const ask = this.askWith(plan, { maxRetries: 0, slot: () => this.limiter.slot(plan.index) });
		const { output, hint } = await plan.followUp(record, ask, this.limiter.closed);
		if (hint !== undefined) this.answerHints.add(hint);
		return { ...record, ...output };
	}

	/** Creates the function that asks what a plan has led to; it only reads. */
	private askWith({ timeoutMs }: Plan, more: { maxRetries: number; slot?: () => Slot }): Ask {
		const { client } = this.runContext;
		const quickMs = Math.min(timeoutMs, TIMEOUT_MS.quick);
		return createAsk(client, { idempotent: true, timeoutMs: quickMs, cancelled: this.cancelled, ...more });
	}

	/** @throws Stopped if the run was stopped meanwhile, so that the files are no longer needed. */
	private async fetchFiles(
		{ downloadFiles, index }: Plan,
		record: IDataObject,
	): Promise<IBinaryKeyData | undefined> {
		if (!downloadFiles) return undefined;
		const slot = this.limiter.slot(index);
		try {
			await slot.take();
			if (this.isStopped) throw new Stopped();
			return await downloadFiles(record, this.limiter.closed);
		} catch (error) {
			const isNeeded = !this.isStopped;
			this.stopUnlessContinuing();
			throw isNeeded ? error : new Stopped();
		} finally {
			slot.free();
		}
	}

	/** Keeps what has not begun from beginning, unless the node goes on after failures. */
	private stopUnlessContinuing(): void {
		if (!this.context.continueOnFail()) this.stopping.abort();
	}

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
			const { body: records } = await this.ask(plan, request, (body) => readRecords(body, fields));
			return records.slice(0, wanted);
		}
		const fetchPage = async (offset: number, limit: number): Promise<Page> => {
			const pageRequest = { ...request, body: { ...request.body, limit, offset } };
			return (await this.ask(plan, pageRequest, (body) => readPage(body, fields))).body;
		};
		const collected = await collectPages(fetchPage, wanted, this.concurrency, matchesFilter);
		if (!('endless' in collected)) return collected.records;
		throw new ServiceError({
			message: 'The service gives the same page again and again',
			description: `It says that there is more after ${collected.records.length} records, but sends no new ones. Turn off 'Return All' and set a 'Limit' of at most ${collected.records.length}, or ask the service.`,
		});
	}

	/**
	 * Sends a request for an item and reads what it has to hold. If it is not answered, its record is looked for
	 * before another request can take its place, and the run is stopped before that if it has to be.
	 * @throws ServiceError if the service does not do it; Stopped if it was not asked
	 * to, since the run was stopped meanwhile.
	 */
	private async ask<T = IDataObject>(
		plan: Plan,
		request: ServiceRequest,
		read?: ReadBody<T>,
	): Promise<ServiceAnswer<T>> {
		const { index, timeoutMs, maxRetries, idempotent } = plan;
		const policy = { idempotent, timeoutMs, maxRetries, cancelled: this.cancelled };
		const slot = this.limiter.slot(index);
		try {
			let result = readResult(await this.runContext.client.request(request, policy, slot), read);
			if (this.isDeleted(result)) result = readResult({ ...result, ok: true, body: {} }, read);
			const search = !result.ok && !result.isOutcomeKnown && !idempotent ? this.outcomeSearch : undefined;
			const { sentAt } = result;
			const found =
				search &&
				(await search.find({ request, sentAt, maxRetries, ask: this.askWith(plan, { maxRetries: 0 }) }));
			if (found && 'body' in found) {
				result = readResult({ ...result, ok: true, body: found.body }, read);
				if (result.ok) this.foundCount++;
			}
			if (result.ok) {
				this.outcomes.set(index, 'done');
				return result;
			}
			if (!result.isOutcomeKnown) search?.noteUnknown(request);
			if (!request.mayBeRefused || assess(result.failure).reason !== 'invalid') this.stopUnlessContinuing();
			throw this.errorFor(plan, request, result, found && 'searched' in found ? found.searched : undefined);
		} finally {
			slot.free();
		}
	}

	/** An earlier try may have deleted the record although no answer arrived; the next one then finds nothing. */
	private isDeleted(result: ReadResult<unknown>): boolean {
		if (this.runContext.operation.output.kind !== 'deleted' || result.ok || result.isOutcomeKnown)
			return false;
		return assess(result.failure).reason === 'notFound';
	}

	/** Takes note of an item whose request failed, and makes the error for it. */
	private errorFor(
		{ index, idempotent }: Plan,
		request: ServiceRequest,
		failed: FailedRequest,
		searched?: string,
	): Error {
		const { failure, isOutcomeKnown } = failed;
		const isNotSent = failure.kind === 'cancelled' && !failure.sent;
		this.outcomes.set(index, !isOutcomeKnown ? 'unknown' : isNotSent ? 'notStarted' : 'refused');
		if (isNotSent && !this.cancelled?.aborted) return new Stopped();
		const { operation, client, definitions } = this.runContext;
		const { ifOutcomeUnknown, ifNotFound, adviseOn } = operation;
		const report = describeFailure(failed, client, {
			withLabels: (message) => withPanelLabels(message, definitions),
			...(!idempotent && { ifOutcomeUnknown }),
			ifNotFound,
			...(adviseOn && { adviseOn: (response) => adviseOn(response, request) }),
		});
		const error = new ServiceError(report, failed);
		return searched === undefined ? error : error.withAdvice(searched);
	}
}
