import type { IDataObject } from 'n8n-workflow';

import { conversationEnds, readChannel, type Channel } from '../wire/channel';
import { comparableNumber, isSameNumber } from '../wire/comparableNumber';
import { CHAT_APP_WINDOW_MS } from '../wire/limits';
import type { ListedMessage } from '../wire/records';
import { formatTime, readTime } from '../wire/time';
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
 * person's last chat-app message (interface section 8). In a conversation of the chat app its own business number
 * counts, in one by SMS any of the account.
 * @param channel Of the conversation, whose messages were read; null if it has none.
 * @throws InvalidParameterError; ServiceError. See `ConversationReader.read`.
 */
export async function readReplyWindow(
	reader: ConversationReader,
	channel: Channel | null,
): Promise<ReplyWindow> {
	const { contactMessages, contact, belongs } = reader;
	const isOfPerson: MessageTest = (message) => isSameNumber(conversationEnds(message).other, contact);
	const counts = isByChatApp(reader, channel) ? belongs : isOfPerson;
	const found = await contactMessages.findInbound(
		(message) => readChannel(message) === 'chatapp' && counts(message),
		({ created_at: at }) => isOver(readTime(at), contactMessages.now),
	);
	reader.refuseSeveralNumbers();
	return describeWindow(found, contactMessages.now);
}

/** An empty conversation is by chat app if the number of the account is written as one of it, without a `+`. */
const isByChatApp = ({ our }: ConversationReader, channel: Channel | null): boolean =>
	channel === null ? our !== undefined && !our.startsWith('+') : channel === 'chatapp';

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
		canReplyFrom: comparableNumber(conversationEnds(last.message).own),
	};
}
