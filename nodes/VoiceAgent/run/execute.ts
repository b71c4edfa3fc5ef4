import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { hasErrorOutput } from '../../n8n/node';
import { toNodeError } from '../../n8n/errors';
import { KeyedMutex } from '../../service/concurrency';
import { makeItems, toErrorItem } from './items';
import { type FailedPlan, type Plan, planFor } from './plan';
import { prepare } from './prepare';
import { collectHints, describeProgress, type Run, StoppedError } from './run';
import { createLookupFactory, sendPlan } from './send';

/**
 * The node's `execute()`: parameters -> plans -> requests -> records -> items. Everything is planned before the first
 * request is sent, so that a wrong value in the last item does not show up after the others have been sent.
 */
export async function execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const count = this.getInputData().length;
	if (count === 0) return [[]];
	const prepared = await prepare(this, count);
	if ('error' in prepared) return [failForAll(this, count, prepared.error)];
	const { run, groups } = prepared;
	const createLookup = createLookupFactory(run);
	const plans = await Promise.all(
		groups.map(async (items) => await planFor(run.operation, items, createLookup)),
	);
	return [await carryOutAll(run, plans)];
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
async function carryOutAll(run: Run, plans: Array<Plan | FailedPlan>): Promise<INodeExecutionData[]> {
	const { context, operation, outcomes } = run;
	const node = context.getNode();
	const unplanned = plans.find((plan) => 'error' in plan);
	if (unplanned && !context.continueOnFail()) throw toNodeError(unplanned.error, node, unplanned.index);

	for (const plan of plans)
		if (!('error' in plan) && !plan.outputInstead) outcomes.set(plan.index, 'notDone');
	const ended = await Promise.allSettled(plans.map(async (plan) => await carryOut(run, plan)));
	const failures = ended.flatMap((end, place) =>
		end.status === 'rejected' ? [{ error: end.reason as unknown, index: plans[place]?.index ?? 0 }] : [],
	);
	// An item may have failed only because the failure of another one stopped the run.
	const shown = failures.find(({ error }) => !(error instanceof StoppedError)) ?? failures[0];
	if (shown) {
		const error = toNodeError(shown.error, node, shown.index);
		const progress = describeProgress(operation, outcomes, shown.index);
		error.description = [error.description, progress].filter(Boolean).join(' ') || undefined;
		throw error;
	}
	for (const message of [...collectHints(context, operation, plans), ...run.hints]) {
		context.addExecutionHints({ message, location: 'outputPane' });
	}
	return ended.flatMap((end) => (end.status === 'fulfilled' ? end.value : []));
}

/** Keeps requests in order that have the same `orderKey`, also those of other executions in this process. */
const requestOrder = new KeyedMutex();

/**
 * Carries out one plan and returns its items; an error item if that fails and the node continues.
 * @throws ServiceError, InvalidParameterError or StoppedError if that fails and the node does not continue.
 */
const carryOut = async (run: Run, plan: Plan | FailedPlan): Promise<INodeExecutionData[]> =>
	await fetchItems(run, plan).catch((error: unknown) => {
		const { context } = run;
		run.stopUnlessContinuing();
		if (!context.continueOnFail()) throw error;
		return [toErrorItem(error, plan.pairedItem, hasErrorOutput(context.getNode()))];
	});

async function fetchItems(run: Run, plan: Plan | FailedPlan): Promise<INodeExecutionData[]> {
	if ('error' in plan) throw plan.error;
	const fetch = async () => await sendPlan(run, plan);
	const key = plan.orderKey?.(plan.request);
	const records = await (key === undefined
		? fetch()
		: requestOrder.runExclusive([key], fetch, run.limiter.noNewRequestsSignal));
	// The next request with the same key does not wait until this message is delivered.
	return await makeItems(run, plan, records);
}
