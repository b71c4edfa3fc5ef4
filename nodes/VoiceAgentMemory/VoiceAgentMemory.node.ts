import {
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	NodeConnectionTypes,
	type SupplyData,
} from 'n8n-workflow';

import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { CREDENTIALS } from '../parameters/fields';
import { memoryProperties, readMemorySettings } from './settings';
import { createSend, VoiceAgentClient } from '../service/request';
import { ConversationReader } from '../messages/conversationReader';
import { createChatMemory, type ChatMessage } from '../n8n/chatMemory';
import { toNodeError } from '../n8n/errors';
import type { Message } from '../messages/message';
import { describeContent } from '../messages/transcript';

export class VoiceAgentMemory implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Conversation Memory',
		name: 'voiceAgentMemory',
		icon: { light: 'file:../VoiceAgent/voiceAgent.svg', dark: 'file:../VoiceAgent/voiceAgent.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["findBy"] === "number" ? "Newest messages" : "Earlier messages" }}',
		description: 'Lets an AI Agent remember the SMS or chat-app conversation with a person',
		defaults: { name: 'Voice Agent Conversation Memory' },
		builderHint: {
			searchHint:
				'Memory of an AI Agent that answers SMS or chat-app messages: what was written before the message. Set the message ID by an expression.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					relationHint: 'Starts with the message that the agent answers',
				},
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgent',
					relationHint: 'Sends what the agent writes, with the operation reply of the resource message',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="An agent that knows the conversation">
// In the mode run, it is the message that started the run: no expression is needed.
const conversation = memory({
  type: 'n8n-nodes-voice-agent.voiceAgentMemory',
  version: 1,
  config: {
    name: 'Conversation',
    parameters: {
      messageId: { __rl: true, mode: 'run', value: '' }
    }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.AiMemory],
		outputNames: ['Memory'],
		credentials: CREDENTIALS,
		properties: memoryProperties,
	};

	methods = { credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest } };

	/**
	 * Supplies the memory to the node that this one is connected to. It reads the conversation once, before the agent
	 * begins.
	 * @throws NodeApiError or NodeOperationError if it cannot be read: an agent without its memory would answer as if
	 * nothing had been said.
	 */
	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		try {
			const history = (await fetchHistory(this, itemIndex)).map(toChatMessage);
			return { response: createChatMemory(this, { history, turns: toTurns(history) }) };
		} catch (error) {
			throw toNodeError(error, this.getNode(), itemIndex);
		}
	}
}

/** Stands for a message without text and files, which the APIs of some models refuse. */
const NO_TEXT_PLACEHOLDER = '[no text]';

/** Stands for the missing answer to the last messages of the person. */
const NO_ANSWER_YET = '[no answer yet]';

/**
 * Converts a message into a chat message: the person is the human, and everything sent by the account is the
 * AI's, since the list does not tell a colleague's messages from a workflow's.
 */
export function toChatMessage(message: Message): ChatMessage {
	const content = describeContent(message) || NO_TEXT_PLACEHOLDER;
	return {
		role: message.writer === 'contact' ? 'human' : 'ai',
		text: message.failed ? `[not delivered] ${content}` : content,
	};
}

/**
 * Converts messages into the turns of a chat: what one side wrote in a row is one turn, and the last turn is the AI's.
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

/** Fetches the messages that the memory holds, the oldest first. */
async function fetchHistory(context: ISupplyDataFunctions, itemIndex: number): Promise<Message[]> {
	const { authentication, query, contextWindowLength } = readMemorySettings(context, itemIndex);
	const client = await VoiceAgentClient.open(context, authentication);
	const send = createSend(client, {
		idempotent: true,
		cancelSignal: context.getExecutionCancelSignal(),
		messages: {
			adviceWhenNotFound: "Check 'Message': it takes the ID that the service has given to the message.",
		},
	});
	const reader = await ConversationReader.open(send, query);
	return await reader.fetchBefore(contextWindowLength);
}
