import type { IDataObject } from 'n8n-workflow';

import type { Channel } from '../../events/events';
import { CHAT_APP_WINDOW_MS, describeConversation, toConversationMessage } from '../../messages/conversation';
import { conversationFields, readConversationQuery, readMessageId } from '../../messages/fields';
import {
	type ConversationQuery,
	ConversationReader,
	type MessageTest,
	moveUnansweredToEnd,
} from '../../messages/conversationReader';
import type { Message } from '../../messages/message';
import { formatTranscript, joinTexts } from '../../messages/transcript';
import { post } from '../../service/request';
import { type BeforeRequest, defineOperation, type ItemOutput, listOutput } from '../operation';
import { toChatAppNumber } from '../../numbers/spellings';
import { formatTime } from '../../text/time';

/** Calls get-message and list-messages for the messages between a person and one of your numbers. */
export const getConversation = defineOperation({
	value: 'getConversation',
	name: 'Get Conversation',
	action: 'Get conversation',
	description:
		'Retrieve the messages between a person and one of your numbers, oldest first, also as one transcript for a language model',
	properties: conversationFields(
		'A message of the conversation: the one that started this run, one of the newest, or one by its ID',
	),
	options: [
		{
			displayName: 'Only If Newest',
			name: 'onlyIfNewest',
			type: 'boolean',
			default: false,
			displayOptions: { show: { '/findBy': ['message'] } },
			description:
				'Whether to return nothing if the person has written again after this message. With a Wait node of at least 5 seconds before it, only the last of several quick messages is answered.',
		},
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{ name: 'One Item', value: 'oneItem', description: 'The conversation with a list of its messages' },
				{ name: 'One per Message', value: 'onePerMessage', description: 'An item for each message' },
			],
			default: 'oneItem',
			description: 'How to return the conversation',
		},
	],
	idempotent: true,
	fieldsOnlyThePanelSets: { message_id: 'Message', phone_number: 'Contact Number' },
	output: listOutput({ fields: ['messages'], limitIn: 'paging' }),
	request({ parameters, options, additionalBodyFields, context, index }) {
		const outputOptions = {
			additionalBodyFields,
			timeZone: context.getTimezone(),
			isOnePerMessage: options.choice('output', '') === 'onePerMessage',
		};
		const query = readConversationQuery(parameters, () => readMessageId(parameters, context, index));
		const onlyIfNewest = query.messageId !== undefined && options.boolean('onlyIfNewest', false);
		return {
			...(query.messageId === undefined
				? post('list-messages', { phone_number: query.contact })
				: post('get-message', { message_id: query.messageId })),
			beforeRequest: createConversationFetch({ ...outputOptions, ...query, onlyIfNewest }),
		};
	},
});

/** The conversation to read, and the form of the output. */
interface ConversationFetchOptions extends ConversationQuery {
	additionalBodyFields: IDataObject;
	timeZone: string;
	isOnePerMessage: boolean;
	/** True if nothing is returned once the person has written after the message that names the conversation. */
	onlyIfNewest: boolean;
}

const HINT_NOT_NEWEST =
	"The person has written again after this message, so there is no item: 'Only If Newest' is on.";

/**
 * Creates the function that reads a conversation: get-message, if a message names the
 * conversation, then list-messages for each spelling of the person's number.
 */
const createConversationFetch =
	(options: ConversationFetchOptions): BeforeRequest =>
	async (_, send, { maxRecords, maxInFlight }) => {
		const { additionalBodyFields, isOnePerMessage, onlyIfNewest, timeZone } = options;
		const reader = await ConversationReader.open(send, options, {
			additionalBodyFields,
			...(maxRecords === Infinity && { maxInFlight }),
		});
		const inOrder = await reader.fetchNewest(maxRecords);
		if (onlyIfNewest && (await reader.hasNewerInbound())) return { records: [], hint: HINT_NOT_NEWEST };
		// Another execution may have answered an earlier message without having read this one.
		const messages = onlyIfNewest ? moveUnansweredToEnd(inOrder) : inOrder;
		return isOnePerMessage
			? { records: toMessageRecords(reader, messages) }
			: await fetchConversationRecord(reader, messages, timeZone);
	};

/** Makes one record for each message. */
function toMessageRecords(reader: ConversationReader, messages: readonly Message[]) {
	const conversation = conversationHeader(reader, messages);
	return messages.map((message) => ({ ...conversation, ...toConversationMessage(message) }));
}

/**
 * Makes one record for all messages, and fetches whether the person may be answered. The most important fields come
 * first, since an agent may read only the beginning.
 */
async function fetchConversationRecord(
	reader: ConversationReader,
	messages: readonly Message[],
	timeZone: string,
): Promise<ItemOutput> {
	const conversation = conversationHeader(reader, messages);
	const replyWindow = await fetchReplyWindow(reader, conversation.channel);
	const record = {
		...conversation,
		text: joinTexts(messages),
		transcript: formatTranscript(messages, timeZone),
		...replyWindow,
		newMessages: countNew(messages),
		messages: messages.map(toConversationMessage),
	};
	return {
		records: [record],
		...(replyWindow.canReply === null && {
			hint: `'canReply' is empty, since the service does not say when ${conversation.contact} last wrote by chat app.`,
		}),
	};
}

/** Counts the person's messages after the last one that went out. */
const countNew = (messages: readonly Message[]): number =>
	messages.length - 1 - messages.findLastIndex(({ direction }) => direction !== 'inbound');

/** Returns the fields that name the conversation; if it has no messages, they are as they were given. */
function conversationHeader(
	{ threadId, contact, ourNumber }: ConversationReader,
	messages: readonly Message[],
) {
	const [first, ...others] = messages;
	if (!first) {
		const [person, own] = [contact.written, ourNumber?.written ?? null];
		return { threadId: threadId ?? null, channel: null, contact: person, ourNumber: own };
	}
	const conversation = describeConversation([first, ...others]);
	return { ...conversation, threadId: threadId ?? conversation.threadId };
}

/** The fields that say whether a free-form chat-app message may be sent to a person now. */
interface ReplyWindow extends IDataObject {
	/** Null if the service does not say when the person last wrote by chat app. */
	canReply: boolean | null;
	/** The end of the 24 hours after the person's last chat-app message (ISO 8601); null if there is none. */
	canReplyUntil: string | null;
	/** The business number of the chat app that this message was sent to, which may answer; null if there is none. */
	canReplyFrom: string | null;
}

/**
 * Finds out whether a chat-app message may be sent to the person: free-form messages are allowed for 24 hours after the
 * person's last chat-app message. In a chat-app conversation only its own business number counts; in an SMS
 * conversation any number of the account does.
 * @param channel The channel of the conversation, whose messages were read; null if it has none.
 * @throws InvalidParameterError; ServiceError. See `ConversationReader.fetchNewest`.
 */
async function fetchReplyWindow(reader: ConversationReader, channel: Channel | null): Promise<ReplyWindow> {
	const { contact, isOfThisConversation } = reader;
	const isOfPerson: MessageTest = (message) => message.contact?.comparable === contact.comparable;
	const countsForWindow = isByChatApp(reader, channel) ? isOfThisConversation : isOfPerson;
	const opensWindow: MessageTest = (message) =>
		message.direction === 'inbound' && message.channel === 'chatapp' && countsForWindow(message);
	await reader.fetchUntil((message) => opensWindow(message) || isWindowOver(message.at, reader.now));
	return describeWindow(reader.messages.filter(opensWindow), reader.now);
}

/**
 * Tells whether a conversation is by chat app. An empty conversation counts as one if our number has no `+`, as
 * the numbers of the chat app have none.
 */
const isByChatApp = ({ ourNumber }: ConversationReader, channel: Channel | null): boolean =>
	channel === null ? ourNumber !== undefined && !ourNumber.written.startsWith('+') : channel === 'chatapp';

/** Tells whether the 24 hours after a time are over; false for no time. */
const isWindowOver = (time: number | undefined, now: number): boolean =>
	time !== undefined && now >= time + CHAT_APP_WINDOW_MS;

/** Tells how long the person may be written to. @param inbound The person's chat-app messages that are known. */
function describeWindow(inbound: readonly Message[], now: number): ReplyWindow {
	const timed = inbound.flatMap(({ at, ourNumber }) => (at === undefined ? [] : [{ at, ourNumber }]));
	const [last] = timed.sort((one, other) => other.at - one.at);
	const isOpen = last !== undefined && !isWindowOver(last.at, now);
	const isUnknown = !isOpen && timed.length < inbound.length;
	if (isUnknown || !last)
		return { canReply: isUnknown ? null : false, canReplyUntil: null, canReplyFrom: null };
	return {
		canReply: isOpen,
		canReplyUntil: formatTime(last.at + CHAT_APP_WINDOW_MS),
		canReplyFrom: last.ourNumber ? toChatAppNumber(last.ourNumber.written) : null,
	};
}
