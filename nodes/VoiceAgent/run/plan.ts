import type { IDataObject, IPairedItemData } from 'n8n-workflow';

import type { Send, ServiceRequest } from '../../service/request';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_RETRIES, readOutputFields } from '../fields/commonFields';
import type { Operation, RequestHandling } from '../operation';
import { TIMEOUT_MS } from '../../service/timing';
import type { Item } from '../fields/item';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { refuseReservedFields } from '../../parameters/jsonObject';

/** Creates the function that reads what an item depends on, with the timeout (in milliseconds) and retries of its options. */
export type LookupFactory = (limits: { timeoutMs: number; maxRetries: number }) => Send;

/** Everything that running needs to know, read before the first request is sent. */
export interface Plan extends RequestHandling {
	/** The request with the Additional Body Fields. */
	request: ServiceRequest;
	/** Index of the (first) input item. */
	index: number;
	pairedItem: IPairedItemData | IPairedItemData[];
	/** Milliseconds for one try. */
	timeoutMs: number;
	maxRetries: number;
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/** The fields that Simplify keeps; undefined if all are kept. */
	simplified: readonly string[] | undefined;
	/** The most records of a list to put out. */
	maxRecords: number;
}

/** An item that cannot be planned, and the reason. */
export interface FailedPlan extends Pick<Plan, 'index' | 'pairedItem'> {
	error: unknown;
}

/**
 * Plans what to do for an item, or for all items together.
 * Never throws, so that one wrong item does not stop the others.
 * @param createLookup Creates the function that reads from the service what an item depends on.
 */
export async function planFor(
	operation: Operation,
	items: [Item, ...Item[]],
	createLookup: LookupFactory,
): Promise<Plan | FailedPlan> {
	const [item, ...others] = items;
	const { index } = item;
	const pairedItem = others.length === 0 ? { item: index } : items.map(({ index: one }) => ({ item: one }));
	try {
		const { options, additionalBodyFields } = item;
		refuseReplacedFields(operation, options, additionalBodyFields);
		// The first item decides for all. A value of another item that cannot be read is still refused.
		options.integerOr('concurrency', DEFAULT_CONCURRENCY);
		const limits = {
			timeoutMs: options.integerOr('timeout', TIMEOUT_MS[operation.timeout]),
			maxRetries: options.integerOr('maxRetries', DEFAULT_MAX_RETRIES),
		};
		const send = createLookup(limits);
		const { method, path, body, files, ...handling } = await operation.request(item, items, send);
		const request = { method, path, body: { ...body, ...additionalBodyFields }, ...(files && { files }) };
		const { idempotent } = operation;
		return {
			...handling,
			...limits,
			request,
			index,
			pairedItem,
			idempotent: typeof idempotent === 'function' ? idempotent(request) : idempotent,
			...outputPlan(operation, item),
		};
	} catch (error) {
		return { index, pairedItem, error };
	}
}

/**
 * Refuses Additional Body Fields that would replace what the node checks or counts.
 * @throws InvalidParameterError for the first of them.
 */
function refuseReplacedFields(operation: Operation, options: ParameterGroup, fields: IDataObject): void {
	const reserved: Record<string, string> = { ...reservedByPaging(operation), ...operation.reservedFields };
	const advice = Object.entries(reserved).map(([name, label]) => [
		name,
		`Remove it there and use '${label}' instead.`,
	]);
	refuseReservedFields(fields, options.label('additionalBodyFields'), Object.fromEntries(advice));
}

function reservedByPaging({ output }: Operation): Record<string, string> {
	if (output.kind !== 'list' || output.limitIn === 'node') return {};
	return output.limitIn === 'request' ? { limit: 'Limit' } : { limit: 'Limit', offset: 'Return All' };
}

function outputPlan({ output }: Operation, item: Item): Pick<Plan, 'simplified' | 'maxRecords'> {
	const simplified = output.kind === 'deleted' ? undefined : output.simplified;
	const { parameters } = item;
	const hasLimit = output.kind === 'list' && output.limitIn !== 'request';
	return {
		simplified: simplified && readOutputFields(item, simplified),
		maxRecords: hasLimit && !parameters.boolean('returnAll') ? parameters.integer('limit') : Infinity,
	};
}
