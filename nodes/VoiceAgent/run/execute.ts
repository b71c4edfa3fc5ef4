import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { createAsk } from '../../shared/client/ask';
import { type RequestResult, VoiceAgentClient } from '../../shared/client/client';
import { RateLimiter } from '../../shared/client/rateLimiter';
import { isUsedByAgent, Item } from '../parameters/item';
import { MAX_CONCURRENCY, type Operation } from '../operation';
import { hasErrorOutput } from '../../shared/n8n/errorOutput';
import { toNodeError } from '../../shared/parameters/nodeError';
import { toErrorItem } from './itemError';
import { type AskFor, planFor } from './plan';
import { requireHumanChoice } from '../parameters/humanOnly';
import { readAuthentication } from '../../shared/parameters/authentication';
import { readTextField } from '../../shared/parameters/readers';
import { InvalidParameterError } from '../../shared/parameters/invalidParameterError';
import { runPlans, type RunContext } from './run';

/** Finds an operation by its names in a workflow. @throws Error for names that no menu offers. */
type FindOperation = (resource: string, operation: string) => Operation;

/**
 * The node's `execute()`: parameters -> plans -> requests -> records -> items. Everything
 * is planned before the first request is sent, so that a wrong value in the last item
 * does not surface after the others are gone.
 */
export const executor = (findOperation: FindOperation) =>
	async function (this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		const count = this.getInputData().length;
		if (count === 0) return [[]];
		const prepared = await prepare(this, findOperation, count);
		if ('error' in prepared) return [failForAll(this, count, prepared.error)];
		const { groups, runContext } = prepared;
		const { operation, client } = runContext;
		const results = new Map<string, Promise<RequestResult>>();
		const cancelled = this.getExecutionCancelSignal();
		// A rate-limit response to one of the questions slows down the others as well.
		const limiter = new RateLimiter(MAX_CONCURRENCY, cancelled ?? new AbortController().signal);
		const slot = () => limiter.slot();
		const askFor: AskFor = (limits) =>
			createAsk(client, { ...limits, idempotent: true, cancelled, results, slot });
		const plans = [];
		for (const items of groups) plans.push(await planFor(operation, items, askFor));
		return [await runPlans(this, plans, runContext)];
	};

type Group = [Item, ...Item[]];

/** Prepares what all items share, and groups the items that go into one request. */
async function prepare(
	context: IExecuteFunctions,
	findOperation: FindOperation,
	count: number,
): Promise<{ runContext: RunContext; groups: Group[] } | { error: unknown }> {
	try {
		const operation = findOperation(
			readTextField(context.getNodeParameter('resource', 0), "'Resource'"),
			readTextField(context.getNodeParameter('operation', 0), "'Operation'"),
		);
		const { properties: definitions } = operation;
		refuseMisuse(context, operation, count);
		requireHumanChoice(context, definitions);
		const authentication = readAuthentication(context.getNodeParameter('authentication', 0, 'apiKey'));
		const client = await VoiceAgentClient.open(context, authentication);
		const items = Array.from(
			{ length: count },
			(_, index) => new Item(context, index, client.connection, definitions),
		);
		const [first, ...others] = items as Group;
		const groups: Group[] = operation.takesAllItems?.(first)
			? [[first, ...others]]
			: items.map((item) => [item]);
		return { runContext: { operation, client, definitions }, groups };
	} catch (error) {
		return { error };
	}
}

/**
 * @throws InvalidParameterError for more items than the operation can take,
 * and for an agent that it is not meant for.
 */
function refuseMisuse(
	context: IExecuteFunctions,
	{ name, waits, hiddenFromAgents }: Operation,
	count: number,
): void {
	if (hiddenFromAgents && isUsedByAgent(context)) {
		throw new InvalidParameterError(
			`${name} cannot be a tool of an AI agent`,
			'To let a person approve what the agent does, add the Voice Agent under Human Review, between the agent and its tool.',
		);
	}
	if (waits && count > 1) {
		throw new InvalidParameterError(
			`${name} takes one item, but there are ${count}`,
			"An execution can wait for one reply at a time. Put the node into a Loop Over Items with a 'Batch Size' of 1, or turn on 'Execute Once' in its settings.",
		);
	}
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
