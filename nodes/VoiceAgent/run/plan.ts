import type { IDataObject, IPairedItemData } from 'n8n-workflow';

import type { Ask } from '../../shared/client/ask';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_RETRIES, type Operation, type RequestHandling } from '../operation';
import { findEmptyPart, type EmptyPart } from './emptyPart';
import { readOutputFields } from '../parameters/toolOutput';
import { asServiceError } from '../../shared/client/errors';
import type { ServiceRequest } from '../../shared/client/serviceRequest';
import { TIMEOUT_MS } from '../../shared/client/timing';
import type { Item } from '../parameters/item';
import type { ParameterGroup } from '../../shared/parameters/parameterGroup';
import { InvalidParameterError } from '../../shared/parameters/invalidParameterError';

/** Creates the questions of an item, which keep to the timeout (in milliseconds) and retries of its own options. */
export type AskFor = (limits: { timeoutMs: number; maxRetries: number }) => Ask;

/** Everything that running needs to know, read before the first request is sent. */
export interface Plan extends RequestHandling {
	/** The request with the Additional Body Fields. */
	request: ServiceRequest;
	/** Index of the (first) input item. */
	index: number;
	pairedItem: IPairedItemData | IPairedItemData[];
	/** Undefined if all parts of the texts have a value. */
	emptyPart: EmptyPart | undefined;
	/** Milliseconds for one try. */
	timeoutMs: number;
	maxRetries: number;
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/** The most requests of the execution in flight. */
	concurrency: number;
	/** The fields that Simplify keeps; undefined if all are kept. */
	simplified: readonly string[] | undefined;
	/** The most records of a list to put out. */
	wanted: number;
}

/** An item that cannot be planned, and the reason. */
export interface FailedPlan {
	index: number;
	pairedItem: IPairedItemData | IPairedItemData[];
	error: unknown;
}

/**
 * Plans what to do for an item, or for all items together.
 * Never throws, so that one wrong item does not take the others along.
 * @param askFor Creates the questions of an item about what only the service knows.
 */
export async function planFor(
	operation: Operation,
	items: [Item, ...Item[]],
	askFor: AskFor,
): Promise<Plan | FailedPlan> {
	const [item, ...others] = items;
	const { index } = item;
	const pairedItem = others.length === 0 ? { item: index } : items.map(({ index: one }) => ({ item: one }));
	try {
		const { options, additionalBodyFields } = item;
		refuseGuardedFields(operation, options, additionalBodyFields);
		const limits = {
			timeoutMs: option(options, 'timeout', TIMEOUT_MS[operation.timeout]),
			maxRetries: option(options, 'maxRetries', DEFAULT_MAX_RETRIES),
		};
		const ask = askFor(limits);
		const { method, path, body, files, ...handling } = await operation.request(item, items, ask);
		const request = { method, path, body: { ...body, ...additionalBodyFields }, ...(files && { files }) };
		const { idempotent } = operation;
		const plan = {
			...handling,
			...limits,
			request,
			index,
			pairedItem,
			emptyPart: findEmptyPart(item),
			concurrency: option(options, 'concurrency', DEFAULT_CONCURRENCY),
			idempotent: typeof idempotent === 'function' ? idempotent(request) : idempotent,
			...outputPlan(operation, item),
		};
		await check(operation, request, ask);
		return plan;
	} catch (error) {
		return { index, pairedItem, error };
	}
}

/** @throws InvalidParameterError; ServiceError, which says that the request was not checked. */
async function check(operation: Operation, request: ServiceRequest, ask: Ask): Promise<void> {
	const { ifUnchecked } = operation;
	const failure = await operation.check?.(request, ask).catch(asServiceError);
	if (failure) throw ifUnchecked === undefined ? failure : failure.withAdvice(ifUnchecked);
}

/**
 * @throws InvalidParameterError for a field whose replacement would go past what the node checks or counts.
 */
function refuseGuardedFields(operation: Operation, options: ParameterGroup, fields: IDataObject): void {
	const guarded: Record<string, string> = { ...guardedByPaging(operation), ...operation.guardedFields };
	const field = Object.keys(fields).find((name) => Object.hasOwn(guarded, name));
	if (field === undefined) return;
	throw new InvalidParameterError(
		`${options.label('additionalBodyFields')} contains '${field}', which the node sets itself`,
		`Remove it there and use '${guarded[field]}' instead.`,
	);
}

function guardedByPaging({ output }: Operation): Record<string, string> {
	if (output.kind !== 'list' || output.limitedBy === 'node') return {};
	return output.limitedBy === 'request' ? { limit: 'Limit' } : { limit: 'Limit', offset: 'Return All' };
}

const option = (options: ParameterGroup, name: string, otherwise: number): number =>
	options.has(name) ? options.integer(name) : otherwise;

function outputPlan({ output }: Operation, item: Item): Pick<Plan, 'simplified' | 'wanted'> {
	const simplified = output.kind === 'deleted' ? undefined : output.simplified;
	const { parameters } = item;
	const hasLimit = output.kind === 'list' && output.limitedBy !== 'request';
	return {
		simplified: simplified && readOutputFields(item, simplified),
		wanted: hasLimit && !parameters.boolean('returnAll') ? parameters.integer('limit') : Infinity,
	};
}

/** A preview stands for the request that would be sent, Additional Body Fields included. */
export const buildPreview = ({ preview, request }: Plan): IDataObject | undefined => preview?.(request);
