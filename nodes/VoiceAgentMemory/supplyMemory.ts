import type { ISupplyDataFunctions, SupplyData } from 'n8n-workflow';

import { createSend } from '../service/send';
import { VoiceAgentClient } from '../service/client';
import { ConversationReader } from '../conversation/conversationReader';
import { createChatMemory, type ChatMessage } from '../n8n/chatMemory';
import { toNodeError } from '../parameters/invalidParameterError';
import { type ListedMessage, hasFailed } from '../service/records';
import { readMemorySettings } from './settings';
import { describeContent } from '../conversation/transcript';
import { toMessage } from '../conversation/conversation';

/** Stands for a message without text and files, which the APIs of some models refuse. */
const NO_TEXT_PLACEHOLDER = '[no text]';

/** Stands for the missing answer to the last messages of the person. */
const NO_ANSWER_YET = '[no answer yet]';

/**
 * Converts a listed message into a chat message: the person is the human, and everything sent by the account is the
 * AI's, since the list does not tell a colleague's messages from a workflow's.
 */
export function toChatMessage(record: ListedMessage): ChatMessage {
	const content = describeContent(toMessage(record)) || NO_TEXT_PLACEHOLDER;
	return {
		role: record.direction === 'inbound' ? 'human' : 'ai',
		text: hasFailed(record) ? `[not delivered] ${content}` : content,
	};
}

/**
 * Converts messages into the turns of a chat, of which the last one is the AI's: what one side wrote in a row is one
 * turn.
 * Some models refuse two turns of the same side in a row, and the prompt of the agent, a turn of the human, comes next.
 */
export function toTurns(messages: readonly ChatMessage[]): ChatMessage[] {
	const turns: ChatMessage[] = [];
	for (const { role, text } of messages) {
		const last = turns.at(-1);
		if (last?.role === role) last.text += `\n${text}`;
		else turns.push({ role, text });
	}
	if (turns.at(-1)?.role === 'human') turns.push({ role: 'ai', text: NO_ANSWER_YET });
	return turns;
}

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
	const send = createSend(client, {
		idempotent: true,
		surface: 'memory',
		cancelSignal: context.getExecutionCancelSignal(),
		messages: {
			adviceWhenNotFound: "Check 'Message': it takes the ID that the service has given to the message.",
		},
	});
	const reader = await ConversationReader.open(send, query, { additionalBodyFields: {}, width: 1 });
	return await reader.readBefore(contextWindowLength);
}
