import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import type { ServiceRequest, VoiceAgentClient } from '../../shared/client/client';
import { ServiceError } from '../../shared/client/errors';
import { RateLimiter } from '../../shared/client/rateLimiter';
import { readRecords, type ServiceResponse } from '../../shared/client/response';
import { hintsFor } from './hints';
import { toErrorItem, hasErrorOutput, toNodeError } from './itemError';
import { DEFAULT_CONCURRENCY, type ListOutput, type Operation, type Output } from '../operations/define';
import { runInOrder } from './orderedPool';
import { readRecord, simplify } from './output';
import { collectPages, readPage, type Page } from './paging';
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
 * @throws NodeApiError or NodeOperationError of the first item that did not work out, unless the node continues on fail.
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
		return plan && !isFailed(plan) ? plan.orderKey : undefined;
	};
	await runInOrder(plans.length, getOrderKey, async (position) => {
		const plan = plans[position] as Plan | FailedPlan;
		try {
			outputs[position] = await run.runPlan(plan);
		} catch (error) {
			if (continues) outputs[position] = [toErrorItem(error, plan.pairedItem, usesErrorOutput)];
			else {
				run.stop();
				failures.push({ ...plan, error });
			}
		}
	});
	const shown = failureToShow(failures);
	if (shown) {
		const error = toNodeError(shown.error, context.getNode(), shown.index);
		const progress = describeProgress(runContext.operation, run.outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of hintsFor(context, runContext.operation, plans)) {
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

class Run {
	/** Of the items that send requests, by their indexes. */
	readonly outcomes: Map<number, ItemOutcome>;

	private readonly cancelled: AbortSignal | undefined;

	private readonly stopping = new AbortController();

	private readonly limiter: RateLimiter;

	private readonly concurrency: number;

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
	}

	/** Starts no further request; those in flight go on to their end. */
	stop(): void {
		this.stopping.abort();
	}

	/**
	 * Carries out a plan and makes items of what the service answers.
	 * @throws the error of a plan that failed; ServiceError; Stopped if the run was stopped before this plan was carried out.
	 */
	async runPlan(plan: Plan | FailedPlan): Promise<INodeExecutionData[]> {
		if (isFailed(plan)) throw plan.error;
		const { pairedItem, simplified, extraOutput } = plan;
		const { output } = this.runContext.operation;
		const preview = buildPreview(plan);
		let records: IDataObject[];
		if (preview) records = [preview];
		else if (output.kind === 'list') records = await this.fetchList(plan, output);
		else {
			const record = await this.send(plan, plan.request, (body) => this.readResponse(output, body));
			records = [{ ...record, ...extraOutput }];
		}
		if (plan.wait) await startWaiting(this.context, plan.wait(plan.request));
		const items: INodeExecutionData[] = [];
		for (const record of records) {
			const json = simplified && !preview ? simplify(record, simplified) : record;
			const binary = await this.fetchFiles(plan, record);
			items.push({ json, pairedItem, ...(binary && { binary }) });
		}
		return items;
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
	 * @throws ServiceError if the service does not do it; Stopped if it was not asked to, since the run was stopped meanwhile.
	 */
	private async send<T>(
		plan: Plan,
		request: ServiceRequest,
		read: (body: IDataObject) => ServiceResponse<T>,
	): Promise<T> {
		const { operation, client, definitions } = this.runContext;
		const { ifOutcomeUnknown, ifNotFound, adviseOn, output } = operation;
		const { index, timeoutMs, maxRetries, idempotent } = plan;
		const { body } = await client
			.request(request, {
				idempotent,
				timeoutMs,
				maxRetries,
				cancelled: this.cancelled,
				limiter: this.limiter,
				order: index,
				read,
				isDelete: output.kind === 'deleted',
				onGivenUp: this.onGivenUp,
				messages: {
					isOneOfMany: this.outcomes.size > 1,
					withLabels: (message) => withPanelLabels(message, definitions),
					...(ifOutcomeUnknown !== undefined && !idempotent && { ifOutcomeUnknown }),
					...(ifNotFound !== undefined && { ifNotFound }),
					...(adviseOn && { adviseOn: (response) => adviseOn(response, request) }),
				},
			})
			.catch((error: unknown) => this.fail(index, error));
		this.outcomes.set(index, 'done');
		return body;
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
