import type { IDataObject, IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';

import { isNotFound } from '../../shared/service/failure';
import { reportOf } from '../../shared/service/failureMessage';
import type { Service } from '../../shared/service/openService';
import { RateLimiter } from '../../shared/service/rateLimiter';
import { send, type ServiceRequest } from '../../shared/service/request';
import { recordsIn } from '../../shared/service/recordsIn';
import { sendWithRetry } from '../../shared/service/retry';
import { ServiceError } from '../../shared/service/serviceError';
import { hintsFor } from './hints';
import { errorItemOf, hasErrorOutput, nodeErrorOf } from './itemError';
import type { Operation } from './operation';
import { runInOrder } from './orderedPool';
import { recordIn, simplify } from './output';
import { collectPages, type Page } from './paging';
import { withPanelLabels } from './panelLabels';
import { DEFAULT_CONCURRENCY, previewOf, type FailedPlan, type Plan } from './plan';
import { startWaiting } from './wait';

/** What all plans of an execution have in common. */
export interface Setting {
	operation: Operation;
	service: Service;
	/** What the panel shows for the operation. */
	definitions: readonly INodeProperties[];
}

/**
 * Carries out the plans side by side and puts the output in the order of the items.
 * @throws NodeApiError or NodeOperationError of the first item that did not work out, unless the node continues on fail.
 */
export async function runPlans(
	context: IExecuteFunctions,
	plans: Array<Plan | FailedPlan>,
	setting: Setting,
): Promise<INodeExecutionData[]> {
	const continues = context.continueOnFail();
	const leavesApart = hasErrorOutput(context.getNode());
	const failed = plans.find(isFailed);
	if (failed && !continues) throw nodeErrorOf(failed.error, context.getNode(), failed.index);

	const run = new Run(context, setting, plans);
	const outputs: INodeExecutionData[][] = [];
	let firstError: FailedPlan | undefined;
	const keyOf = (position: number) => {
		const plan = plans[position];
		return plan && !isFailed(plan) ? plan.order : undefined;
	};
	await runInOrder(plans.length, keyOf, async (position) => {
		const plan = plans[position] as Plan | FailedPlan;
		try {
			outputs[position] = await run.itemsOf(plan);
		} catch (error) {
			if (continues) outputs[position] = [errorItemOf(error, plan.pairedItem, leavesApart)];
			else if (!(error instanceof NotStarted) && !(firstError && firstError.index < plan.index)) {
				firstError = { ...plan, error };
				run.stop();
			}
		}
	});
	if (firstError) {
		const error = nodeErrorOf(firstError.error, context.getNode(), firstError.index);
		error.description = [error.description, run.progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of hintsFor(context, setting.operation, plans)) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	return outputs.flat();
}

const isFailed = (plan: Plan | FailedPlan): plan is FailedPlan => 'error' in plan;

/** A plan whose turn came after the run had been stopped by the failure of another. */
class NotStarted extends Error {}

class Run {
	private readonly cancelled: AbortSignal | undefined;

	private readonly stopping = new AbortController();

	private readonly limiter: RateLimiter;

	private readonly concurrency: number;

	private done = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly setting: Setting,
		private readonly plans: Array<Plan | FailedPlan>,
	) {
		const first = plans.find((plan): plan is Plan => !isFailed(plan));
		this.concurrency = first?.concurrency ?? DEFAULT_CONCURRENCY;
		this.cancelled = context.getExecutionCancelSignal();
		const { signal } = this.stopping;
		const closed = this.cancelled ? AbortSignal.any([signal, this.cancelled]) : signal;
		this.limiter = new RateLimiter(this.concurrency, closed);
	}

	/** Starts no further request; those in flight go on to their end. */
	stop(): void {
		this.stopping.abort();
	}

	/** Where nothing can be taken back, the user has to know what is already done. */
	get progress(): string | undefined {
		const safe = this.setting.operation.retry.safe === true;
		const { length } = this.plans;
		return length > 1 && this.done > 0 && !safe
			? `${this.done} of ${length} items had been carried out before.`
			: undefined;
	}

	async itemsOf(plan: Plan | FailedPlan): Promise<INodeExecutionData[]> {
		if (isFailed(plan)) throw plan.error;
		const { pairedItem, simplified, files, index } = plan;
		const preview = previewOf(plan);
		const records = preview ? [preview] : await this.recordsOf(plan);
		if (plan.wait) await startWaiting(this.context, plan.wait(records[0] ?? {}, plan.request));
		const items: INodeExecutionData[] = [];
		for (const record of records) {
			const json = simplified && !preview ? simplify(record, simplified) : record;
			const binary = files && (await this.inLimit(index, async () => await files(record, this.cancelled)));
			items.push({ json, pairedItem, ...(binary && { binary }) });
		}
		this.done++;
		return items;
	}

	private async inLimit<T>(order: number, work: () => Promise<T>): Promise<T> {
		return await this.limiter.run(order, async () => ({ result: await work() }));
	}

	private async recordsOf(plan: Plan): Promise<IDataObject[]> {
		const { answer } = this.setting.operation;
		if (answer.kind !== 'list') {
			const body = await this.call(plan, plan.request);
			const record = answer.kind === 'record' ? recordIn(body, answer.wrapper) : { deleted: true };
			return [{ ...record, ...plan.extraOutput }];
		}
		const { fields, size } = answer;
		if (size !== 'paged') return recordsIn(await this.call(plan, plan.request), fields).slice(0, plan.wanted);
		return await this.allPages(plan, fields);
	}

	private async allPages(plan: Plan, fields: readonly string[]): Promise<IDataObject[]> {
		const { request, wanted } = plan;
		const fetchPage = async (offset: number, limit: number): Promise<Page> => {
			const body = await this.call(plan, { ...request, body: { limit, offset, ...request.body } });
			const { total, has_more: hasMore } = body;
			return {
				records: recordsIn(body, fields),
				...(typeof total === 'number' && total > 0 && { total }),
				...(typeof hasMore === 'boolean' && { hasMore }),
			};
		};
		const collected = await collectPages(fetchPage, wanted, this.concurrency);
		if (!('endless' in collected)) return collected.records;
		throw new ServiceError({
			message: 'The service gives the same page again and again',
			description: `It says that there is more after ${collected.records.length} records, but sends no new ones. Turn off Return All and set a Limit of at most ${collected.records.length}, or ask the service.`,
		});
	}

	/** @throws ServiceError when the service does not do it. */
	private async call(plan: Plan, request: ServiceRequest): Promise<IDataObject> {
		const { operation, service, definitions } = this.setting;
		const { timeout, maxRetries, safe } = plan;
		const outcome = await sendWithRetry(
			async () => await send(this.context, service, request, timeout, this.cancelled),
			{ maxRetries, safe },
			this.limiter,
			plan.index,
		);
		if (outcome.ok) return outcome.body;
		const { failure, retries, outcomeKnown } = outcome;
		if (failure.kind === 'cancelled' && !failure.sent && !this.cancelled?.aborted) throw new NotStarted();
		// The first try may have deleted it without our hearing of it; then the second finds nothing.
		if (operation.answer.kind === 'deleted' && !outcomeKnown && isNotFound(failure)) return {};
		const { retry, ifNotFound, explain } = operation;
		throw new ServiceError(
			reportOf(failure, {
				service,
				retries,
				outcomeKnown,
				withLabels: (message) => withPanelLabels(message, definitions),
				...(retry.safe !== true && !safe && { ifUnknown: retry.ifUnknown }),
				...(ifNotFound !== undefined && { ifNotFound }),
				...(explain && { explain }),
			}),
		);
	}
}
