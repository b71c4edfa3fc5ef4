import type { IDataObject, IExecuteFunctions, INodeExecutionData, IPairedItemData } from 'n8n-workflow';

import { runChains } from './orderedPool';
import { toNodeError } from '../../shared/service/failureMessage';
import { collectPages } from './paging';
import { send, type Service, type ServiceRequest } from '../../shared/service/request';
import { sendWithRetry, type Outcome } from '../../shared/service/retry';
import { Throttle } from '../../shared/service/rateLimiter';
import { maxRetriesOf, timeoutOf } from '../panel/commonOptions';
import type { ItemInput } from './itemInput';
import { asNodeError, type NodeError } from './nodeError';
import type { Operation, ReadyOutput } from './operation';

/** What is to be done for an item: a request, output that needs none, or the reason why it cannot work. */
export type Plan = { input: ItemInput; pairedItem: IPairedItemData | IPairedItemData[] } & (
	{ request: ServiceRequest } | ReadyOutput | { error: NodeError }
);

/** One execution of the node: carries out the plans side by side and puts the output in the order of the items. */
export class Run {
	private readonly outputs: INodeExecutionData[][] = [];

	private readonly failures: NodeError[] = [];

	private readonly throttle: Throttle;

	private readonly signal: AbortSignal | undefined;

	private readonly continueOnFail: boolean;

	private done = 0;

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly service: Service,
		private readonly concurrency: number,
	) {
		this.signal = context.getExecutionCancelSignal();
		this.throttle = new Throttle(concurrency, this.signal);
		this.continueOnFail = context.continueOnFail();
	}

	/** @throws NodeError of the first item that did not work out, unless the node continues on fail. */
	async all(plans: Plan[]): Promise<INodeExecutionData[]> {
		for (const plan of plans) {
			if ('error' in plan && !this.continueOnFail) throw plan.error;
		}
		const keyOf = (index: number) => {
			const plan = plans[index];
			return plan && 'request' in plan ? this.operation.sequence?.(plan.request) : undefined;
		};
		await runChains(
			plans.length,
			this.concurrency,
			keyOf,
			async (index) => await this.one(plans[index] as Plan),
		);
		const failure = this.failures.find(Boolean);
		if (failure) throw this.withProgress(failure, plans.length);
		return this.outputs.flat();
	}

	/** Settles one plan; false ends the run. */
	private async one(plan: Plan): Promise<boolean> {
		const { input, pairedItem } = plan;
		try {
			this.outputs[input.index] = await this.itemsOf(plan);
			this.done++;
			return true;
		} catch (error) {
			const failure = asNodeError(error, input);
			if (!this.continueOnFail) {
				this.failures[input.index] = failure;
				return false;
			}
			// The error output takes an item only with `error` set (a plain `json.error` leaves by the success branch).
			this.outputs[input.index] = [{ json: { error: failure.message }, error: failure, pairedItem }];
			return true;
		}
	}

	private async itemsOf(plan: Plan): Promise<INodeExecutionData[]> {
		if ('error' in plan) throw plan.error;
		const { input, pairedItem } = plan;
		if ('ready' in plan) return [{ json: plan.ready, pairedItem }];
		const { simplified, complete } = this.operation;
		const keep = simplified && input.flag('simplify') ? simplified : undefined;
		const items: INodeExecutionData[] = [];
		for (const record of await this.fetch(input, plan.request)) {
			const item = { json: keep ? pick(record, keep) : record, pairedItem };
			await complete?.(input, record, item);
			items.push(item);
		}
		return items;
	}

	private async fetch(input: ItemInput, request: ServiceRequest): Promise<IDataObject[]> {
		const { list } = this.operation;
		if (!list) return [this.recordOf(await this.call(input, request), request)];
		if (list.size === 'own') return recordsIn(await this.call(input, request), list.fields);
		const wanted = input.flag('returnAll') ? Infinity : positiveLimit(input);
		if (list.size === 'cut') return recordsIn(await this.call(input, request), list.fields).slice(0, wanted);
		return await collectPages(
			async (offset, limit) => {
				const body = await this.call(input, { ...request, body: { limit, offset, ...request.body } });
				return {
					records: recordsIn(body, list.fields),
					...(typeof body.total === 'number' && { total: body.total }),
					...(typeof body.has_more === 'boolean' && { hasMore: body.has_more }),
				};
			},
			wanted,
			this.concurrency,
		);
	}

	private recordOf(body: IDataObject, { remarks }: ServiceRequest): IDataObject {
		const { wrapper, deletes } = this.operation;
		const wrapped = wrapper ? body[wrapper] : undefined;
		const record = isRecord(wrapped) ? wrapped : body;
		return { ...(deletes && { deleted: true }), ...record, ...remarks };
	}

	private async call(input: ItemInput, request: ServiceRequest): Promise<IDataObject> {
		const { repeatable, timeout, howToFindOut, whenNotFound } = this.operation;
		const milliseconds = timeoutOf(input, timeout);
		const harmless = typeof repeatable === 'function' ? repeatable(request) : repeatable;
		const outcome = await sendWithRetry(
			async () => await send(this.context, this.service, request, milliseconds),
			{ maxRetries: maxRetriesOf(input), repeatable: harmless, ...(this.signal && { signal: this.signal }) },
			this.throttle,
			input.index,
		);
		if (outcome.ok) return outcome.body;
		if (this.operation.deletes && isGoneAfterAll(outcome)) return {};
		throw toNodeError(outcome.fault, {
			node: this.context.getNode(),
			itemIndex: input.index,
			baseUrl: this.service.baseUrl,
			credentialType: this.service.credentialType,
			retries: outcome.retries,
			outcomeKnown: outcome.outcomeKnown,
			...(!harmless && howToFindOut && { howToFindOut }),
			...(whenNotFound && { whenNotFound }),
		});
	}

	/** Where nothing can be taken back, the user has to know what is already out. */
	private withProgress(failure: NodeError, count: number): NodeError {
		if (count > 1 && this.done > 0 && this.operation.repeatable !== true) {
			failure.description = `${failure.description ?? ''} ${this.done} of ${count} items had been carried out before.`;
		}
		return failure;
	}
}

/** The first try may have removed it without our hearing of it; then the second finds nothing. */
function isGoneAfterAll(outcome: Outcome): boolean {
	return (
		!outcome.ok && !outcome.outcomeKnown && outcome.fault.kind === 'refused' && outcome.fault.status === 404
	);
}

function recordsIn(body: IDataObject, fields: readonly string[]): IDataObject[] {
	const found = fields.map((field) => body[field]).find(Array.isArray);
	return (found ?? []) as IDataObject[];
}

function positiveLimit(input: ItemInput): number {
	const limit = Number(input.value('limit'));
	if (Number.isInteger(limit) && limit > 0) return limit;
	throw input.refusal('Limit is out of range', 'Enter a whole number from 1 up, or turn on Return All.');
}

/** Null stands in for a field the service left out, so that every simplified item has the same shape. */
function pick(record: IDataObject, fields: readonly string[]): IDataObject {
	return Object.fromEntries(fields.map((field) => [field, record[field] ?? null]));
}

const isRecord = (value: unknown): value is IDataObject =>
	typeof value === 'object' && value !== null && !Array.isArray(value);
