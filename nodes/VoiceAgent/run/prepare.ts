import type { IExecuteFunctions } from 'n8n-workflow';

import { readAuthentication } from '../../parameters/fields';
import { InvalidParameterError } from '../../parameters/invalidParameterError';
import { readTextField } from '../../parameters/readers';
import { VoiceAgentClient } from '../../service/request';
import { DEFAULT_CONCURRENCY } from '../fields/commonFields';
import { requireHumanChoice } from '../fields/humanOnly';
import { isUsedAsTool, Item } from '../fields/item';
import type { Operation } from '../operation';
import { Run } from './run';
import { findOperation } from '../operations';

/** The items that go into one request. */
type Group = [Item, ...Item[]];

/** Prepares what all items share, and groups the items that go into one request. */
export async function prepare(
	context: IExecuteFunctions,
	count: number,
): Promise<{ run: Run; groups: Group[] } | { error: unknown }> {
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
		const groups: Group[] = operation.takesAllItems?.(first)
			? [[first, ...others]]
			: items.map((item) => [item]);
		const maxInFlight = first.options.integerOr('concurrency', DEFAULT_CONCURRENCY);
		return { run: new Run(context, operation, client, maxInFlight), groups };
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
