import {
	CHAT_APP_RECEIVED,
	EVENT_NAME,
	EVENTS,
	KIND_FIELD,
	toWireEventName,
	type VoiceAgentEvent,
} from '../events/events';
import type { Connection } from '../service/credentials';
import { valueAt } from '../text/fieldPath';
import { isRecord } from '../text/json';

/** The names that an account uses for its events. */
type EventNaming = Pick<Connection, 'chatAppName' | 'eventField'>;

/**
 * Returns the kind of an event, whose field is not documented; undefined if it is unknown, or if two fields disagree.
 * @param payload The parsed body.
 */
export function findEventKind(payload: unknown, naming: EventNaming): VoiceAgentEvent | undefined {
	const names = new Set(findKindNames(payload, naming.eventField));
	return names.size === 1 ? findKnownKind([...names][0], naming) : undefined;
}

/** Tells whether any field for the kind of an event names one that the service signs. */
export const namesSignedEvent = (payload: unknown, naming: EventNaming): boolean =>
	findKindNames(payload, naming.eventField).some((name) => {
		const kind = findKnownKind(name, naming);
		return kind !== undefined && kind !== CHAT_APP_RECEIVED;
	});

/** Tells whether a body that came with the token can be a message: it names no other event. */
export function canBeChatAppMessage(payload: unknown, naming: EventNaming): boolean {
	const names = findKindNames(payload, naming.eventField).filter(
		(name) => typeof name === 'string' && (naming.eventField !== '' || EVENT_NAME.test(name)),
	);
	return names.every((name) => findKnownKind(name, naming) === CHAT_APP_RECEIVED);
}

const findKnownKind = (name: unknown, { chatAppName }: EventNaming): VoiceAgentEvent | undefined =>
	EVENTS.find(({ value }) => toWireEventName(value, chatAppName) === name)?.value;

/**
 * Finds the names of kinds in a payload: the value in the account's own field, else in `event`, else in `type`
 * decides alone, known or not. Otherwise every top-level field counts whose name is that of a kind, and never
 * one with content: the sender of a message decides what is in those.
 */
function findKindNames(payload: unknown, eventField: string): unknown[] {
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
