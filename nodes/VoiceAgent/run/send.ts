import type { IDataObject } from 'n8n-workflow';

import { KeyedMutex } from '../../service/concurrency';
import type { Failure } from '../../service/failure';
import { fetchRecordsInPages, parsePage } from '../../service/paging';
import { simplify } from '../../service/records';
import type { Send } from '../../service/request';
import { parseRecord, parseRecords } from '../../service/response';
import type { RetryPolicy } from '../../service/retry';
import { type Result, toResult } from '../../text/result';
import type { BeforeRequest, ItemOutput, ListOutput, Operation, Output } from '../operation';
import { type NodeExecution, StoppedError } from './nodeExecution';
import type { Plan } from './plan';

/** The records of an item, and whether they are the service's response to its request. */
interface PlanRecords {
	records: IDataObject[];
	isResponse: boolean;
}

/** Sends requests with the same `orderKey` in order, also those of other executions in this process. */
const requestOrder = new KeyedMutex();

/**
 * Sends the request of a plan when its turn has come, unless `beforeRequest` gives the output. The next request with the
 * same key waits for the response, but not until its records are complete.
 * @throws ServiceError; StoppedError if the execution was stopped before this plan was carried out.
 */
export async function fetchPlanRecords(execution: NodeExecution, plan: Plan): Promise<PlanRecords> {
	const { request, orderKey, beforeRequest } = plan;
	return await requestOrder.runExclusive(
		orderKey ? [orderKey(request)] : [],
		async () =>
			beforeRequest
				? await fetchWithCheck(execution, plan, beforeRequest)
				: { records: await sendPlanned(execution, plan), isResponse: true },
		execution.limiter.noNewRequestsSignal,
	);
}

/**
 * Runs `beforeRequest` before each try of the request. If one of its own requests fails, the other items stop, but the
 * outcome of the item does not change.
 */
async function fetchWithCheck(
	execution: NodeExecution,
	plan: Plan,
	beforeRequest: BeforeRequest,
): Promise<PlanRecords> {
	const { limiter, outcomes, hints } = execution;
	const { index, request, maxRecords } = plan;
	const send = execution.createItemSend(plan, {
		onFailure: (problem, failed) => execution.stopAfterFailure(problem, failed),
	});
	const given: { output?: ItemOutput | undefined } = {};
	const isStillWanted = async () => {
		given.output = await beforeRequest(request, send, { maxRecords, maxInFlight: limiter.maxInFlight });
		return given.output === undefined;
	};
	const sent = await toResult(sendPlanned(execution, plan, { isStillWanted }), StoppedError);
	if (sent.ok) return { records: sent.value, isResponse: true };
	if (given.output === undefined) throw sent.problem;
	const { records, hint } = given.output;
	outcomes.delete(index);
	if (hint !== undefined) hints.add(hint);
	return { records, isResponse: false };
}

/** Sends the request of a plan. A failure stops the other items before any of their requests can begin. */
async function sendPlanned(
	execution: NodeExecution,
	plan: Plan,
	policy: Pick<RetryPolicy, 'isStillWanted'> = {},
): Promise<IDataObject[]> {
	const { operation, outcomes, limiter } = execution;
	const { output, adviceWhenNotFound, adviceWhenUnknown, adviseOn } = operation;
	const { request, index, idempotent } = plan;
	const send = execution.createItemSend(plan, {
		...policy,
		idempotent,
		isDeletion: output.kind === 'deleted',
		messages: { adviceWhenNotFound, adviseOn, ...(!idempotent && { adviceWhenUnknown }) },
		onFailure: (problem, failed) => {
			outcomes.set(index, problem.isOutcomeKnown ? 'notDone' : 'unknown');
			execution.stopAfterFailure(problem, failed);
		},
	});
	const records =
		output.kind === 'list'
			? await fetchList(send, plan, output, limiter.maxInFlight)
			: [(await send(request, (body) => parseOutput(operation, output, body))).body];
	outcomes.set(index, 'done');
	return records;
}

async function fetchList(
	send: Send,
	{ request, maxRecords }: Plan,
	{ fields, limitIn }: ListOutput,
	maxInFlight: number,
): Promise<IDataObject[]> {
	if (limitIn !== 'paging') {
		const { body: records } = await send(request, (body) => parseRecords(body, fields));
		return records.slice(0, maxRecords);
	}
	const fetchPage = async (offset: number, limit: number) => {
		const pageRequest = { ...request, body: { ...request.body, limit, offset } };
		return (await send(pageRequest, (body) => parsePage(body, fields))).body;
	};
	return await fetchRecordsInPages(fetchPage, maxRecords, maxInFlight);
}

/** Parses the record in an answer; the problem is the failure that it reports. */
function parseOutput(
	{ findFailureInRecord }: Operation,
	output: Exclude<Output, ListOutput>,
	body: IDataObject,
): Result<IDataObject, Failure> {
	if (output.kind === 'deleted') {
		return { ok: true, value: { deleted: true, ...simplify(body, output.responseFields ?? []) } };
	}
	const { simplified, recordFields = simplified, wrapper } = output;
	const response = parseRecord(body, { ...(wrapper && { wrapper }), ...(recordFields && { recordFields }) });
	const failure = response.ok ? findFailureInRecord?.(response.value) : undefined;
	return failure ? { ok: false, problem: failure } : response;
}
