import { type IExecuteFunctions, type INodeExecutionData, NodeOperationError } from 'n8n-workflow';

import { MESSAGE_EVENTS } from '../events/events';
import { toConversationItem } from '../messages/conversation';
import { ConversationReader } from '../messages/conversationReader';
import type { Message } from '../messages/message';
import { fetchMessage } from '../messages/messageList';
import { toKeyRow } from '../n8n/keyRow';
import { createSend, type Send, VoiceAgentClient } from '../service/request';
import { ServiceError } from '../service/failure';
import { PAGE_SIZE } from '../service/paging';
import { getProcessedKeys } from '../service/processedKeys';
import { pause } from '../service/timing';
import { isRecord } from '../text/json';
import type { EventItem } from './event';
import { computeRowSize, hasReceived } from './seenEvents';
import type { TriggerSettings } from './settings';
import { type BurstContext, takeBurst } from './takeBurst';

/**
 * Waits until the person has paused after a message that was received, and returns one item for everything that was
 * written and that no other execution has taken; none without such messages. Any other event passes at once.
 * @param item The event as it would start the workflow.
 * @throws NodeOperationError for an event that does not say which message it is about; ServiceError if the service
 * does not give the conversation: an answer without it could miss what was written.
 */
export async function waitForPause(
	context: IExecuteFunctions,
	received: EventItem,
	item: INodeExecutionData,
	settings: TriggerSettings & { pauseMs: number },
): Promise<INodeExecutionData[]> {
	if (MESSAGE_EVENTS.get(received.event)?.direction !== 'inbound') return [item];
	const { id, optOut } = isRecord(item.json.message) ? item.json.message : {};
	if (typeof id !== 'string') {
		throw new NodeOperationError(context.getNode(), 'The event does not say which message it is about', {
			description: "Add 'Field Paths' to the options of this node, with the path of 'Message: ID'.",
		});
	}
	const isRetry = context.getMode() === 'retry';
	const { pauseMs } = settings;
	const taken = await takeBurst(
		{ id, isOptOut: optOut !== undefined, pauseMs, isRetry },
		await createBurstContext(context, received, id, settings),
	);
	if (!taken) throw createNotListedError(id);
	const [first, ...others] = taken;
	if (first) {
		return [{ ...item, json: toConversationItem([first, ...others], context.getTimezone()) }];
	}
	context.addExecutionHints({
		message:
			'This message is in the item of another execution, with the others that the person wrote until they paused, or it answered a question. So this execution ends here.',
		location: 'outputPane',
	});
	return [];
}

async function createBurstContext(
	context: IExecuteFunctions,
	received: EventItem,
	id: string,
	settings: TriggerSettings,
): Promise<BurstContext<Message>> {
	const cancelSignal = context.getExecutionCancelSignal() ?? new AbortController().signal;
	const client = await VoiceAgentClient.open(context);
	const send = createSend(client, {
		idempotent: true,
		cancelSignal,
		messages: {
			adviceWhenNotFound: "Check that 'message.id' of the event is the ID that Message > Get takes.",
		},
	});
	const isOnlyProcess = hasReceived(context, received);
	const row = toKeyRow(context, computeRowSize(settings), isOnlyProcess);
	const keys = getProcessedKeys(context);
	// A test takes nothing from the executions of the published workflow.
	const isTest = context.getMode() === 'manual';
	return {
		isOnlyProcess: isOnlyProcess || isTest,
		clock: () => Date.now(),
		sleep: async (milliseconds) => {
			await pause(milliseconds, cancelSignal);
			if (cancelSignal.aborted) throw new Error('The execution was canceled');
		},
		fetch: createBurstFetch(send, id),
		record: async (all) => (isTest ? all : await keys.record(all, row)),
	};
}

/**
 * Creates the function that fetches the newest messages of the conversation, the message among them, each time it is
 * called.
 */
function createBurstFetch(send: Send, id: string): BurstContext<Message>['fetch'] {
	let message: Message | undefined;
	return async () => {
		message ??= await fetchMessage(id, send);
		const reader = ConversationReader.of(message, send);
		return { messages: await reader.fetchNewest(PAGE_SIZE), now: reader.now };
	};
}

/** The service gives a message, but does not list it: another one could be missing just as well. */
const createNotListedError = (id: string): ServiceError =>
	new ServiceError({
		message: 'The service does not list the message that has come',
		description: `It gives the message ${id}, but not among the newest ${PAGE_SIZE} of its conversation. Choose Retry for this execution later.`,
	});
