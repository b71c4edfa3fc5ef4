import { parseExactJson, isRecord } from '../text/json';
import { isSameText, LINE_BREAK } from '../text/normalForm';
import { toNameWords } from '../text/fieldPath';
import { isSameNumber, normalizeNumber } from '../numbers/spellings';
import { formatTime, parseEventTime, parseTime } from '../text/time';

/** A type of value that a field of an event can have. */
export interface ValueType {
	/** As the end of a sentence: "It is not ...". */
	description: string;
	/**
	 * Returns the value in the form that the triggers output; undefined for one of another type, and for none, such as an
	 * empty string.
	 * @param normalizedName The name of the field on the wire, as {@link toNameWords} gives it.
	 */
	parse(value: unknown, normalizedName: string): unknown;
	/** Tells whether two values, as {@link parse} returns them, mean the same thing. */
	isSame(one: unknown, other: unknown): boolean;
	/**
	 * True for values that tell who the parties are. They are read from the record itself only: the objects around it
	 * may be about other people.
	 */
	isInRecordOnly?: boolean;
}

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

const toText = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** Returns a word without whitespace around it; a number counts, as long as it was not rounded when it was parsed. */
const toIdText = (value: unknown): string | undefined => {
	const text = Number.isSafeInteger(value) ? String(value) : toText(value)?.trim();
	return text !== undefined && !/\s/.test(text) ? text : undefined;
};

/** The fewest digits of a sender or recipient: a short code may have three. */
const MIN_PARTY_DIGITS = 3;

/** Returns a phone number, or the ID of a business number of the chat app, as the service writes it. */
function toPartyNumber(value: unknown): string | undefined {
	const text = toIdText(value) ?? toText(value)?.trim() ?? '';
	const digits = normalizeNumber(text)?.replace('+', '') ?? '';
	return digits.length >= MIN_PARTY_DIGITS ? text : undefined;
}

/** A name that the sender of an SMS may have instead of a number: as in GSM 03.38, 11 characters with a letter. */
const SENDER_NAME = /^(?=.*\p{L})[\p{L}\d][\p{L}\d &.'_+-]{0,10}$/u;

/** The words that are shown for senders who withhold their number. */
const HIDDEN_SENDERS =
	/^(?:anonymous|blocked|none|null|private|restricted|unavailable|undefined|unknown|withheld)$/i;

function toSenderName(value: unknown): string | undefined {
	const text = toText(value)?.trim() ?? '';
	return SENDER_NAME.test(text) && !HIDDEN_SENDERS.test(text) ? text : undefined;
}

const DIRECTIONS = new Map([
	['inbound', 'inbound'],
	['incoming', 'inbound'],
	['outbound', 'outbound'],
	['outgoing', 'outbound'],
]);

/** Returns `inbound` or `outbound`; the word may begin a longer one, such as `outbound-api`. */
function toDirection(value: unknown): string | undefined {
	const words = typeof value === 'string' ? toNameWords(value).split(' ') : [];
	const directions = new Set(words.flatMap((word) => DIRECTIONS.get(word) ?? []));
	return DIRECTIONS.has(words[0] ?? '') && directions.size === 1 ? [...directions][0] : undefined;
}

/** Returns the time in ISO 8601, in UTC. Some services write their epoch, such as 1970-01-01, if there is no time. */
function toTime(value: unknown): string | undefined {
	const time = parseEventTime(value);
	return time === undefined || time <= 0 ? undefined : formatTime(time);
}

/** The most that two times of one event may differ by if they mean the same thing, in milliseconds. */
const SAME_TIME_MS = 1_000;

/** Returns a number of seconds; the name of the field tells whether it holds milliseconds. */
function toDuration(value: unknown, normalizedName: string): number | undefined {
	const text = typeof value === 'number' ? String(value) : (toText(value)?.trim() ?? '');
	if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
	return /\b(ms|milliseconds)$/.test(normalizedName) ? Number(text) / 1_000 : Number(text);
}

/** Returns an object; JSON text is parsed. */
function toObject(value: unknown): Record<string, unknown> | undefined {
	const parsed = typeof value === 'string' ? parseExactJson(value) : value;
	return isRecord(parsed) ? parsed : undefined;
}

/** The fields of a chat app's own `metadata`, which says to which business number a message came. */
const CHAT_APP_METADATA = ['display_phone_number', 'phone_number_id'];

/** Returns the metadata of the message that is answered; undefined for the chat app's own `metadata`. */
function toMetadata(value: unknown): Record<string, unknown> | undefined {
	const object = toObject(value);
	return object && CHAT_APP_METADATA.some((name) => Object.hasOwn(object, name)) ? undefined : object;
}

function toUrl(value: unknown): string | undefined {
	const text = toText(value)?.trim();
	return text !== undefined && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined;
}

/** The names of the fields in a line of a transcript that say who spoke, and what was said. */
const SPEAKER_FIELDS = ['role', 'from', 'speaker', 'sender'];
const LINE_TEXT_FIELDS = ['text', 'message', 'content', 'body'];

/** The role of the instructions to a language model, which are not part of the conversation. */
const SYSTEM_ROLE = 'system';

/**
 * Returns one string with a line for each thing that was said, such as `Agent: Hello`; a string stays as it is. Returns
 * undefined if a line does not tell who said what. Lines without words, such as a tool call, are left out.
 */
function toTranscript(value: unknown): string | undefined {
	if (!Array.isArray(value)) return toText(value);
	const written: string[] = [];
	for (const line of value as unknown[]) {
		if (!isRecord(line)) return undefined;
		const speaker = firstValue(line, SPEAKER_FIELDS);
		const spokenText = firstValue(line, LINE_TEXT_FIELDS) ?? '';
		if (typeof speaker !== 'string' || typeof spokenText !== 'string') return undefined;
		if (spokenText === '' || speaker === SYSTEM_ROLE) continue;
		const name = `${speaker.slice(0, 1).toUpperCase()}${speaker.slice(1)}`;
		// Further lines are indented, so that none of them looks like a line of another speaker.
		written.push(`${name}: ${spokenText.replace(LINE_BREAK, '\n  ')}`);
	}
	return toText(written.join('\n'));
}

const firstValue = (line: Record<string, unknown>, names: readonly string[]): unknown =>
	names.filter((name) => Object.hasOwn(line, name)).map((name) => line[name])[0];

const isSameTextValue = (one: unknown, other: unknown): boolean => isSameText(String(one), String(other));

export const VALUE_TYPES = {
	direction: {
		description: 'inbound or outbound',
		parse: toDirection,
		isSame: isSameJson,
		isInRecordOnly: true,
	},
	id: { description: 'an ID', parse: toIdText, isSame: isSameJson },
	metadata: { description: 'an object', parse: toMetadata, isSame: isSameJson },
	object: { description: 'an object', parse: toObject, isSame: isSameJson },
	objects: {
		description: 'a list of objects',
		parse: (value) => (Array.isArray(value) && value.every(isRecord) ? value : undefined),
		isSame: isSameJson,
	},
	phoneNumber: {
		description: 'a phone number',
		parse: toPartyNumber,
		isSame: isSameNumber,
		isInRecordOnly: true,
	},
	senderName: {
		description: 'a phone number or the name of a sender',
		parse: toSenderName,
		isSame: isSameNumber,
		isInRecordOnly: true,
	},
	duration: {
		description: 'a number of seconds',
		parse: toDuration,
		isSame: (one, other) => Math.abs(Number(one) - Number(other)) < 1,
	},
	text: { description: 'text', parse: toText, isSame: isSameTextValue },
	time: {
		description: 'a time',
		parse: toTime,
		isSame: (one, other) => Math.abs((parseTime(one) ?? NaN) - (parseTime(other) ?? NaN)) < SAME_TIME_MS,
	},
	transcript: { description: 'a transcript', parse: toTranscript, isSame: isSameTextValue },
	url: { description: 'a web address', parse: toUrl, isSame: isSameJson },
} satisfies Record<string, ValueType>;
