import { type ISupplyDataFunctions, NodeConnectionTypes, NodeOperationError } from 'n8n-workflow';

/** The roles in a conversation, by the names that LangChain gives them. */
type ChatRole = 'human' | 'ai';

/** A message of one role. */
export interface ChatMessage {
	role: ChatRole;
	text: string;
}

/** The name under which n8n's AI Agent looks for the messages. */
const HISTORY_KEY = 'chat_history';

/** The classes that a message stands for where n8n stores or shows it. */
const CLASS_NAMES: Record<ChatRole, string> = { human: 'HumanMessage', ai: 'AIMessage' };

/**
 * A message that LangChain turns into one of its own before it goes to a model, so that it has everything that the
 * models' nodes read. LangChain takes anything with a method `_getType` for one of its own already, and leaves it as
 * it is.
 */
class PromptMessage {
	readonly type: ChatRole;

	readonly content: string;

	constructor({ role, text }: ChatMessage) {
		this.type = role;
		this.content = text;
	}

	getType(): ChatRole {
		return this.type;
	}

	/** Returns the form in which n8n stores and shows messages. */
	toJSON(): object {
		return {
			lc: 1,
			type: 'constructor',
			id: ['langchain_core', 'messages', CLASS_NAMES[this.type]],
			kwargs: { content: this.content, additional_kwargs: {}, response_metadata: {} },
		};
	}
}

/** A message for nodes that read the history themselves, such as the Chat Memory Manager. */
class HistoryMessage extends PromptMessage {
	_getType(): ChatRole {
		return this.type;
	}
}

/**
 * Builds what a memory node supplies to n8n's AI Agent and to nodes that read its history. n8n takes a memory of
 * LangChain there and promises nothing about other objects. This needs no package of n8n or LangChain, without which
 * older versions of n8n would not load any node of this package. Tested by test/engine/memory.test.ts and
 * test/e2e/memory.test.ts.
 * @param history The messages, the oldest first, for nodes that read them one by one.
 * @param turns The same for a language model.
 */
export function createChatMemory(
	context: ISupplyDataFunctions,
	{ history, turns }: { history: readonly ChatMessage[]; turns: readonly ChatMessage[] },
): object {
	/** Shows in the log of the execution which messages are read. */
	const logRead = (action: string, messages: PromptMessage[]): void => {
		const { AiMemory } = NodeConnectionTypes;
		const { index } = context.addInputData(AiMemory, [[{ json: { action } }]]);
		const chatHistory = messages.map((message) => message.toJSON());
		context.addOutputData(AiMemory, index, [[{ json: { action, chatHistory } }]]);
	};
	const refuseChange = async (): Promise<never> => {
		throw new NodeOperationError(context.getNode(), 'The messages of this memory cannot be changed', {
			description:
				'The service keeps them. What you send with the Voice Agent node is in the memory by itself.',
		});
	};
	/** Does nothing. An AI Agent hands over its answer, but the service stores it when it is sent. */
	const leaveToService = async (): Promise<void> => {};
	return {
		memoryKey: HISTORY_KEY,
		memoryKeys: [HISTORY_KEY],
		async loadMemoryVariables() {
			const messages = turns.map((turn) => new PromptMessage(turn));
			logRead('loadMemoryVariables', messages);
			return { [HISTORY_KEY]: messages };
		},
		saveContext: leaveToService,
		clear: refuseChange,
		chatHistory: {
			async getMessages() {
				const messages = history.map((message) => new HistoryMessage(message));
				logRead('getMessages', messages);
				return messages;
			},
			addMessages: leaveToService,
			addMessage: refuseChange,
			addUserMessage: refuseChange,
			addAIMessage: refuseChange,
			clear: refuseChange,
		},
	};
}
