import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { NodeApiError, NodeOperationError } from 'n8n-workflow';

import { runChains } from '../transport/chains';
import { toNodeError } from '../transport/errors';
import { collectPages } from '../transport/pagination';
import { send, type Service, type ServiceRequest } from '../transport/request';
import { sendWithRetry } from '../transport/retry';
import { readService } from '../transport/service';
import { Throttle } from '../transport/throttle';
import { additionalBodyFieldsOf, concurrencyOf, maxRetriesOf, timeoutOf } from './commonOptions';
import { ItemInput } from './itemInput';
import type { Operation } from './operation';
import { findOperation } from './resources';

/** An item's request, or why there cannot be one. */
type Plan = { input: ItemInput } & ({ request: ServiceRequest } | { error: NodeError });

type NodeError = NodeApiError | NodeOperationError;

/**
 * Runs the chosen operation for every input item: parameters -> requests -> records -> items. All requests are made up
 * before the first is sent, so that a wrong value in the last item does not surface after the others are gone.
 */
export async function router(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const items = this.getInputData();
	if (items.length === 0) return [[]];
	const operation = findOperation(
		this.getNodeParameter('resource', 0) as string,
		this.getNodeParameter('operation', 0) as string,
	);
	const service = await readService(this);
	const inputs = items.map((_, index) => new ItemInput(this, index, service));
	const plans = inputs.map((input) => planFor(operation, input));
	const run = new Run(this, operation, service, concurrencyOf(inputs[0] as ItemInput));
	return [await run.all(plans)];
}

function planFor(operation: Operation, input: ItemInput): Plan {
	try {
		const request = operation.request(input);
		Object.assign(request.body, additionalBodyFieldsOf(input));
		return { input, request };
	} catch (error) {
		return { input, error: asNodeError(error, input) };
	}
}

/** One execution of the node. */
class Run {
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

	/** Settles one item; false ends the run. */
	private async one(plan: Plan): Promise<boolean> {
		const { input } = plan;
		try {
			if ('error' in plan) throw plan.error;
			const records = await this.fetch(input, plan.request);
			this.outputs[input.index] = await this.itemsFrom(records, input);
			this.done++;
			return true;
		} catch (error) {
			const failure = asNodeError(error, input);
			if (!this.continueOnFail) {
				this.failures[input.index] = failure;
				return false;
			}
			// The error output takes an item only with `error` set (a plain `json.error` leaves by the success branch).
			const json = { error: failure.message };
			this.outputs[input.index] = [{ json, error: failure, pairedItem: { item: input.index } }];
			return true;
		}
	}

	private async fetch(input: ItemInput, request: ServiceRequest): Promise<IDataObject[]> {
		const { records } = this.operation;
		if (!records) return [await this.call(input, request)];
		const wanted = input.flag('returnAll') ? Infinity : positiveLimit(input);
		return await collectPages(
			async (offset, limit) => {
				const body = await this.call(input, { ...request, body: { limit, offset, ...request.body } });
				return {
					records: Array.isArray(body[records]) ? (body[records] as IDataObject[]) : [],
					...(typeof body.total === 'number' && { total: body.total }),
					...(typeof body.has_more === 'boolean' && { hasMore: body.has_more }),
				};
			},
			wanted,
			this.concurrency,
		);
	}

	private async call(input: ItemInput, request: ServiceRequest): Promise<IDataObject> {
		const { repeatable, timeout, howToFindOut, whenNotFound } = this.operation;
		const milliseconds = timeoutOf(input, timeout);
		const outcome = await sendWithRetry(
			async () => await send(this.context, this.service, request, milliseconds),
			{ maxRetries: maxRetriesOf(input), repeatable, ...(this.signal && { signal: this.signal }) },
			this.throttle,
			input.index,
		);
		if (outcome.ok) return outcome.body;
		throw toNodeError(outcome.fault, {
			node: this.context.getNode(),
			itemIndex: input.index,
			baseUrl: this.service.baseUrl,
			retries: outcome.retries,
			outcomeKnown: outcome.outcomeKnown,
			...(howToFindOut && { howToFindOut }),
			...(whenNotFound && { whenNotFound }),
		});
	}

	private async itemsFrom(records: IDataObject[], input: ItemInput): Promise<INodeExecutionData[]> {
		const { simplified, complete } = this.operation;
		const keep = simplified && input.flag('simplify') ? simplified : undefined;
		const items: INodeExecutionData[] = [];
		for (const record of records) {
			const item = { json: keep ? pick(record, keep) : record, pairedItem: { item: input.index } };
			await complete?.(input, record, item);
			items.push(item);
		}
		return items;
	}

	/** Where nothing can be taken back, the user has to know what is already out. */
	private withProgress(failure: NodeError, count: number): NodeError {
		if (count > 1 && this.done > 0 && !this.operation.repeatable) {
			failure.description = `${failure.description ?? ''} ${this.done} of ${count} items had been carried out before.`;
		}
		return failure;
	}
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

function asNodeError(error: unknown, input: ItemInput): NodeError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	return new NodeOperationError(input.context.getNode(), error as Error, { itemIndex: input.index });
}
