import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';

import { createAsk } from '../shared/client/ask';
import { VoiceAgentClient } from '../shared/client/client';
import { ConversationReader } from '../shared/conversation/conversationReader';
import { createChatMemory } from '../shared/n8n/chatMemory';
import { toNodeError } from '../shared/parameters/nodeError';
import type { ListedMessage } from '../shared/wire/records';
import { readMemorySettings } from './settings';
import { toChatMessage, toTurns } from './turns';

/**
 * The node's `supplyData()`: reads the conversation once, before the agent begins.
 * @throws NodeApiError or NodeOperationError if it cannot be read: an agent without its memory would answer as if
 * nothing had been said.
 */
export async function supplyMemory(context: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
	try {
		const history = (await readMessages(context, itemIndex)).map(toChatMessage);
		return { response: createChatMemory(context, { history, turns: toTurns(history) }) };
	} catch (error) {
		throw toNodeError(error, context.getNode(), itemIndex);
	}
}

/** Reads the messages that the memory holds, the oldest first. */
async function readMessages(context: ISupplyDataFunctions, itemIndex: number): Promise<ListedMessage[]> {
	const { authentication, query, contextWindowLength } = readMemorySettings(context, itemIndex);
	const client = await VoiceAgentClient.open(context, authentication);
	const ask = createAsk(client, {
		idempotent: true,
		cancelled: context.getExecutionCancelSignal(),
		messages: { ifNotFound: "Check 'Message': it takes the ID that the service has given to the message." },
	});
	const reader = await ConversationReader.open(ask, query, { additionalBodyFields: {}, width: 1 });
	return await reader.readBefore(contextWindowLength);
}
