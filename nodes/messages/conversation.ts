import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import type { Channel } from '../events/events';
import { toChatAppNumber } from '../numbers/spellings';
import { formatTime } from '../text/time';
import type { Message, Party, Writer } from './message';
import type { OptOut } from './optOut';
import { formatTranscript, toChatInput } from './transcript';

/** The hours after the last message of a person in which a free-form chat-app message may be sent to them. */
export const CHAT_APP_WINDOW_HOURS = 24;

/** {@link CHAT_APP_WINDOW_HOURS} in milliseconds. */
export const CHAT_APP_WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;

/** The channels of messages, as menus offer them. */
export const CHANNEL_OPTIONS: Array<INodePropertyOptions & { value: Channel }> = [
	{ name: 'Chat App', value: 'chatapp', description: 'Messages of a chat-app business number' },
	{ name: 'SMS', value: 'sms', description: 'Messages of a phone number' },
];

/** The thread and the numbers that identify a conversation. */
interface ConversationIdentity {
	/** Undefined where the service does not say it. */
	threadId?: string | undefined;
	/** The person; undefined where the service does not say it. */
	contact: Party | undefined;
	/** The number of the account; undefined for any of them. */
	ourNumber?: Party | undefined;
}

/** Tells whether a message belongs to a conversation: the thread decides where both have one, else the numbers. */
export function isOfConversation(
	message: Message,
	{ threadId, contact, ourNumber }: ConversationIdentity,
): boolean {
	if (threadId !== undefined && message.threadId !== undefined) return message.threadId === threadId;
	return (
		contact !== undefined &&
		message.contact?.comparable === contact.comparable &&
		(ourNumber === undefined || message.ourNumber?.comparable === ourNumber.comparable)
	);
}

/** Compares two messages by their times, then by their IDs, for an order with the oldest first. */
export function compareAge(one: Pick<Message, 'id' | 'at'>, other: Pick<Message, 'id' | 'at'>): number {
	const [id, otherId] = [one.id ?? '', other.id ?? ''];
	return toTimeMs(one) - toTimeMs(other) || (id < otherId ? -1 : id > otherId ? 1 : 0);
}

/** Returns the time of a message in milliseconds since 1970; one without a readable time comes before all others. */
export const toTimeMs = ({ at }: Pick<Message, 'at'>): number => at ?? 0;

/** A message of a conversation as the nodes output it. */
interface ConversationMessage extends IDataObject {
	role: Writer;
	text: string;
	/** ISO 8601; null where the service does not say it. */
	at: string | null;
	id: string | null;
	media: IDataObject[];
	/** The person's request about further messages and calls; absent if there is none. */
	optOut?: OptOut;
}

/** Converts a message into one of a conversation. */
export const toConversationMessage = ({
	writer,
	text,
	at,
	id,
	media,
	optOut,
}: Message): ConversationMessage => ({
	role: writer,
	text,
	at: at === undefined ? null : formatTime(at),
	id: id ?? null,
	media: media ?? [],
	...(optOut && { optOut }),
});

/** The fields that say which conversation it is, as the nodes put them out. Null where the service does not say it. */
interface ConversationFields extends IDataObject {
	threadId: string | null;
	channel: Channel;
	/** The number of the person: in E.164 for SMS, digits alone for the chat app. */
	contact: string | null;
	/** The number of the account, in the same form. */
	ourNumber: string | null;
}

/**
 * Says which conversation messages belong to. Its channel is the chat app if any of them came by it.
 * @param messages The oldest first; at least one.
 */
export function describeConversation(messages: readonly [Message, ...Message[]]): ConversationFields {
	const newest = messages.at(-1) ?? messages[0];
	const channel = messages.some((message) => message.channel === 'chatapp') ? 'chatapp' : 'sms';
	const write = (party: Party | undefined) =>
		party ? (channel === 'chatapp' ? toChatAppNumber(party.written) : party.written) : null;
	return {
		threadId: newest.threadId ?? null,
		channel,
		contact: write(newest.contact),
		ourNumber: write(newest.ourNumber),
	};
}

/**
 * Makes the item of a conversation in which messages are new, in the form of Message > Get Conversation. Its text has
 * the person's words alone.
 * @param messages The new messages of the conversation, the oldest first.
 * @param timeZone The zone of the times in the transcript, by its IANA name.
 */
export function toConversationItem(
	messages: readonly [Message, ...Message[]],
	timeZone: string,
): IDataObject {
	const { id, optOut } = messages.at(-1) ?? messages[0];
	const { chatInput } = toChatInput(messages);
	return {
		...describeConversation(messages),
		text: chatInput ?? '',
		transcript: formatTranscript(messages, timeZone),
		messageId: id ?? null,
		...(optOut && { optOut }),
		...(chatInput !== undefined && { chatInput }),
		messages: messages.map(toConversationMessage),
	};
}
