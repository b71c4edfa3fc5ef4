import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasErrorOutput } from '../../n8n/node';
import { toNodeError } from '../../n8n/errors';
import { KeyedMutex } from '../../service/concurrency';
import { simplify } from '../../service/records';
import { TIMEOUT_MS } from '../../service/timing';
import type { AfterResponseTools, CompleteRecord } from '../operation';
import { toErrorItem } from './errorItem';
import { type NodeExecution, StoppedError } from './nodeExecution';
import { type FailedPlan, type Plan, planFor, prepare } from './plan';
import { collectHints, describeProgress } from './report';
import { createReader, fetchPlanRecords } from './send';

/**
 * The node's `execute()`: parameters -> plans -> requests -> records -> items. Everything is planned before the first
 * request is sent, so that a wrong value in the last item does not show up after the others have been sent.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const count = this.getInputData().length;
	if (count === 0) return [[]];
	const prepared = await prepare(this, count);
	if ('error' in prepared) return [failForAll(this, count, prepared.error)];
	const { execution, groups } = prepared;
	const plans = await Promise.all(
		groups.map(
			async (items) =>
				await planFor(execution.operation, items, (terms) =>
					createReader(execution, terms, execution.lookups),
				),
		),
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

/**
 * Carries out the plans side by side and puts the output in the order of the items.
 * @throws NodeApiError or NodeOperationError of the first item that failed, unless the node continues on fail.
 */
async function carryOutAll(
	execution: NodeExecution,
	plans: Array<Plan | FailedPlan>,
): Promise<INodeExecutionData[]> {
	const { context, operation, outcomes } = execution;
	const node = context.getNode();
	const unplanned = plans.find((plan) => 'error' in plan);
	if (unplanned && !context.continueOnFail()) throw toNodeError(unplanned.error, node, unplanned.index);

	for (const plan of plans) if (!('error' in plan)) outcomes.set(plan.index, 'notDone');
	const ended = await Promise.allSettled(plans.map(async (plan) => await carryOut(execution, plan)));
	const failures = ended.flatMap((end, place) =>
		end.status === 'rejected' ? [{ error: end.reason as unknown, index: plans[place]?.index ?? 0 }] : [],
	);
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
	return ended.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
}

/**
 * Carries out one plan and returns its items; an error item if that fails and the node continues.
 * @throws ServiceError, InvalidParameterError or StoppedError if that fails and the node does not continue.
 */
const carryOut = async (execution: NodeExecution, plan: Plan | FailedPlan): Promise<INodeExecutionData[]> =>
	await carryOutPlan(execution, plan).catch((error: unknown) => {
		const { context } = execution;
		execution.stopUnlessContinueOnFail();
		if (!context.continueOnFail()) throw error;
		return [toErrorItem(error, plan.pairedItem, hasErrorOutput(context.getNode()))];
	});

/** Keeps requests in order that have the same `orderKey`, also those of other executions in this process. */
const requestOrder = new KeyedMutex();

async function carryOutPlan(
	execution: NodeExecution,
	plan: Plan | FailedPlan,
): Promise<INodeExecutionData[]> {
	if ('error' in plan) throw plan.error;
	const { request, orderKey, afterResponse, pairedItem, simplified } = plan;
	const fetch = async () => await fetchPlanRecords(execution, plan);
	const key = orderKey?.(request);
	const { records, isResponse } = await (key === undefined
		? fetch()
		: requestOrder.runExclusive([key], fetch, execution.limiter.noNewRequestsSignal));
	// The next request with the same key does not wait until this record is complete.
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
		send: createReader(execution, { index, timeoutMs, maxRetries: 0 }),
		endSignal: limiter.noNewRequestsSignal,
		async download(fetch) {
			const permit = limiter.createPermit(index);
			try {
				await permit.take();
				if (execution.isStopped) throw new StoppedError();
				return await fetch();
			} catch (error) {
				return execution.failAndStop(error);
			} finally {
				permit.free();
			}
		},
	};
}
