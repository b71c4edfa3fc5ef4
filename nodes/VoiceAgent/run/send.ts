import type { IDataObject } from 'n8n-workflow';

import { type FailedRequest, type Failure, ServiceError, assess } from '../../service/failure';
import { describeFailure } from '../../service/messages';
import { parsePage, fetchRecordsInPages } from '../../service/paging';
import { simplify } from '../../service/records';
import { parseRecord, parseRecords } from '../../service/response';
import type { RequestResult, ServiceSuccess } from '../../service/retry';
import {
	createSend,
	type ParseBody,
	parseBodyOf,
	type Send,
	type ServiceRequest,
} from '../../service/request';
import type { Result } from '../../text/result';
import { SharedWork } from '../../service/concurrency';
import { TIMEOUT_MS } from '../../service/timing';
import { isUsedAsTool } from '../fields/item';
import type { ListOutput, Operation, Output } from '../operation';
import type { LookupFactory, Plan } from './plan';
import { type Run, StoppedError } from './run';

/**
 * Sends the request of a plan, unless its output is made without it or there is a reason to skip it, and returns the
 * records for the output.
 * @throws ServiceError; StoppedError if the run was stopped before this plan was carried out.
 */
export async function sendPlan(run: Run, plan: Plan): Promise<IDataObject[]> {
	const outputInstead = plan.outputInstead?.(plan.request);
	if (outputInstead) return [outputInstead];
	const { operation, limiter, hints } = run;
	const { output } = operation;
	const send = createSendForPlan(run, plan);
	if (plan.fetchRecords) {
		const limits = { maxRecords: plan.maxRecords, maxInFlight: limiter.maxInFlight };
		const { records, hint } = await plan.fetchRecords(send, limits);
		if (hint !== undefined) hints.add(hint);
		return records;
	}
	if (output.kind === 'list') return await fetchList(send, plan, output, limiter.maxInFlight);
	const sending = send(plan.request, (body) => readOutput(operation, output, body));
	const answer = await sending.catch(asSkipped);
	if (answer instanceof SkippedError) return skipPlan(run, plan, answer.message);
	return [{ ...answer.body, ...plan.extraOutput }];
}

/** Says why a request was not sent, as a sentence: there was a reason not to. */
class SkippedError extends Error {}

/** @throws any other error. */
function asSkipped(error: unknown): SkippedError {
	if (error instanceof SkippedError) return error;
	throw error;
}

/** What a look has found before a try. */
interface Look {
	isStillWanted: () => Promise<boolean>;
	/** The reason not to send the request. */
	reason?: string;
	/** The error of the look itself: then nothing is sent, either. */
	failure?: { error: unknown };
}

/** Creates the look that a plan takes before each try; undefined if it takes none. */
function createLook(run: Run, plan: Plan): Look | undefined {
	const { skip, request, maxRetries } = plan;
	if (!skip) return undefined;
	const send = createReadOnlySend(run, plan, maxRetries);
	const look: Look = {
		isStillWanted: async () => {
			const found = await skip.findReason(request, send).then(
				(reason) => (reason === undefined ? {} : { reason }),
				(error: unknown) => ({ failure: { error } }),
			);
			Object.assign(look, found);
			return look.reason === undefined && look.failure === undefined;
		},
	};
	return look;
}

/** Returns the output for a request that is not sent: a hint for people, a record for an AI agent. */
function skipPlan({ context, hints, outcomes }: Run, { index }: Plan, reason: string): IDataObject[] {
	outcomes.delete(index);
	if (isUsedAsTool(context)) return [{ sent: false, reason }];
	hints.add(reason);
	return [];
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
function readOutput(
	{ findRefusal }: Operation,
	output: Exclude<Output, ListOutput>,
	body: IDataObject,
): Result<IDataObject, Failure> {
	if (output.kind === 'deleted') {
		return { ok: true, value: { deleted: true, ...simplify(body, output.responseFields ?? []) } };
	}
	const { simplified, recordFields = simplified, wrapper } = output;
	const response = parseRecord(body, { ...(wrapper && { wrapper }), ...(recordFields && { recordFields }) });
	const refusal = response.ok ? findRefusal?.(response.value) : undefined;
	return refusal ? { ok: false, problem: refusal } : response;
}

/**
 * Creates the function that sends the requests of an item. If a failure stops the run, it does so before the
 * slot is freed, so that no other request starts in between. It throws a ServiceError if the service does not do what it is asked to,
 * SkippedError if there was a reason not to ask it, and StoppedError if it was not asked, since the run was stopped
 * meanwhile.
 */
function createSendForPlan(run: Run, plan: Plan): Send {
	const { index, timeoutMs, maxRetries, idempotent } = plan;
	const { client, limiter, cancelSignal, operation, outcomes } = run;
	const look = createLook(run, plan);
	const policy = {
		idempotent,
		timeoutMs,
		maxRetries,
		cancelSignal,
		...(look && { isStillWanted: look.isStillWanted }),
	};
	return async <T>(request: ServiceRequest, read?: ParseBody<T>): Promise<ServiceSuccess<T>> => {
		const slot = limiter.createPermit(index);
		try {
			let result = parseBodyOf(await client.request(request, policy, slot), read);
			if (look?.failure) run.stopFor(look.failure.error);
			if (look?.reason !== undefined) throw new SkippedError(look.reason);
			if (!result.ok && isDeletedByEarlierTry(operation, result.problem)) {
				const { retries } = result.problem;
				result = parseBodyOf({ ok: true, value: { body: {}, retries } }, read);
			}
			if (result.ok) {
				outcomes.set(index, 'done');
				return result.value;
			}
			const { problem } = result;
			if (!request.mayBeRefused || assess(problem.failure).reason !== 'invalid') run.stopUnlessContinuing();
			throw recordFailure(run, plan, request, problem);
		} finally {
			slot.free();
		}
	};
}

/**
 * Tells whether an earlier try may have deleted the record although no answer arrived: the next try then finds
 * nothing.
 */
const isDeletedByEarlierTry = ({ output }: Operation, { failure, isOutcomeKnown }: FailedRequest): boolean =>
	output.kind === 'deleted' && !isOutcomeKnown && assess(failure).reason === 'notFound';

/** Records the outcome of an item whose request failed, and returns the error for it. */
function recordFailure(
	{ outcomes, cancelSignal, operation, client }: Run,
	{ index, idempotent }: Plan,
	request: ServiceRequest,
	failed: FailedRequest,
): Error {
	const { failure, isOutcomeKnown } = failed;
	const isNotSent = failure.kind === 'cancelled' && !failure.sent;
	outcomes.set(index, isOutcomeKnown ? 'notDone' : 'unknown');
	if (isNotSent && !cancelSignal?.aborted) return new StoppedError();
	const { adviceWhenUnknown, adviceWhenNotFound, adviseOn } = operation;
	const report = describeFailure(failed, client, {
		...(!idempotent && { adviceWhenUnknown }),
		adviceWhenNotFound,
		...(adviseOn && { adviseOn: (response) => adviseOn(response, request) }),
	});
	return new ServiceError(report, failed);
}

/**
 * Creates the factory of the `Send` that `operation.request` gets, for what an item depends on before it is planned. All of
 * them share their results, so that the same request is sent once in a run; pages of long lists are not kept.
 */
export function createLookupFactory({ client, limiter, operation, cancelSignal }: Run): LookupFactory {
	const results = new SharedWork<RequestResult>({ ttlMs: Infinity, maxKeys: Infinity });
	const messages = { adviceWhenNotFound: operation.adviceWhenNotFound };
	const shared = { idempotent: true, cancelSignal, results, messages } as const;
	return (limits) => createSend(client, { ...limits, ...shared, createPermit: () => limiter.createPermit() });
}

/** Creates the `Send` with which an item checks whether to skip its request, and how its message was delivered. */
export const createReadOnlySend = (
	{ client, limiter, cancelSignal }: Run,
	{ timeoutMs, index }: Plan,
	maxRetries: number,
): Send =>
	createSend(client, {
		idempotent: true,
		timeoutMs: Math.min(timeoutMs, TIMEOUT_MS.quick),
		maxRetries,
		cancelSignal,
		// Each request takes a slot of its own; the item holds none between its requests.
		createPermit: () => limiter.createPermit(index),
	});
