import { isRecord } from '../text/json';
import { toNameWords } from '../text/nameWords';
import { EVENT_NAME, KIND_FIELD } from './events';
import { CALL_PART_NAMES, ENVELOPE_NAMES, RECORD_NAMES } from './undocumentedNames';

/** The kinds of records that events have. */
export type RecordKind = keyof typeof RECORD_NAMES;

/** An object in the body of an event, in which fields of its record may stand. */
export interface RecordPlace {
	fields: Readonly<Record<string, unknown>>;
	/** The names on the way to it, and the positions in lists. */
	steps: ReadonlyArray<string | number>;
	/** True if it is the record itself, so that its `id` is that of the record and not of the event. */
	isRecord: boolean;
}

type LocatedObject = Omit<RecordPlace, 'isRecord'>;

/**
 * Finds the objects of an event's body in which fields of its record may stand: the body, what holds the record in
 * it, the record, and the parts of a call. All others, such as metadata, quoted messages and what people said, are
 * never looked at.
 * @param body The parsed body of an event.
 */
export function findRecordPlaces(body: unknown, kind: RecordKind): RecordPlace[] {
	if (!isRecord(body)) return [];
	const top: LocatedObject = { fields: body, steps: [] };
	// A report of a call may be called a message.
	const envelopeNames = kind === 'message' ? ENVELOPE_NAMES : [...ENVELOPE_NAMES, 'message'];
	const envelopes = objectsIn(top, envelopeNames);
	const inner = envelopes.filter(namesEvent).flatMap((place) => objectsIn(place, ['payload']));
	const outer = [top, ...envelopes, ...inner];
	const named = outer.flatMap((place) => objectsIn(place, RECORD_NAMES[kind]));
	const records = kind === 'message' ? [...named, ...messageInLists(body)] : named;
	const parts =
		kind === 'call' ? [...outer, ...records].flatMap((one) => objectsIn(one, CALL_PART_NAMES)) : [];
	const innermost = [records, inner, envelopes].find(({ length }) => length > 0) ?? [];
	return [...outer, ...records, ...parts].map((place) => ({
		...place,
		isRecord: innermost.includes(place) && !namesEvent(place),
	}));
}

const objectsIn = ({ fields, steps }: LocatedObject, names: readonly string[]): LocatedObject[] =>
	Object.entries(fields).flatMap(([name, value]) =>
		isRecord(value) && names.includes(toNameWords(name)) ? [{ fields: value, steps: [...steps, name] }] : [],
	);

const namesEvent = ({ fields }: LocatedObject): boolean =>
	Object.entries(fields).some(
		([name, value]) => KIND_FIELD.test(name) && typeof value === 'string' && EVENT_NAME.test(value),
	);

/** The way to the message in the lists of a chat app's own events, which are handed on as they are (section 6). */
const STEPS_IN_LISTS = ['entry', 0, 'changes', 0, 'value', 'messages', 0] as const;

/** The message in an event of a chat app, if it is the only one. */
function messageInLists(body: Record<string, unknown>): LocatedObject[] {
	let value: unknown = body;
	for (const step of STEPS_IN_LISTS) {
		if (typeof step === 'number')
			value = Array.isArray(value) && value.length === 1 ? value[step] : undefined;
		else value = isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined;
	}
	return isRecord(value) ? [{ fields: value, steps: STEPS_IN_LISTS }] : [];
}
