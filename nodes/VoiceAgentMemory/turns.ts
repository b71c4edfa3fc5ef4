import { describeContent } from '../shared/conversation/transcript';
import { toMessage } from '../shared/conversation/conversation';
import type { ChatMessage } from '../shared/n8n/chatMemory';
import { hasFailed, type ListedMessage } from '../shared/wire/records';

/** Stands for a message without text and files, which the interfaces of some models refuse. */
const EMPTY = '[no text]';

/** Stands for the missing answer to the last messages of the person. */
const NO_ANSWER_YET = '[no answer yet]';

/**
 * A listed message as words of a chat: the person is the human, and all that went out is of the AI. Nothing tells
 * what a person of the account wrote from what a workflow sent.
 */
export function toChatMessage(record: ListedMessage): ChatMessage {
	const content = describeContent(toMessage(record)) || EMPTY;
	return {
		role: record.direction === 'inbound' ? 'human' : 'ai',
		text: hasFailed(record) ? `[not delivered] ${content}` : content,
	};
}

/**
 * The messages as the turns of a chat, of which the last one is the AI's: what one side wrote in a row is one turn.
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
