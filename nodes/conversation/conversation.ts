import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isRecord } from '../text/json';
import { isSameNumber, toChatAppNumber } from '../numbers/comparableNumber';
import type { ListedMessage } from '../service/records';

export type Channel = 'sms' | 'chatapp';

/** The channels of messages, as menus offer them. */
export const CHANNEL_OPTIONS: Array<INodePropertyOptions & { value: Channel }> = [
	{ name: 'Chat App', value: 'chatapp', description: 'Messages of a chat-app business number' },
	{ name: 'SMS', value: 'sms', description: 'Messages of a phone number' },
];

type MessageParties = Pick<ListedMessage, 'direction' | 'from_number' | 'to_number'>;

/** Tells which of the two parties of a message or a call is the account, and which the person on the other side. */
export const orderParties = <Party>(
	direction: string,
	from: Party,
	to: Party,
): { own: Party; other: Party } =>
	direction === 'outbound' ? { own: from, other: to } : { own: to, other: from };

/**
 * Reads the two parties of a message, as strings: the number of the account, and that of the person on the other
 * side.
 */
export function readParties({ direction, from_number: from, to_number: to }: MessageParties): {
	own: string;
	other: string;
} {
	const { own, other } = orderParties(direction, from, to);
	return { own: String(own).trim(), other: String(other).trim() };
}

/**
 * Returns the channel of a message, which list-messages does not name. The number of the account tells it: for SMS it
 * is in E.164, with a `+`, and for the chat app it is a numeric ID without one. The number of the person does not
 * tell it: that of a chat-app contact may have a `+` or not, and an SMS may come from a short code.
 */
export const readChannel = (message: MessageParties): Channel =>
	readParties(message).own.startsWith('+') ? 'sms' : 'chatapp';

/** The writer of a message: the person, the AI agent, or a person or workflow of the account. */
export type Writer = 'contact' | 'agent' | 'us';

/** A message of a conversation as the nodes put it out; `at` is ISO 8601. */
export interface ConversationMessage extends IDataObject {
	role: Writer;
	text: string;
	at: string;
	id: string;
	media: IDataObject[];
}

/** The fields that say which conversation it is, as the nodes put them out. */
export interface ConversationFields extends IDataObject {
	/** Null where the service does not say it. */
	threadId: string | null;
	channel: Channel;
	/** The number of the person: in E.164 for SMS, digits alone for the chat app. */
	contact: string;
	/** The number of the account, in the same form. */
	ourNumber: string;
}

/** Returns the captions of the files of a message, without repetitions. */
export function readCaptions(media: readonly IDataObject[]): string[] {
	const captions = media.flatMap(({ caption }) => (typeof caption === 'string' ? [caption.trim()] : []));
	return [...new Set(captions)].filter((caption) => caption !== '');
}

/** Returns the text of a message: its own, or if it has none, the captions of its files. */
export const readContent = (body: unknown, media: readonly IDataObject[]): string =>
	typeof body === 'string' && body.trim() !== '' ? body : readCaptions(media).join('\n');

/** Converts a listed message into one of a conversation. */
export function toMessage(record: ListedMessage): ConversationMessage {
	const { direction, is_ai_generated: isFromAgent, body, created_at: at, id } = record;
	const media = Array.isArray(record.media) ? (record.media.filter(isRecord) as IDataObject[]) : [];
	return {
		role: direction === 'inbound' ? 'contact' : isFromAgent === true ? 'agent' : 'us',
		text: readContent(body, media),
		at,
		id,
		media,
	};
}

/** Reads the channel of a conversation: the chat app if any of its messages came by it. */
export const readConversationChannel = (records: readonly ListedMessage[]): Channel =>
	records.some((record) => readChannel(record) === 'chatapp') ? 'chatapp' : 'sms';

/** The thread and the numbers that identify a conversation. */
export interface ConversationIdentity {
	/** Undefined where the service does not say it. */
	threadId?: string | undefined;
	/** The number of the person, in any of its forms. */
	contact: string;
	/** The number of the account, in any of its forms; undefined for any of them. */
	ourNumber?: string | undefined;
}

/** Reads the thread of a message; undefined if the service does not say it. */
export const readThreadId = ({ thread_id: threadId }: ListedMessage): string | undefined =>
	typeof threadId === 'string' && threadId !== '' ? threadId : undefined;

/**
 * Tells whether a message belongs to a conversation: the thread decides where both have one, else the numbers. The
 * service gives all messages between two numbers the same thread (docs/maintainers/the-service.md, section 2).
 */
export function isOfConversation(
	message: ListedMessage,
	{ threadId, contact, ourNumber }: ConversationIdentity,
): boolean {
	const thread = readThreadId(message);
	if (threadId !== undefined && thread !== undefined) return thread === threadId;
	const { own, other } = readParties(message);
	return isSameNumber(other, contact) && (ourNumber === undefined || isSameNumber(own, ourNumber));
}

/** Says which conversation a message belongs to. */
export function describeConversation(newest: ListedMessage, channel: Channel): ConversationFields {
	const { own, other } = readParties(newest);
	const written = (number: string) => (channel === 'chatapp' ? toChatAppNumber(number) : number);
	return {
		threadId: readThreadId(newest) ?? null,
		channel,
		contact: written(other),
		ourNumber: written(own),
	};
}
