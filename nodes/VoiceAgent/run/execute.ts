import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasErrorOutput } from '../../n8n/node';
import { toNodeError } from '../../n8n/errors';
import { simplify } from '../../service/records';
import { TIMEOUT_MS } from '../../service/timing';
import { type Result, toResult } from '../../text/result';
import type { AfterResponseTools, CompleteRecord } from '../operation';
import { type NodeExecution, StoppedError } from './nodeExecution';
import { type ItemGroup, type Plan, planFor, prepare } from './plan';
import { collectHints, describeProgress, toErrorItem } from './report';
import { fetchPlanRecords } from './send';

/**
 * The node's `execute()`: parameters -> plans -> requests -> records -> items. Everything is planned before the first
 * request is sent, so that a wrong value in the last item does not show up after the others have been sent.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const count = this.getInputData().length;
	if (count === 0) return [[]];
	const prepared = await toResult(prepare(this, count));
	if (!prepared.ok) return [failForAll(this, count, prepared.problem)];
	const { execution, groups } = prepared.value;
	const plans = await Promise.all(
		groups.map(async (items) => {
			const plan = planFor(execution.operation, items, (terms) =>
				execution.createItemSend(terms, { results: execution.lookups }),
			);
			return { items, plan: await toResult(plan) };
		}),
	);
	return [await carryOutAll(execution, plans)];
}

/**
 * Fails each item for the same reason, so that each leaves by the error output.
 * @throws NodeApiError or NodeOperationError unless the node continues on fail.
 */
function failForAll(context: IExecuteFunctions, count: number, error: unknown): INodeExecutionData[] {
	const node = context.getNode();
	if (!context.continueOnFail()) throw toNodeError(error, node, 0);
	return Array.from({ length: count }, (_, item) => toErrorItem(error, { item }, hasErrorOutput(node)));
}

/** The items of one request, and the plan for it. */
interface PlannedItems {
	items: ItemGroup;
	plan: Result<Plan, unknown>;
}

/**
 * Carries out the plans side by side and puts the output in the order of the items.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues on fail.
 */
async function carryOutAll(execution: NodeExecution, all: PlannedItems[]): Promise<INodeExecutionData[]> {
	const { context, operation, outcomes } = execution;
	const node = context.getNode();
	const plans: Plan[] = [];
	for (const { items, plan } of all) {
		if (plan.ok) plans.push(plan.value);
		else if (!context.continueOnFail()) throw toNodeError(plan.problem, node, items[0].index);
	}
	for (const { index } of plans) outcomes.set(index, 'notDone');
	const results = await Promise.all(all.map(async (one) => await carryOut(execution, one)));
	const failures = results.flatMap((result) => (result.ok ? [] : [result.problem]));
	// An item may have failed only because the failure of another one stopped the execution.
	const shown = failures.find(({ error }) => !(error instanceof StoppedError)) ?? failures[0];
	if (shown) {
		const error = toNodeError(shown.error, node, shown.index);
		const progress = describeProgress(operation, outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of [...collectHints(context, operation, plans), ...execution.hints]) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	return results.flatMap((result) => (result.ok ? result.value : []));
}

/** A failure that ends the execution, and the index of the (first) item that it is about. */
interface ItemFailure {
	error: unknown;
	index: number;
}

/** Carries out one plan. If that fails and the node continues, the result is an error item. */
async function carryOut(
	execution: NodeExecution,
	{ items, plan }: PlannedItems,
): Promise<Result<INodeExecutionData[], ItemFailure>> {
	const { context } = execution;
	const [{ index }, ...others] = items;
	const pairedItem = others.length === 0 ? { item: index } : items.map((item) => ({ item: item.index }));
	const result = plan.ok ? await toResult(carryOutPlan(execution, plan.value, pairedItem)) : plan;
	if (result.ok) return result;
	if (context.continueOnFail()) {
		const errorItem = toErrorItem(result.problem, pairedItem, hasErrorOutput(context.getNode()));
		return { ok: true, value: [errorItem] };
	}
	execution.stopUnlessContinueOnFail();
	return { ok: false, problem: { error: result.problem, index } };
}

async function carryOutPlan(
	execution: NodeExecution,
	plan: Plan,
	pairedItem: INodeExecutionData['pairedItem'],
): Promise<INodeExecutionData[]> {
	const { afterResponse, simplified } = plan;
	const { records, isResponse } = await fetchPlanRecords(execution, plan);
	const tools = createAfterResponseTools(execution, plan);
	const items: INodeExecutionData[] = [];
	for (const record of records) {
		const complete: CompleteRecord =
			isResponse && afterResponse ? await afterResponse(record, tools) : { json: record };
		const { json, binary, hint } = complete;
		if (hint !== undefined) execution.hints.add(hint);
		items.push({
			json: simplified ? simplify(json, simplified) : json,
			pairedItem,
			...(binary && { binary }),
		});
	}
	return items;
}

function createAfterResponseTools(execution: NodeExecution, plan: Plan): AfterResponseTools {
	const { limiter } = execution;
	const { index, request } = plan;
	const timeoutMs = Math.min(plan.timeoutMs, TIMEOUT_MS.quick);
	return {
		request,
		send: execution.createItemSend({ index, timeoutMs, maxRetries: 0 }),
		endSignal: limiter.noNewRequestsSignal,
		download: async (fetch) =>
			await limiter.run(index, async () => {
				if (execution.isStopped()) throw new StoppedError();
				const downloaded = await toResult(fetch());
				if (downloaded.ok) return downloaded.value;
				// If the execution was stopped meanwhile, that made the download fail.
				if (execution.isStopped()) throw new StoppedError();
				execution.stopUnlessContinueOnFail();
				throw downloaded.problem;
			}),
	};
}
