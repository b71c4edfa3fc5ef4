import { toNameWords } from '../text/fieldPath';
import { EVENT_NAME, KIND_FIELD } from './events';
import type { RecordType } from './recordFields';
import { isRecord } from '../text/json';

/** An object in a payload, with the path to it: names, and positions in lists. */
interface PayloadObject {
	fields: Readonly<Record<string, unknown>>;
	steps: ReadonlyArray<string | number>;
}

/** Returns a value that is an object, or the objects in a list; an empty list for anything else. */
function toObjects(value: unknown, steps: PayloadObject['steps']): PayloadObject[] {
	if (isRecord(value)) return [{ fields: value, steps }];
	if (!Array.isArray(value)) return [];
	return value.flatMap((fields: unknown, index) =>
		isRecord(fields) ? [{ fields, steps: [...steps, index] }] : [],
	);
}

/** Returns the objects in the fields that have one of these names, in any spelling. */
const findChildObjects = (objects: readonly PayloadObject[], names: readonly string[]): PayloadObject[] =>
	objects.flatMap(({ fields, steps }) =>
		Object.entries(fields)
			.filter(([name]) => names.includes(toNameWords(name)))
			.flatMap(([name, value]) => toObjects(value, [...steps, name])),
	);

/**
 * Returns the objects in the body of an event that may hold a chat app's own lists of messages and of their statuses.
 */
function findMessageListHolders(body: unknown): PayloadObject[] {
	const top = toObjects(body, []);
	const changes = findChildObjects(findChildObjects(findChildObjects(top, ['entry']), ['changes']), [
		'value',
	]);
	return [...top, ...findChildObjects(top, ['data', 'payload']), ...changes];
}

/** Returns the messages in the lists of a chat app's own event, which may bundle several. */
const findBundledMessages = (body: unknown): PayloadObject[] =>
	findChildObjects(findMessageListHolders(body), ['messages']);

/** Tells whether a chat app's own event holds no message: its list is empty, or it has statuses of messages instead. */
export function hasNoMessage(body: unknown): boolean {
	const hasList = findMessageListHolders(body).some(({ fields }) =>
		[fields.messages, fields.statuses].some((list) => Array.isArray(list)),
	);
	return hasList && findBundledMessages(body).length === 0;
}

/**
 * Splits an event that bundles messages into one payload for each, which holds nothing else. Returns the payload as it
 * is if it has fewer than two.
 */
export function unbundle(body: unknown): unknown[] {
	const messages = findBundledMessages(body);
	return messages.length < 2 ? [body] : messages.map(({ fields }) => ({ messages: [fields] }));
}

/** A field in a payload that may belong to the record of its event. */
interface PayloadField {
	value: unknown;
	steps: PayloadObject['steps'];
}

/**
 * Fields by their names in words, from the object in which the search began: `customer number` for `customerNumber`, and
 * for `number` in an object `customer`. A field of the record itself has a second entry with `own` before its name: the
 * `own id` is certainly that of the record, and not that of the event.
 */
export type PayloadFields = ReadonlyMap<string, readonly PayloadField[]>;

/** The names of the objects of a type of record, in words. */
interface ObjectNames {
	/** The record itself. */
	record: string[];
	/** Objects around the record. */
	envelopes: string[];
	/** Objects in the record whose fields count as its own. */
	parts: string[];
}

const OBJECT_NAMES: Readonly<Record<RecordType, ObjectNames>> = {
	call: {
		record: ['call'],
		// Some services name the object with the report of a call `message`.
		envelopes: ['data', 'payload', 'message'],
		parts: ['analysis', 'call analysis', 'artifact', 'telephony data'],
	},
	message: {
		record: ['message', 'sms'],
		envelopes: ['data', 'payload'],
		parts: [],
	},
	chat: { record: ['chat', 'chat session', 'session'], envelopes: ['data', 'payload'], parts: [] },
};

/**
 * Finds the fields that may belong to the record of an event: those of the record with its parts, then those of each
 * object around it up to the body. Other objects, such as metadata, quoted messages and transcripts, are never
 * looked at.
 * @param body The parsed body of the event.
 */
export function findPayloadFields(body: unknown, recordType: RecordType): PayloadFields[] {
	const { record, envelopes, parts } = OBJECT_NAMES[recordType];
	const bundled = recordType === 'message' ? findBundledMessages(body) : [];
	const records = bundled.length === 1 ? bundled : [];
	const levels: PayloadObject[][] = [];
	let objects: PayloadObject[] = isRecord(body) ? [{ fields: body, steps: [] }] : [];
	while (objects.length > 0) {
		levels.unshift(objects);
		records.push(...findChildObjects(objects, record));
		objects = findChildObjects(objects.filter(isEnvelope), envelopes);
	}
	if (records.length > 0) levels.unshift(records);
	return levels.map((level, index) => {
		const fields: FieldIndex = new Map();
		for (const object of level) {
			const isRecordItself = index === 0 && object.steps.length > 0 && !namesEvent(object);
			indexFields(object, fields, { isRecordItself, parts });
		}
		return fields;
	});
}

/** Tells whether an object is around others, and no record: what a record itself has under `payload` is not looked at. */
const isEnvelope = (object: PayloadObject): boolean => object.steps.length === 0 || namesEvent(object);

const namesEvent = ({ fields }: PayloadObject): boolean =>
	Object.entries(fields).some(
		([name, value]) => KIND_FIELD.test(name) && typeof value === 'string' && EVENT_NAME.test(value),
	);

/** {@link PayloadFields} while they are collected. */
type FieldIndex = Map<string, PayloadField[]>;

/** Objects whose fields are about what was said in them, and not about the record. */
const CLOSED_OBJECTS = ['transcript', 'call transcript'];

/** The most objects between the record and a field, such as `interactive` and `button_reply` around a `title`. */
const MAX_NESTING_DEPTH = 2;

/** The beginning of a name that counts in the record itself only. */
export const RECORD_ONLY_PREFIX = 'own ';

/** How the fields of an object are indexed. */
interface Indexing {
	/** True for the record, false for objects around it. */
	isRecordItself?: boolean;
	parts: readonly string[];
	/** The names of the objects around this one, up to that in which the search began. */
	prefix?: string;
	depth?: number;
}

/** Adds the fields of an object, and of the objects in it, to an index. */
function indexFields(
	{ fields, steps }: PayloadObject,
	index: FieldIndex,
	{ isRecordItself = false, parts, prefix = '', depth = 0 }: Indexing,
): void {
	for (const [fieldName, value] of Object.entries(fields)) {
		const words = toNameWords(fieldName);
		const name = prefix + words;
		const field = { value, steps: [...steps, fieldName] };
		for (const key of isRecordItself ? [name, RECORD_ONLY_PREFIX + name] : [name]) {
			const found = index.get(key);
			if (found) found.push(field);
			else index.set(key, [field]);
		}
		const isOpen = depth < MAX_NESTING_DEPTH && !CLOSED_OBJECTS.includes(words);
		const [object, ...others] = isOpen ? toObjects(value, field.steps) : [];
		if (!object || others.length > 0) continue;
		const inside = parts.includes(name) ? '' : `${name} `;
		indexFields(object, index, { parts, prefix: inside, depth: depth + 1 });
	}
}
