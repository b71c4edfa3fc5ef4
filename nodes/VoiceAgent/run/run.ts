import type {
	IBinaryKeyData,
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';

import { isNotFound } from '../../shared/client/failure';
import { describeFailure } from '../../shared/client/failureMessage';
import type { Service } from '../../shared/client/openService';
import { RateLimiter } from '../../shared/client/rateLimiter';
import { send, type ServiceRequest } from '../../shared/client/request';
import { readRecords } from '../../shared/client/recordsIn';
import type { ServiceResponse } from '../../shared/client/response';
import { sendWithRetry } from '../../shared/client/retry';
import { ServiceError } from '../../shared/client/serviceError';
import { hintsFor } from './hints';
import { toErrorItem, hasErrorOutput, toNodeError } from './itemError';
import { type Answer, type ListAnswer, type Operation, DEFAULT_CONCURRENCY } from '../operations/define';
import { runInOrder } from './orderedPool';
import { readRecord, simplify } from './output';
import { collectPages, readPage, type Page } from './paging';
import { withPanelLabels } from '../parameters/panelLabels';
import { buildPreview, type FailedPlan, type Plan } from './plan';
import { describeProgress, type ItemOutcome } from './progress';
import { startWaiting } from './wait';

/** What all plans of an execution have in common. */
export interface RunContext {
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
	setting: RunContext,
): Promise<INodeExecutionData[]> {
	const continues = context.continueOnFail();
	const leavesApart = hasErrorOutput(context.getNode());
	const failed = plans.find(isFailed);
	if (failed && !continues) throw toNodeError(failed.error, context.getNode(), failed.index);

	const run = new Run(context, setting, plans);
	const outputs: INodeExecutionData[][] = [];
	const failures: FailedPlan[] = [];
	const keyOf = (position: number) => {
		const plan = plans[position];
		return plan && !isFailed(plan) ? plan.order : undefined;
	};
	await runInOrder(plans.length, keyOf, async (position) => {
		const plan = plans[position] as Plan | FailedPlan;
		try {
			outputs[position] = await run.itemsOf(plan);
		} catch (error) {
			if (continues) outputs[position] = [toErrorItem(error, plan.pairedItem, leavesApart)];
			else {
				run.stop();
				failures.push({ ...plan, error });
			}
		}
	});
	const shown = failureToShow(failures);
	if (shown) {
		const error = toNodeError(shown.error, context.getNode(), shown.index);
		const progress = describeProgress(setting.operation, run.outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of hintsFor(context, setting.operation, plans)) {
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
		private readonly setting: RunContext,
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

	async itemsOf(plan: Plan | FailedPlan): Promise<INodeExecutionData[]> {
		if (isFailed(plan)) throw plan.error;
		const { pairedItem, simplified } = plan;
		const preview = buildPreview(plan);
		const records = preview ? [preview] : await this.recordsOf(plan);
		if (plan.wait) await startWaiting(this.context, plan.wait(plan.request));
		const items: INodeExecutionData[] = [];
		for (const record of records) {
			const json = simplified && !preview ? simplify(record, simplified) : record;
			const binary = await this.filesOf(plan, record);
			items.push({ json, pairedItem, ...(binary && { binary }) });
		}
		return items;
	}

	/** @throws Stopped when the run was stopped meanwhile; nobody needs the files then. */
	private async filesOf({ files, index }: Plan, record: IDataObject): Promise<IBinaryKeyData | undefined> {
		if (!files) return undefined;
		return await this.limiter.run(index, async () => {
			if (this.isStopped) throw new Stopped();
			const result = await files(record, this.limiter.closed).catch((error: unknown): never => {
				const isNeeded = !this.isStopped;
				this.onGivenUp();
				throw isNeeded ? error : new Stopped();
			});
			return { result, limit: 'keep' };
		});
	}

	/** Keeps what has not begun from beginning, unless the node goes on after failures. */
	private readonly onGivenUp = (): void => {
		if (!this.context.continueOnFail()) this.stop();
	};

	private get isStopped(): boolean {
		return this.stopping.signal.aborted;
	}

	private async recordsOf(plan: Plan): Promise<IDataObject[]> {
		const { answer } = this.setting.operation;
		if (answer.kind === 'list') return await this.listOf(plan, answer);
		const record = await this.call(plan, plan.request, (body) => this.readAnswer(answer, body));
		return [{ ...record, ...plan.extraOutput }];
	}

	private readAnswer(answer: Exclude<Answer, ListAnswer>, body: IDataObject): ServiceResponse {
		const { findRefusal } = this.setting.operation;
		if (answer.kind === 'deleted') {
			return { ok: true, body: { deleted: true, ...simplify(body, answer.kept ?? []) } };
		}
		const { simplified, recordFields = simplified, wrapper } = answer;
		const response = readRecord(body, { ...(wrapper && { wrapper }), ...(recordFields && { recordFields }) });
		const refusal = response.ok ? findRefusal?.(response.body) : undefined;
		return refusal ? { ok: false, failure: refusal } : response;
	}

	private async listOf(plan: Plan, { fields, size }: ListAnswer): Promise<IDataObject[]> {
		const { request, wanted, isWanted } = plan;
		if (size !== 'paged') {
			const records = await this.call(plan, request, (body) => readRecords(body, fields));
			return records.slice(0, wanted);
		}
		const fetchPage = async (offset: number, limit: number): Promise<Page> =>
			await this.call(plan, { ...request, body: { ...request.body, limit, offset } }, (body) =>
				readPage(body, fields),
			);
		const collected = await collectPages(fetchPage, wanted, this.concurrency, isWanted);
		if (!('endless' in collected)) return collected.records;
		throw new ServiceError({
			message: 'The service gives the same page again and again',
			description: `It says that there is more after ${collected.records.length} records, but sends no new ones. Turn off Return All and set a Limit of at most ${collected.records.length}, or ask the service.`,
		});
	}

	/**
	 * @param read What the response has to hold.
	 * @throws ServiceError when the service does not do it; Stopped when it was not asked to, since the run was stopped meanwhile.
	 */
	private async call<T>(
		plan: Plan,
		request: ServiceRequest,
		read: (body: IDataObject) => ServiceResponse<T>,
	): Promise<T> {
		const { operation, service, definitions } = this.setting;
		const { index, timeout, maxRetries, safe } = plan;
		const outcome = await sendWithRetry(
			async (outcomeKnown) => {
				const { closed } = this.limiter;
				const response = await send(this.context, service, request, timeout, this.cancelled, closed);
				if (response.ok) return read(response.body);
				// An earlier try may have deleted it without our hearing of it; then the next finds nothing.
				const isDeleted = operation.answer.kind === 'deleted' && !outcomeKnown;
				return isDeleted && isNotFound(response.failure) ? read({}) : response;
			},
			{ maxRetries, safe, onGivenUp: this.onGivenUp },
			this.limiter,
			index,
		);
		if (outcome.ok) {
			this.outcomes.set(index, 'done');
			return outcome.body;
		}
		const { failure, retries, outcomeKnown } = outcome;
		const notSent = failure.kind === 'cancelled' && !failure.sent;
		this.outcomes.set(index, !outcomeKnown ? 'unknown' : notSent ? 'notStarted' : 'refused');
		if (notSent && !this.cancelled?.aborted) throw new Stopped();
		const { retry, ifNotFound, adviseOn } = operation;
		throw new ServiceError(
			describeFailure(failure, {
				service,
				retries,
				outcomeKnown,
				isOneOfMany: this.outcomes.size > 1,
				withLabels: (message) => withPanelLabels(message, definitions),
				...(retry.safe !== true && !safe && { ifUnknown: retry.ifUnknown }),
				...(ifNotFound !== undefined && { ifNotFound }),
				...(adviseOn && { adviseOn: (refusal) => adviseOn(refusal, request) }),
			}),
		);
	}
}
