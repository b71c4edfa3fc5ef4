import type { IDataObject } from 'n8n-workflow';

import { type Channel, type Direction, orderParties } from '../events/events';
import { VALUE_TYPES } from '../events/eventValues';
import { comparableNumber } from '../numbers/spellings';
import { hasFailed } from '../service/records';
import { filterRecords, isRecord } from '../text/json';
import { formatTime, parseTime, parseLatestTime } from '../text/time';
import { type OptOut, parseOptOut } from './optOut';

/** The sender or recipient of a message: a phone number, the ID of a business number of the chat app, or a name. */
export interface Party {
	/** As the service writes it. */
	readonly written: string;
	/** The same for all spellings of a number. It is for comparisons only. */
	readonly comparable: string;
}

/** The writer of a message: the person, the AI agent, or a person or workflow of the account. */
export type Writer = 'contact' | 'agent' | 'us';

/**
 * A message of the service, by SMS or by chat app. {@link parseListedMessage} makes it, and nothing else reads the fields of
 * the service. A field is undefined where the service does not say it.
 */
export interface Message {
	/** As get-message takes it. */
	id: string | undefined;
	/** All messages between two numbers have the same thread (docs/maintainers/the-service.md, section 2). */
	threadId: string | undefined;
	/** When the service stored it, in milliseconds since 1970. */
	at: number | undefined;
	/** The latest time that its timestamp can mean: services may round it down to whole seconds or minutes. */
	latestAt: number | undefined;
	channel: Channel | undefined;
	direction: Direction | undefined;
	writer: Writer;
	/** The person. */
	contact: Party | undefined;
	/** The number of the account. */
	ourNumber: Party | undefined;
	/** Its own text, or if it has none, the captions of its files; empty for none. */
	text: string;
	/** Its files, as the service describes them. */
	media: IDataObject[] | undefined;
	/** The data that our message carried which it answers. */
	metadata: IDataObject | undefined;
	/** True if it will not arrive. */
	failed: boolean;
	/** When it was given up, in milliseconds since 1970. */
	failedAt: number | undefined;
	/** The person's request about further messages and calls, by its text. */
	optOut: OptOut | undefined;
}

/** A message of a list or of get-message, and the record of the service, for the output. */
export type ListedMessage = Message & { record: IDataObject };

/** Parses a record of list-messages or get-message. */
export function parseListedMessage(record: IDataObject): Message {
	const { from_number: from, to_number: to, created_at: createdAt, delivery_error: error } = record;
	const direction = parseDirection(record.direction);
	const parties = direction && orderParties(direction, parseParty(from), parseParty(to));
	const media = Array.isArray(record.media) ? (filterRecords(record.media) as IDataObject[]) : undefined;
	const text = toContent(record.body, media);
	return {
		id: parseId(record.id),
		threadId: parseId(record.thread_id),
		at: parseTime(createdAt),
		latestAt: parseLatestTime(createdAt),
		channel: parties?.own && toChannel(parties.own),
		direction,
		writer: toWriter(direction, record.is_ai_generated === true),
		contact: parties?.other,
		ourNumber: parties?.own,
		text,
		media,
		metadata: VALUE_TYPES.metadata.parse(record.metadata) as IDataObject | undefined,
		failed: hasFailed(record),
		failedAt: isRecord(error) ? parseTime(error.at) : undefined,
		optOut: direction === 'inbound' ? parseOptOut(text) : undefined,
	};
}

const parseDirection = (value: unknown): Direction | undefined =>
	VALUE_TYPES.direction.parse(value) as Direction | undefined;

/** Returns an ID, or a number that stands for one, as text. */
function parseId(value: unknown): string | undefined {
	if (Number.isSafeInteger(value)) return String(value);
	return typeof value === 'string' && value !== '' ? value : undefined;
}

function parseParty(value: unknown): Party | undefined {
	const written = parseId(value)?.trim() ?? '';
	return written === '' ? undefined : toParty(written);
}

/** Returns the party that a number or name stands for. */
export const toParty = (written: string): Party => ({ written, comparable: comparableNumber(written) });

/**
 * Returns the channel of a message, which list-messages does not name. The number of the account tells it: for SMS it
 * is in E.164, with a `+`, and for the chat app it is a numeric ID without one. The number of the person does not
 * tell it: that of a chat-app contact may have a `+` or not, and an SMS may come from a short code.
 */
const toChannel = ({ written }: Party): Channel => (written.startsWith('+') ? 'sms' : 'chatapp');

/** A message that is not certainly the person's counts as one of the account. */
const toWriter = (direction: Direction | undefined, isFromAgent: boolean): Writer =>
	direction === 'inbound' ? 'contact' : isFromAgent ? 'agent' : 'us';

/** Returns the captions of the files of a message, without repetitions. */
export function listCaptions(media: readonly IDataObject[] = []): string[] {
	const captions = media.flatMap(({ caption }) => (typeof caption === 'string' ? [caption.trim()] : []));
	return [...new Set(captions)].filter((caption) => caption !== '');
}

/** Returns the text of a message: its own, or if it has none, the captions of its files. */
export const toContent = (body: unknown, media?: readonly IDataObject[]): string =>
	typeof body === 'string' && body.trim() !== '' ? body : listCaptions(media).join('\n');

/** Converts a message into the form that the triggers output. A field that is not known is absent. */
export function toMessageItem(message: Message): IDataObject {
	const { id, channel, direction, contact, ourNumber, text, media, metadata, at, threadId, optOut } = message;
	const fields = {
		id,
		channel,
		direction,
		contact: contact?.written,
		ourNumber: ourNumber?.written,
		text: text || undefined,
		media,
		metadata,
		at: at === undefined ? undefined : formatTime(at),
		threadId,
		optOut,
	};
	return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
