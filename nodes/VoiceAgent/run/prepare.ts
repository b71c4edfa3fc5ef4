import type { IExecuteFunctions } from 'n8n-workflow';

import { readAuthentication } from '../../parameters/authenticationFields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { readTextField } from '../../parameters/readers';
import { VoiceAgentClient } from '../../service/client';
import { DEFAULT_CONCURRENCY } from '../fields/commonFields';
import { requireHumanChoice } from '../fields/humanOnly';
import { isUsedAsTool, Item } from '../fields/item';
import type { Operation } from '../operation';
import { integerOption } from './plan';
import { Run } from './run';

/** Finds an operation by the names under which a workflow stores it. @throws Error for names that no menu offers. */
export type FindOperation = (resource: string, operation: string) => Operation;

/** The items that go into one request. */
type Group = [Item, ...Item[]];

/** Prepares what all items share, and groups the items that go into one request. */
export async function prepare(
	context: IExecuteFunctions,
	findOperation: FindOperation,
	count: number,
): Promise<{ run: Run; groups: Group[] } | { error: unknown }> {
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
		const width = integerOption(first.options, 'concurrency', DEFAULT_CONCURRENCY);
		return { run: new Run(context, operation, client, width), groups };
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
	if (hiddenFromAgents && isUsedAsTool(context)) {
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
