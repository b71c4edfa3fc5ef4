import type { IDataObject } from 'n8n-workflow';

import {
	assess,
	type ErrorResponse,
	type FailedRequest,
	type Failure,
	ServiceError,
} from '../../service/failure';
import { describeFailure, type FailureAdvice } from '../../service/messages';
import { fetchRecordsInPages, parsePage } from '../../service/paging';
import { simplify } from '../../service/records';
import {
	createSend,
	type ParseBody,
	parseResultBody,
	type Send,
	type ServiceRequest,
} from '../../service/request';
import { parseRecord, parseRecords } from '../../service/response';
import type { RetryPolicy, ServiceSuccess } from '../../service/retry';
import type { Result } from '../../text/result';
import type { ItemOutput, ListOutput, Operation, Output } from '../operation';
import { type ItemOutcome, type NodeExecution, StoppedError } from './nodeExecution';
import type { Plan, ReadTerms } from './plan';

/** The records of an item, and whether they are the service's response to its request. */
interface PlanRecords {
	records: IDataObject[];
	isResponse: boolean;
}

/**
 * Sends the request of a plan, unless what runs before it gives the output.
 * @throws ServiceError; StoppedError if the execution was stopped before this plan was carried out.
 */
export async function fetchPlanRecords(execution: NodeExecution, plan: Plan): Promise<PlanRecords> {
	const before: { output?: ItemOutput | undefined; failure?: { error: unknown } } = {};
	const isStillWanted = async () => {
		const running = runBefore(execution, plan).catch((error: unknown) => void (before.failure = { error }));
		before.output = await running;
		return !before.output && !before.failure;
	};
	const sending = sendPlanned(execution, plan, plan.beforeRequest && { isStillWanted });
	return await sending.then(
		(records) => ({ records, isResponse: true }),
		(error: unknown) => {
			const { output, failure } = before;
			if (!output) throw failure ? failure.error : error;
			execution.outcomes.delete(plan.index);
			if (output.hint !== undefined) execution.hints.add(output.hint);
			return { records: output.records, isResponse: false };
		},
	);
}

/** Runs the door before the request. Its own requests stop the other items if they fail, and are no outcome of the item. */
async function runBefore(execution: NodeExecution, plan: Plan): Promise<ItemOutput | undefined> {
	const { operation, limiter } = execution;
	const { adviceWhenNotFound } = operation;
	const { request, maxRecords, beforeRequest } = plan;
	const send = createStoppingSend(execution, plan, { idempotent: true }, () => ({ adviceWhenNotFound }));
	return await beforeRequest?.(request, send, { maxRecords, maxInFlight: limiter.maxInFlight });
}

async function sendPlanned(
	execution: NodeExecution,
	plan: Plan,
	policy: Pick<RetryPolicy, 'isStillWanted'> = {},
): Promise<IDataObject[]> {
	const { operation, outcomes, limiter } = execution;
	const { output, adviceWhenUnknown, adviceWhenNotFound, adviseOn } = operation;
	const { request, index, idempotent } = plan;
	const advise = (sent: ServiceRequest) => ({
		...(!idempotent && { adviceWhenUnknown }),
		adviceWhenNotFound,
		...(adviseOn && { adviseOn: (response: ErrorResponse) => adviseOn(response, sent) }),
	});
	const send = createStoppingSend(execution, plan, { idempotent, ...policy }, advise, (outcome) =>
		outcomes.set(index, outcome),
	);
	if (output.kind === 'list') return await fetchList(send, plan, output, limiter.maxInFlight);
	return [(await send(request, (body) => parseOutput(operation, output, body))).body];
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

/** Reads the record in an answer, or finds the failure that it reports. */
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

/**
 * Creates the function that sends requests of an item. A failure stops the other items before the place in flight is
 * free, so that no other request starts in between. It throws a ServiceError if the service does not do what it is
 * asked to, and StoppedError if it was not asked.
 * @param advise Returns the parts of the error message that only the operation knows.
 * @param noteOutcome Is told what has become of each request.
 */
function createStoppingSend(
	execution: NodeExecution,
	{ index, timeoutMs, maxRetries }: Plan,
	policy: RetryPolicy,
	advise: (request: ServiceRequest) => FailureAdvice,
	noteOutcome?: (outcome: ItemOutcome) => void,
): Send {
	const { client, limiter, cancelSignal, operation } = execution;
	return async <T>(request: ServiceRequest, read?: ParseBody<T>): Promise<ServiceSuccess<T>> => {
		const permit = limiter.createPermit(index);
		try {
			const sent = await client.request(request, { ...policy, timeoutMs, maxRetries, cancelSignal }, permit);
			const isDeleted = !sent.ok && isDeletedByEarlierTry(operation, sent.problem);
			const result = parseResultBody(
				isDeleted ? { ok: true, value: { body: {}, retries: sent.problem.retries } } : sent,
				read,
			);
			if (result.ok) {
				noteOutcome?.('done');
				return result.value;
			}
			const { failure, isOutcomeKnown } = result.problem;
			noteOutcome?.(isOutcomeKnown ? 'notDone' : 'unknown');
			const isNotSent = failure.kind === 'cancelled' && !failure.sent;
			if (isNotSent && !cancelSignal?.aborted) throw new StoppedError();
			if (!request.mayBeRefused || assess(failure).reason !== 'invalid') execution.stopUnlessContinueOnFail();
			throw new ServiceError(describeFailure(result.problem, client, advise(request)), result.problem);
		} finally {
			permit.free();
		}
	};
}

/**
 * Tells whether an earlier try may have deleted the record although no answer arrived: the next try then finds
 * nothing.
 */
const isDeletedByEarlierTry = ({ output }: Operation, { failure, isOutcomeKnown }: FailedRequest): boolean =>
	output.kind === 'deleted' && !isOutcomeKnown && assess(failure).reason === 'notFound';

/**
 * Creates the function with which an item reads what it depends on, or what has become of its request. A failure does
 * not stop the other items. Each request takes a place in flight of its own; the item holds none between them.
 */
export const createReader = (
	{ client, limiter, cancelSignal, operation }: NodeExecution,
	{ index, ...limits }: ReadTerms,
	results?: NodeExecution['lookups'],
): Send =>
	createSend(client, {
		...limits,
		...(results && { results }),
		idempotent: true,
		cancelSignal,
		messages: { adviceWhenNotFound: operation.adviceWhenNotFound },
		createPermit: () => limiter.createPermit(index),
	});
