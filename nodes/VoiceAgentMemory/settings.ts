import type { ISupplyDataFunctions } from 'n8n-workflow';

import type { AuthenticationMethod } from '../shared/client/credentials';
import type { ConversationQuery } from '../shared/conversation/conversationReader';
import { readConversationQuery } from '../shared/conversation/readConversationQuery';
import { readAuthentication } from '../shared/parameters/authentication';
import { InvalidParameterError } from '../shared/parameters/invalidParameterError';
import { ParameterGroup } from '../shared/parameters/parameterGroup';
import { memoryProperties } from './properties';

/** The values of the panel. */
export interface MemorySettings {
	authentication: AuthenticationMethod;
	query: ConversationQuery;
	/** The most messages to read; at least 1. */
	contextWindowLength: number;
}

/**
 * Reads the panel for an item of the node that uses the memory.
 * @throws InvalidParameterError for a value that cannot work, and if the items of an AI Agent are of different
 * conversations; the error of n8n for an expression that fails.
 */
export function readMemorySettings(context: ISupplyDataFunctions, itemIndex: number): MemorySettings {
	const parameters = parametersFor(context, itemIndex);
	const query = readConversationQuery(parameters);
	refuseOtherConversations(context, query);
	return {
		authentication: readAuthentication(parameters.value('authentication')),
		query,
		contextWindowLength: parameters.integer('contextWindowLength'),
	};
}

const parametersFor = (context: ISupplyDataFunctions, itemIndex: number): ParameterGroup =>
	new ParameterGroup(
		(name) => context.getNodeParameter(name, itemIndex, null, { extractValue: true }),
		memoryProperties,
		context.getTimezone(),
	);

/**
 * n8n's AI Agent asks for the memory of its first item, and uses it for all. The memory of one person must not
 * get into the answer to another.
 */
function refuseOtherConversations(context: ISupplyDataFunctions, query: ConversationQuery): void {
	const { length } = context.getInputData(0, 'main');
	const isSame = (_: unknown, index: number) =>
		JSON.stringify(readConversationQuery(parametersFor(context, index))) === JSON.stringify(query);
	if (length < 2 || Array.from({ length }).every(isSame)) return;
	throw new InvalidParameterError(
		`The ${length} items are of different conversations, but an AI Agent uses the memory of the first one for all`,
		"Put the agent into a Loop Over Items with a 'Batch Size' of 1.",
	);
}
