import type { IExecuteFunctions } from 'n8n-workflow';

import { readAuthentication } from '../../parameters/fields';
import { InvalidParameterError, requireValid } from '../../parameters/invalidParameterError';
import { refuseReservedFields } from '../../parameters/jsonObject';
import { parseTextValue } from '../../parameters/parseValue';
import { type Send, type ServiceRequest, VoiceAgentClient } from '../../service/request';
import { TIMEOUT_MS } from '../../service/timing';
import {
	ADDITIONAL_BODY_FIELDS_LABEL,
	DEFAULT_CONCURRENCY,
	DEFAULT_MAX_RETRIES,
	readOutputFields,
} from '../fields/commonFields';
import { requireHumanChoice } from '../fields/humanOnly';
import { isUsedAsTool, Item } from '../fields/item';
import type { ListOutput, Operation, PlannedRequest } from '../operation';
import { findOperation } from '../operations';
import { NodeExecution, type RequestTerms } from './nodeExecution';

/** The items that go into one request. */
export type ItemGroup = [Item, ...Item[]];

/**
 * Prepares what all items share, and groups the items that go into one request.
 * @throws an error that is the same for all items, such as that of a credential that cannot work.
 */
export async function prepare(
	context: IExecuteFunctions,
	count: number,
): Promise<{ execution: NodeExecution; groups: ItemGroup[] }> {
	const operation = findOperation(
		requireValid(parseTextValue(context.getNodeParameter('resource', 0)), "'Resource'"),
		requireValid(parseTextValue(context.getNodeParameter('operation', 0)), "'Operation'"),
	);
	if (operation.waits) requireWaitPossible(context, operation, count);
	for (const field of operation.humanOnlyFields) requireHumanChoice(context, field);
	const credentialType = readAuthentication(context.getNodeParameter('authentication', 0, 'apiKey'));
	const client = await VoiceAgentClient.open(context, credentialType);
	const [first, ...others] = Array.from(
		{ length: count },
		(_, index) => new Item(context, index, client.connection, operation.properties),
	) as ItemGroup;
	const maxInFlight = first.options.integer('concurrency', DEFAULT_CONCURRENCY);
	return {
		execution: new NodeExecution(context, operation, client, maxInFlight),
		groups: operation.sendsOneRequestForAllItems?.(first)
			? [[first, ...others]]
			: [[first], ...others.map((item): ItemGroup => [item])],
	};
}

/**
 * Checks that an operation can wait.
 * @throws InvalidParameterError if an AI agent uses it as a tool, or there are several items.
 */
function requireWaitPossible(context: IExecuteFunctions, { name }: Operation, count: number): void {
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

/** A request that is ready to be sent, and how its response becomes items. All plans are made before the first is sent. */
export interface Plan extends Omit<PlannedRequest, keyof ServiceRequest>, RequestTerms {
	/** The request with the Additional Body Fields. */
	request: ServiceRequest;
	/** True if processing the request twice does no harm. */
	idempotent: boolean;
	/** The fields that Simplify keeps; undefined if all are kept. */
	simplified: readonly string[] | undefined;
	/** The most records of a list to return. */
	maxRecords: number;
}

/**
 * Plans the request of an item, or of all items together.
 * @param createLookup Creates the function that reads from the service what the items depend on.
 * @throws InvalidParameterError for a value that cannot work; ServiceError if the service does not answer.
 */
export async function planFor(
	operation: Operation,
	items: ItemGroup,
	createLookup: (terms: RequestTerms) => Send,
): Promise<Plan> {
	const [item] = items;
	const { index, options, additionalBodyFields } = item;
	refuseReservedFields(additionalBodyFields, ADDITIONAL_BODY_FIELDS_LABEL, operation.reservedFields);
	// The value of the first item applies, see `prepare`. That of another item that cannot be read is still refused.
	options.integer('concurrency', DEFAULT_CONCURRENCY);
	const terms = {
		index,
		timeoutMs: options.integer('timeout', TIMEOUT_MS[operation.timeout]),
		maxRetries: options.integer('maxRetries', DEFAULT_MAX_RETRIES),
	};
	const { method, path, body, files, ...handling } = await operation.request(
		item,
		items,
		createLookup(terms),
	);
	const request = { method, path, body: { ...body, ...additionalBodyFields }, ...(files && { files }) };
	const { idempotent, output } = operation;
	const simplified = output.kind === 'deleted' ? undefined : output.simplified;
	return {
		...handling,
		...terms,
		request,
		idempotent: typeof idempotent === 'function' ? idempotent(request) : idempotent,
		simplified: simplified && readOutputFields(item, simplified),
		maxRecords: output.kind === 'list' ? readMaxRecords(item, output) : Infinity,
	};
}

/** Reads how many records of a list to return at most. Where the limit is in the request, the service applies it. */
function readMaxRecords({ parameters }: Item, { limitIn }: ListOutput): number {
	return limitIn === 'request' || parameters.boolean('returnAll') ? Infinity : parameters.integer('limit');
}
