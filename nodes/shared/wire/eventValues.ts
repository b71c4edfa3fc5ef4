import { LINE_BREAK } from '../text/comparableText';
import { isRecord, parseStorableJson } from '../text/json';
import { toNameWords } from '../text/nameWords';
import { isSameNumber } from './comparableNumber';
import { listedNumber } from './listedNumber';
import { formatTime, readEventTime, readTime } from './time';
import { TRANSCRIPT_LINE_NAMES } from './undocumentedNames';

/** A kind of value that a field of an event can have. */
export interface ValueKind {
	/** As the end of a sentence: "It is not ...". */
	name: string;
	/**
	 * Returns the value in the form that the triggers put out; undefined for one of another kind.
	 * @param field The name of the field on the wire.
	 */
	read(value: unknown, field: string): unknown;
	/** Tells whether two values that were read stand for the same. */
	isSame(one: unknown, other: unknown): boolean;
}

const isIdentical = (one: unknown, other: unknown): boolean => one === other;

const readString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const readIdText = (value: unknown): string | undefined => {
	const text = Number.isSafeInteger(value) ? String(value) : readString(value)?.trim();
	return text !== undefined && !/\s/.test(text) ? text : undefined;
};

const TEXT_KIND: ValueKind = {
	name: 'a text',
	read: readString,
	isSame: (one, other) => String(one).trim() === String(other).trim(),
};

/** Without blanks around it; a number counts, as long as it was not rounded when it was parsed. */
const ID_KIND: ValueKind = { name: 'an ID', read: readIdText, isSame: isIdentical };

/** A phone number, or the ID of a business number of the chat app (section 2), as the service writes it. */
const PHONE_NUMBER_KIND: ValueKind = {
	name: 'a phone number',
	read: (value) => {
		const text = readIdText(value) ?? readString(value)?.trim();
		return text !== undefined && listedNumber(text) !== undefined ? text : undefined;
	},
	isSame: isSameNumber,
};

const DIRECTIONS = new Map([
	['inbound', 'inbound'],
	['incoming', 'inbound'],
	['outbound', 'outbound'],
	['outgoing', 'outbound'],
]);

/** `inbound` or `outbound`; the word may begin a longer one, such as `outbound-api`. */
const DIRECTION_KIND: ValueKind = {
	name: 'inbound or outbound',
	read: (value) =>
		typeof value === 'string' ? DIRECTIONS.get(toNameWords(value).split(' ')[0] ?? '') : undefined,
	isSame: isIdentical,
};

/** The most that two times of one event may differ by if they stand for the same, in milliseconds. */
const SAME_TIME_MS = 1_000;

/** ISO 8601 in UTC. */
const TIME_KIND: ValueKind = {
	name: 'a time',
	read: (value) => {
		const time = readEventTime(value);
		return time === undefined ? undefined : formatTime(time);
	},
	isSame: (one, other) => Math.abs((readTime(one) ?? NaN) - (readTime(other) ?? NaN)) < SAME_TIME_MS,
};

/** A unit of a thousandth of a second, at the end of a field's name. */
const IN_MILLISECONDS = /\b(ms|milliseconds)$/;

/** A number of seconds; the name of the field tells if it holds milliseconds. */
const SECONDS_KIND: ValueKind = {
	name: 'a number of seconds',
	read: (value, field) => {
		const text = typeof value === 'number' || typeof value === 'string' ? String(value).trim() : '';
		if (!/^\d+(\.\d+)?$/.test(text)) return undefined;
		return IN_MILLISECONDS.test(toNameWords(field)) ? Number(text) / 1_000 : Number(text);
	},
	isSame: (one, other) => Math.abs(Number(one) - Number(other)) < 1,
};

const isSameJson = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** An object, also as the JSON text of one. */
const OBJECT_KIND: ValueKind = {
	name: 'an object',
	read: (value) => {
		const parsed = typeof value === 'string' ? parseStorableJson(value) : value;
		return isRecord(parsed) ? parsed : undefined;
	},
	isSame: isSameJson,
};

const OBJECTS_KIND: ValueKind = {
	name: 'a list of objects',
	read: (value) => (Array.isArray(value) && value.every(isRecord) ? value : undefined),
	isSame: isSameJson,
};

const WEB_ADDRESS_KIND: ValueKind = {
	name: 'a web address',
	read: (value) => {
		const text = readString(value)?.trim();
		return text !== undefined && /^https?:/i.test(text) && URL.canParse(text) ? text : undefined;
	},
	isSame: isIdentical,
};

/** One text with a line for each thing that was said, such as `Agent: Hello`; a text stays as it is. */
const TRANSCRIPT_KIND: ValueKind = {
	name: 'a transcript',
	read: (value) => (Array.isArray(value) ? writeTranscript(value) : readString(value)),
	isSame: TEXT_KIND.isSame,
};

/** The role of the instructions to a language model, which nobody has said. */
const INSTRUCTIONS = 'system';

/**
 * Returns undefined if a line does not tell who said what, and an empty text if nothing was said. Lines without
 * words, such as a look-up, are left out.
 */
function writeTranscript(lines: unknown[]): string | undefined {
	const written: string[] = [];
	for (const line of lines) {
		if (!isRecord(line)) return undefined;
		const speaker = firstValue(line, TRANSCRIPT_LINE_NAMES.speaker);
		const words = firstValue(line, TRANSCRIPT_LINE_NAMES.text);
		const hasNoWords = words === undefined || words === null || words === '';
		if (typeof speaker !== 'string' || !(hasNoWords || typeof words === 'string')) return undefined;
		if (hasNoWords || speaker === INSTRUCTIONS) continue;
		const name = `${speaker.slice(0, 1).toUpperCase()}${speaker.slice(1)}`;
		// Further lines are indented, so that none of them looks like a line of another speaker.
		written.push(`${name}: ${words.replace(LINE_BREAK, '\n  ')}`);
	}
	return written.join('\n');
}

const firstValue = (line: Record<string, unknown>, names: readonly string[]): unknown =>
	names.filter((name) => Object.hasOwn(line, name)).map((name) => line[name])[0];

export const VALUE_KINDS = {
	direction: DIRECTION_KIND,
	id: ID_KIND,
	object: OBJECT_KIND,
	objects: OBJECTS_KIND,
	phoneNumber: PHONE_NUMBER_KIND,
	seconds: SECONDS_KIND,
	text: TEXT_KIND,
	time: TIME_KIND,
	transcript: TRANSCRIPT_KIND,
	webAddress: WEB_ADDRESS_KIND,
} satisfies Record<string, ValueKind>;
