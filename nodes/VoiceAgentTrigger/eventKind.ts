import { valueAt } from '../shared/text/fieldPath';
import { isRecord } from '../shared/text/json';
import {
	EVENT_NAME,
	EVENTS,
	KIND_FIELD,
	UNSIGNED_EVENT,
	toWireEventName,
	type VoiceAgentEvent,
} from '../shared/wire/events';

/** The names that an account uses for its events. */
interface EventNaming {
	/** The service's name for the messaging app, as in `<name>.received`. */
	chatAppName: string;
	/** Path of the field that holds the kind of event; empty when the account has none of its own. */
	eventField: string;
}

/**
 * The kind of an event, of which the interface shows no field. Undefined if
 * it is unknown, or if two fields disagree.
 * @param payload The parsed body.
 */
export function readEventKind(payload: unknown, naming: EventNaming): VoiceAgentEvent | undefined {
	const names = new Set(kindNames(payload, naming.eventField));
	return names.size === 1 ? knownKind([...names][0], naming) : undefined;
}

/** Tells if any field for the kind of an event names one that the service signs. */
export const namesSignedEvent = (payload: unknown, naming: EventNaming): boolean =>
	kindNames(payload, naming.eventField).some((name) => {
		const kind = knownKind(name, naming);
		return kind !== undefined && kind !== UNSIGNED_EVENT;
	});

const knownKind = (name: unknown, { chatAppName }: EventNaming): VoiceAgentEvent | undefined =>
	EVENTS.find(({ value }) => toWireEventName(value, chatAppName) === name)?.value;

/**
 * Reads the names of kinds in a payload: the value in the account's own field, else in `event`, else in `type`
 * decides alone, known or not. Otherwise every top-level field counts whose name is that of a kind, and never
 * one with content: the sender of a text decides what is in those.
 */
function kindNames(payload: unknown, eventField: string): unknown[] {
	if (!isRecord(payload)) return [];
	if (eventField !== '') return [valueAt(payload, eventField)];
	const fields = new Map<string, unknown>(Object.entries(payload));
	const deciding = [fields.get('event'), fields.get('type')].find((name) => typeof name === 'string');
	if (deciding !== undefined) return [deciding];
	return [...fields]
		.filter(([name]) => KIND_FIELD.test(name))
		.map(([, value]) => value)
		.filter((value) => typeof value === 'string')
		.filter((value) => EVENT_NAME.test(value));
}
