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
export interface PayloadField {
	/**
	 * Its name in words, from the object in which the search began: `customer number` for `customerNumber`, and for
	 * `number` in an object `customer`.
	 */
	normalizedName: string;
	value: unknown;
	steps: PayloadObject['steps'];
	/** True if it is in the record itself, so that its `id` is that of the record and not of the event. */
	isInRecordItself: boolean;
}

/** The names of objects: those around the record, the record itself, and its parts. */
const OBJECT_NAMES: Readonly<Record<RecordType, { envelopes: string[]; record: string[]; parts: string[] }>> =
	{
		call: {
			// Some services name the object with the report of a call `message`.
			envelopes: ['data', 'payload', 'message'],
			record: ['call'],
			parts: ['analysis', 'call analysis', 'artifact', 'telephony data'],
		},
		message: { envelopes: ['data', 'payload'], record: ['message', 'sms'], parts: [] },
		chat: { envelopes: ['data', 'payload'], record: ['chat', 'chat session', 'session'], parts: [] },
	};

/**
 * Finds the fields that may belong to the record of an event: those of the record with its parts, then those of each
 * object around it up to the body. Other objects, such as metadata, quoted messages and transcripts, are never
 * looked at.
 * @param body The parsed body of the event.
 */
export function findPayloadFields(body: unknown, recordType: RecordType): PayloadField[][] {
	const { envelopes: envelopeNames, record, parts } = OBJECT_NAMES[recordType];
	const top = toObjects(body, []).filter(({ steps }) => steps.length === 0);
	const envelopes = findChildObjects(top, envelopeNames);
	const innerEnvelopes = findChildObjects(envelopes.filter(hasEventName), ['payload']);
	const bundled = recordType === 'message' ? findBundledMessages(body) : [];
	const records = [
		...findChildObjects([...top, ...envelopes, ...innerEnvelopes], record),
		...(bundled.length === 1 ? bundled : []),
	];
	return [records, innerEnvelopes, envelopes, top]
		.filter((objects) => objects.length > 0)
		.map((objects, level) =>
			objects.flatMap((object) => {
				const isRecordItself = level === 0 && object.steps.length > 0 && !hasEventName(object);
				const partFields = findChildObjects([object], parts).flatMap((part) => listFields(part, false));
				return [...listFields(object, isRecordItself), ...partFields];
			}),
		);
}

/** Objects whose fields are about what was said in them, and not about the record. */
const CLOSED_OBJECTS = ['transcript', 'call transcript'];

/** The most objects between the record and a field, such as `interactive` and `button_reply` around a `title`. */
const MAX_NESTING_DEPTH = 2;

/** Returns the fields of an object, and of the objects in it. */
export function listFields(
	{ fields, steps }: PayloadObject,
	isInRecordItself: boolean,
	prefix = '',
	remainingDepth = MAX_NESTING_DEPTH,
): PayloadField[] {
	return Object.entries(fields).flatMap(([name, value]) => {
		const field = {
			normalizedName: `${prefix} ${toNameWords(name)}`.trim(),
			value,
			steps: [...steps, name],
			isInRecordItself,
		};
		const isOpen = remainingDepth > 0 && !CLOSED_OBJECTS.includes(toNameWords(name));
		const [object, ...others] = isOpen ? toObjects(value, field.steps) : [];
		const isOnlyOne = object !== undefined && others.length === 0;
		return isOnlyOne
			? [field, ...listFields(object, false, field.normalizedName, remainingDepth - 1)]
			: [field];
	});
}

const hasEventName = ({ fields }: PayloadObject): boolean =>
	Object.entries(fields).some(
		([name, value]) => KIND_FIELD.test(name) && typeof value === 'string' && EVENT_NAME.test(value),
	);
