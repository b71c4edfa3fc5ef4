import { type IWebhookFunctions, NodeConnectionTypes } from 'n8n-workflow';

/** The parts of n8n's chat models that every one of them has. */
export interface ChatModel {
	/**
	 * Sends messages to the model and returns its answer.
	 * @param options.signal Ends the request when it fires, in the models that heed it.
	 */
	invoke(
		messages: Array<[role: 'system' | 'human', text: string]>,
		options: { signal: AbortSignal },
	): Promise<{ content: unknown }>;
}

/**
 * Returns the inputs of a node as an expression: beside the main one, an optional input for a chat model while this
 * condition holds.
 */
export const inputsWithModelIf = (condition: string) =>
	`={{ ${condition} ? ["${NodeConnectionTypes.Main}", { type: "${NodeConnectionTypes.AiLanguageModel}", displayName: "Model", required: false, maxConnections: 1 }] : ["${NodeConnectionTypes.Main}"] }}` as const;

/**
 * Returns the chat model that is connected to the node; undefined if there is none. n8n makes it in `webhook()` as in
 * `execute()`, and the node needs no package of LangChain's. Tested by test/engine/reply-model.test.ts and
 * test/e2e/reply-model.test.ts.
 * @throws Error if the model's node cannot make it, e.g. because its credential is gone.
 */
export async function getChatModel(context: IWebhookFunctions): Promise<ChatModel | undefined> {
	const connected: unknown = await context.getInputConnectionData(NodeConnectionTypes.AiLanguageModel, 0);
	return (Array.isArray(connected) ? connected[0] : connected) as ChatModel | undefined;
}

/** Returns the text of a model's answer: a string, or a list of parts of which some are text. */
export function getAnswerText({ content }: { content: unknown }): string {
	if (typeof content === 'string') return content;
	const parts: unknown[] = Array.isArray(content) ? content : [];
	return parts.map((part) => (isTextPart(part) ? part.text : '')).join('');
}

const isTextPart = (part: unknown): part is { text: string } =>
	typeof part === 'object' && part !== null && 'text' in part && typeof part.text === 'string';
