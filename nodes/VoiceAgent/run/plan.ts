import type { IDataObject, IExecuteFunctions, IPairedItemData } from 'n8n-workflow';

import { readAuthentication } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { refuseReservedFields } from '../../parameters/jsonObject';
import type { ParameterGroup } from '../../parameters/parameterGroup';
import { readTextField } from '../../parameters/readers';
import { type Send, type ServiceRequest, VoiceAgentClient } from '../../service/request';
import { TIMEOUT_MS } from '../../service/timing';
import { DEFAULT_CONCURRENCY, DEFAULT_MAX_RETRIES, readOutputFields } from '../fields/commonFields';
import { requireHumanChoice } from '../fields/humanOnly';
import { isUsedAsTool, Item } from '../fields/item';
import type { Operation, PlannedRequest } from '../operation';
import { findOperation } from '../operations';
import { NodeExecution } from './nodeExecution';

/** The items that go into one request. */
type Group = [Item, ...Item[]];

/** Prepares what all items share, and groups the items that go into one request. */
export async function prepare(
	context: IExecuteFunctions,
	count: number,
): Promise<{ execution: NodeExecution; groups: Group[] } | { error: unknown }> {
	try {
		const operation = findOperation(
			readTextField(context.getNodeParameter('resource', 0), "'Resource'"),
			readTextField(context.getNodeParameter('operation', 0), "'Operation'"),
		);
		const { properties: definitions } = operation;
		requireWaitPossible(context, operation, count);
		requireHumanChoice(context, definitions);
		const authentication = readAuthentication(context.getNodeParameter('authentication', 0, 'apiKey'));
		const client = await VoiceAgentClient.open(context, authentication);
		const items = Array.from(
			{ length: count },
			(_, index) => new Item(context, index, client.connection, definitions),
		);
		const [first, ...others] = items as Group;
		const groups: Group[] = operation.sendsOneRequestForAllItems?.(first)
			? [[first, ...others]]
			: items.map((item) => [item]);
		const maxInFlight = first.options.integerOr('concurrency', DEFAULT_CONCURRENCY);
		return { execution: new NodeExecution(context, operation, client, maxInFlight), groups };
	} catch (error) {
		return { error };
	}
}

/** @throws InvalidParameterError if the operation waits, but an AI agent uses it as a tool, or there are several items. */
function requireWaitPossible(context: IExecuteFunctions, { name, waits }: Operation, count: number): void {
	if (!waits) return;
	if (isUsedAsTool(context)) {
		throw new InvalidParameterError(
			`${name} cannot be a tool of an AI agent`,
			'To let a person approve what the agent does, add the Voice Agent under Human Review, between the agent and its tool.',
		);
	}
	if (count > 1) {
		throw new InvalidParameterError(
			`${name} takes one item, but there are ${count}`,
			"An execution can wait for one reply at a time. Put the node into a Loop Over Items with a 'Batch Size' of 1, or turn on 'Execute Once' in its settings.",
		);
	}
}

/** Everything that running needs to know, read before the first request is sent. */
export interface Plan extends Omit<PlannedRequest, keyof ServiceRequest> {
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

/** The conditions under which an item reads from the service. */
export type ReadTerms = Pick<Plan, 'index' | 'timeoutMs' | 'maxRetries'>;

/** An item that cannot be planned, and the reason. */
export interface FailedPlan extends Pick<Plan, 'index' | 'pairedItem'> {
	error: unknown;
}

/**
 * Plans the request of an item, or of all items together. Never throws, so that one wrong item does not stop the others.
 * @param createLookup Creates the function that reads from the service what the item depends on.
 */
export async function planFor(
	operation: Operation,
	items: [Item, ...Item[]],
	createLookup: (terms: ReadTerms) => Send,
): Promise<Plan | FailedPlan> {
	const [item, ...others] = items;
	const { index } = item;
	const pairedItem =
		others.length === 0 ? { item: index } : items.map(({ index: itemIndex }) => ({ item: itemIndex }));
	try {
		const { options, additionalBodyFields } = item;
		refuseReplacedFields(operation, options, additionalBodyFields);
		// The value of the first item applies, see `prepare`. That of another item that cannot be read is still refused.
		options.integerOr('concurrency', DEFAULT_CONCURRENCY);
		const limits = {
			timeoutMs: options.integerOr('timeout', TIMEOUT_MS[operation.timeout]),
			maxRetries: options.integerOr('maxRetries', DEFAULT_MAX_RETRIES),
		};
		const send = createLookup({ index, ...limits });
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
	const reserved: Record<string, string> = {
		...reservedByPaging(operation),
		...operation.fieldsOnlyThePanelSets,
	};
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
