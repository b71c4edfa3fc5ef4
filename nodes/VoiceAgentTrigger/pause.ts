import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { selectBurst } from '../messages/burst';
import { toConversationItem } from '../messages/conversation';
import { ConversationReader } from '../messages/conversationReader';
import type { Message } from '../messages/message';
import { MESSAGE_EVENTS } from '../events/events';
import { createSend } from '../service/send';
import { VoiceAgentClient } from '../service/client';
import { ServiceError } from '../service/errors';
import { pause } from '../service/timing';
import { isRecord } from '../text/json';
import { PAGE_SIZE } from '../service/paging';

/**
 * Waits until the person has paused after each message that was received, and replaces it with one item for everything
 * that was written; a message after which the person has written again is dropped. Other events pass at once.
 * @throws NodeOperationError for an event that does not say which message it is about; ServiceError if the service
 * does not give the conversation: an answer without it could miss what was written.
 */
export async function waitForPauses(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	pauseMs: number,
): Promise<INodeExecutionData[]> {
	const waiting = items.map(async (item) => {
		const isReceived = MESSAGE_EVENTS.get(String(item.json.event))?.direction === 'inbound';
		return isReceived ? await awaitPauseAfter(context, item, pauseMs) : [item];
	});
	return (await Promise.all(waiting)).flat();
}

/** Waits until the person has paused after a message. Returns no item if they have written again. */
async function awaitPauseAfter(
	context: IExecuteFunctions,
	item: INodeExecutionData,
	pauseMs: number,
): Promise<INodeExecutionData[]> {
	const { id, optOut } = isRecord(item.json.message) ? item.json.message : {};
	if (typeof id !== 'string') {
		throw new NodeOperationError(context.getNode(), 'The event does not say which message it is about', {
			description: "Add 'Field Paths' to the options of this node, with the path of 'Message: ID'.",
		});
	}
	const cancelSignal = context.getExecutionCancelSignal() ?? new AbortController().signal;
	if (optOut === undefined) await pause(pauseMs, cancelSignal);
	const burst = selectBurst(await readConversation(context, id, cancelSignal), id, pauseMs);
	const [first, ...others] = burst ?? [];
	if (first) {
		return [{ ...item, json: toConversationItem([first, ...others], context.getTimezone()) }];
	}
	context.addExecutionHints({
		message: `The person has written again within ${pauseMs / 1_000} seconds, so this execution ends here. That of the last message goes on with all of them.`,
		location: 'outputPane',
	});
	return [];
}

/** Reads the newest messages of the conversation, the message among them. */
async function readConversation(
	context: IExecuteFunctions,
	id: string,
	cancelSignal: AbortSignal,
): Promise<Message[]> {
	const client = await VoiceAgentClient.open(context);
	const send = createSend(client, {
		idempotent: true,
		sentFrom: 'trigger',
		cancelSignal,
		messages: {
			adviceWhenNotFound: "Check that 'message.id' of the event is the ID that Message > Get takes.",
		},
	});
	const reader = await ConversationReader.open(send, { messageId: id });
	const messages = await reader.read(PAGE_SIZE);
	if (messages.some((message) => message.id === id)) return messages;
	throw new ServiceError({
		message: 'The service does not list the message that has come',
		description: `It gives the message ${id}, but not among the newest ${PAGE_SIZE} of its conversation. Choose Retry for this execution later.`,
	});
}
