import type { IDataObject, IPairedItemData } from 'n8n-workflow';

import { TIMEOUTS } from '../../shared/service/timeouts';
import type { Item } from './item';
import type { LookUp, Operation, PlannedRequest } from './operation';

export const DEFAULT_CONCURRENCY = 20;
export const DEFAULT_MAX_RETRIES = 3;

/** Everything that running needs to know, read before the first request is sent. */
export interface Plan extends PlannedRequest {
	/** Index of the (first) input item. */
	index: number;
	pairedItem: IPairedItemData | IPairedItemData[];
	/** Milliseconds for one try. */
	timeout: number;
	maxRetries: number;
	/** Whether carrying the request out twice does no harm. */
	safe: boolean;
	/** How many requests of the execution may be in flight. */
	concurrency: number;
	/** The fields that Simplify keeps; undefined for all. */
	simplified: readonly string[] | undefined;
	/** How many records of a list to put out. */
	wanted: number;
}

/** What is known of an item that cannot be planned. */
export interface FailedPlan {
	index: number;
	pairedItem: IPairedItemData | IPairedItemData[];
	error: unknown;
}

/**
 * Plans what to do for an item, or for all items together.
 * Never throws, so that one wrong item does not take the others along.
 * @param lookUp For what only the service knows.
 */
export async function planFor(
	operation: Operation,
	items: [Item, ...Item[]],
	lookUp: LookUp,
): Promise<Plan | FailedPlan> {
	const [item, ...others] = items;
	const { index } = item;
	const pairedItem = others.length === 0 ? { item: index } : items.map(({ index: one }) => ({ item: one }));
	try {
		const planned = await operation.plan(item, items);
		const request = { ...planned.request, body: { ...planned.request.body, ...item.additionalBodyFields } };
		await operation.check?.(request, lookUp);
		const { safe } = operation.retry;
		return {
			...planned,
			request,
			index,
			pairedItem,
			timeout: option(item, 'timeout', TIMEOUTS[operation.timeout]),
			maxRetries: option(item, 'maxRetries', DEFAULT_MAX_RETRIES),
			concurrency: option(item, 'concurrency', DEFAULT_CONCURRENCY),
			safe: typeof safe === 'function' ? safe(request) : safe,
			...outputPlan(operation, item),
		};
	} catch (error) {
		return { index, pairedItem, error };
	}
}

const option = ({ options }: Item, name: string, otherwise: number): number =>
	options.has(name) ? options.integer(name) : otherwise;

function outputPlan({ answer }: Operation, item: Item): Pick<Plan, 'simplified' | 'wanted'> {
	const simplified = answer.kind === 'deleted' ? undefined : answer.simplified;
	const hasLimit = answer.kind === 'list' && answer.size !== 'own';
	return {
		simplified: simplified && item.boolean('simplify') ? simplified : undefined,
		wanted: hasLimit && !item.boolean('returnAll') ? item.integer('limit') : Infinity,
	};
}

/** A preview stands for the request that would be sent, Additional Body Fields included. */
export const previewOf = ({ preview, request }: Plan): IDataObject | undefined => preview?.(request);
