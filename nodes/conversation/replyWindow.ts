import type { IDataObject } from 'n8n-workflow';

import { readParties, readChannel, type Channel } from './conversation';
import { isSameNumber, toChatAppNumber } from '../numbers/comparableNumber';
import { CHAT_APP_WINDOW_MS } from '../service/limits';
import type { ListedMessage } from '../service/records';
import { formatTime, readTime } from '../text/time';
import type { MessageTest } from './contactMessages';
import type { ConversationReader } from './conversationReader';

/** Says whether a free-form chat-app message may be sent to a person now. */
export interface ReplyWindow extends IDataObject {
	/** Null if the service does not say when the person last wrote by chat app. */
	canReply: boolean | null;
	/** The end of the 24 hours after the person's last chat-app message (ISO 8601); null if there is none. */
	canReplyUntil: string | null;
	/** The business number of the chat app that this message was sent to, which may answer; null if there is none. */
	canReplyFrom: string | null;
}

/**
 * Reads whether the person may be written to by chat app: free-form messages are allowed for 24 hours after the
 * person's last chat-app message. In a chat-app conversation only its own business number counts; in an SMS
 * conversation any number of the account does.
 * @param channel The channel of the conversation, whose messages were read; null if it has none.
 * @throws InvalidParameterError; ServiceError. See `ConversationReader.read`.
 */
export async function readReplyWindow(
	reader: ConversationReader,
	channel: Channel | null,
): Promise<ReplyWindow> {
	const { contactMessages, contact, belongs } = reader;
	const isOfPerson: MessageTest = (message) => isSameNumber(readParties(message).other, contact);
	const counts = isByChatApp(reader, channel) ? belongs : isOfPerson;
	const opensWindow: MessageTest = (message) =>
		message.direction === 'inbound' && readChannel(message) === 'chatapp' && counts(message);
	await contactMessages.readUntil(
		(message) => opensWindow(message) || isOver(readTime(message.created_at), contactMessages.now),
	);
	reader.refuseSeveralNumbers();
	return describeWindow(contactMessages.messages.filter(opensWindow), contactMessages.now);
}

/**
 * Tells whether a conversation is by chat app. An empty one is if the number of the account has the form of the chat
 * app, without a `+`.
 */
const isByChatApp = ({ ourNumber }: ConversationReader, channel: Channel | null): boolean =>
	channel === null ? ourNumber !== undefined && !ourNumber.startsWith('+') : channel === 'chatapp';

/** Tells whether the 24 hours after a time are over; false for no time. */
const isOver = (time: number | undefined, now: number): boolean =>
	time !== undefined && now >= time + CHAT_APP_WINDOW_MS;

/** @param inbound The person's chat-app messages that are known. */
function describeWindow(inbound: readonly ListedMessage[], now: number): ReplyWindow {
	const timed = inbound.flatMap((message) => {
		const time = readTime(message.created_at);
		return time === undefined ? [] : [{ message, time }];
	});
	const [last] = timed.sort((one, other) => other.time - one.time);
	const isOpen = last !== undefined && !isOver(last.time, now);
	const isUnknown = !isOpen && timed.length < inbound.length;
	if (isUnknown || !last)
		return { canReply: isUnknown ? null : false, canReplyUntil: null, canReplyFrom: null };
	return {
		canReply: isOpen,
		canReplyUntil: formatTime(last.time + CHAT_APP_WINDOW_MS),
		canReplyFrom: toChatAppNumber(readParties(last.message).own),
	};
}
