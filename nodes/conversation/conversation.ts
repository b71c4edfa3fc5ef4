import type { IDataObject, INodePropertyOptions } from 'n8n-workflow';

import { isSameNumber, toChatAppNumber } from '../numbers/spellings';
import { type ListedMessage, hasFailed } from '../service/records';
import { LINE_BREAK } from '../text/normalForm';
import { readTime } from '../text/time';
import { filterRecords } from '../text/json';

export type Channel = 'sms' | 'chatapp';

/** The hours after the last message of a person in which a free-form chat-app message may be sent to them. */
export const CHAT_APP_WINDOW_HOURS = 24;

/** {@link CHAT_APP_WINDOW_HOURS} in milliseconds. */
export const CHAT_APP_WINDOW_MS = CHAT_APP_WINDOW_HOURS * 3_600_000;

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
type Writer = 'contact' | 'agent' | 'us';

/** A message of a conversation as the nodes put it out; `at` is ISO 8601. */
interface ConversationMessage extends IDataObject {
	role: Writer;
	text: string;
	at: string;
	id: string;
	media: IDataObject[];
}

/** The fields that say which conversation it is, as the nodes put them out. */
interface ConversationFields extends IDataObject {
	/** Null where the service does not say it. */
	threadId: string | null;
	channel: Channel;
	/** The number of the person: in E.164 for SMS, digits alone for the chat app. */
	contact: string;
	/** The number of the account, in the same form. */
	ourNumber: string;
}

/** Returns the captions of the files of a message, without repetitions. */
function readCaptions(media: readonly IDataObject[]): string[] {
	const captions = media.flatMap(({ caption }) => (typeof caption === 'string' ? [caption.trim()] : []));
	return [...new Set(captions)].filter((caption) => caption !== '');
}

/** Returns the text of a message: its own, or if it has none, the captions of its files. */
export const readContent = (body: unknown, media: readonly IDataObject[]): string =>
	typeof body === 'string' && body.trim() !== '' ? body : readCaptions(media).join('\n');

/** Converts a listed message into one of a conversation. */
export function toMessage(record: ListedMessage): ConversationMessage {
	const { direction, is_ai_generated: isFromAgent, body, created_at: at, id } = record;
	const media = filterRecords(record.media) as IDataObject[];
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
interface ConversationIdentity {
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

const NAMES: Record<Writer, string> = { contact: 'Contact', agent: 'Agent', us: 'Us' };

/** The words that people use for the kinds of files that chat apps send. */
const MEDIA_NAMES: Record<string, string> = { image: 'photo', audio: 'voice note' };

/**
 * Formats the conversation as text for a language model, such as `Contact (14:02): ...`, with
 * the date wherever the day changes. Further lines of a message are indented, so that none
 * of them can pass for a message of its own.
 * @param records The oldest first.
 * @param timeZone The zone of the dates and times, by its IANA name.
 */
export function formatTranscript(records: readonly ListedMessage[], timeZone: string): string {
	const { format } = new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeStyle: 'short', timeZone });
	const lines: string[] = [];
	let lastDay = '';
	for (const record of records) {
		const message = toMessage(record);
		const time = readTime(message.at);
		const [day = '', clock = ''] = time === undefined ? [] : format(time).split(' ');
		if (day !== '' && day !== lastDay) lines.push(day);
		if (day !== '') lastDay = day;
		const notes = [clock, hasFailed(record) ? 'not delivered' : ''].filter((note) => note !== '');
		const words = describeContent(message).replace(LINE_BREAK, '\n  ');
		lines.push(`${NAMES[message.role]}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}: ${words}`);
	}
	return lines.join('\n');
}

/**
 * Returns the text of the messages alone, for a prompt, each message on lines of its own. A file without a caption is
 * named, such as `[photo]`, so that the prompt is not empty.
 */
export const joinMessageTexts = (records: readonly ListedMessage[]): string =>
	records
		.map(toMessage)
		.map((message) => message.text || describeContent(message))
		.filter((words) => words !== '')
		.join('\n');

/** Returns the files of a message with their captions, and its text unless a caption repeats it. */
export function describeContent({ text, media }: ConversationMessage): string {
	const files = media.map(({ kind, caption }) => {
		const name = typeof kind === 'string' ? (MEDIA_NAMES[kind] ?? kind) : 'file';
		return { name, caption: typeof caption === 'string' ? caption.trim() : '' };
	});
	const captions = readCaptions(media);
	const isCaption = [...captions, captions.join('\n')].includes(text.trim());
	return [...files.map(({ name, caption }) => `[${name}] ${caption}`.trim()), ...(isCaption ? [] : [text])]
		.filter((part) => part !== '')
		.join(' ');
}
