import type { Connection } from '../service/credentials';
import { valueAt } from '../text/fieldPath';
import { isRecord } from '../text/json';

/** The kinds of event that the service sends to a webhook (see docs/maintainers/the-service.md, section 6). */
export type VoiceAgentEvent =
	| 'call.completed'
	| 'chat.session.completed'
	| 'chatapp.received'
	| 'sms.received'
	| 'sms.sent';

/** The texts of the panels about a kind of event. */
interface EventDefinition {
	value: VoiceAgentEvent;
	name: string;
	/** The label is short enough to fit beside a node on the canvas. */
	outputLabel: string;
	/** The text in the node panel, in sentence case. */
	action: string;
	description: string;
}

/** In alphabetical order, as menus show them. */
export const EVENTS: readonly EventDefinition[] = [
	{
		value: 'call.completed',
		name: 'Call Completed',
		outputLabel: 'Call',
		action: 'On call completed',
		description: 'A call has ended and its transcript, summary and extracted data are ready',
	},
	{
		value: 'chat.session.completed',
		name: 'Chat Session Completed',
		outputLabel: 'Chat',
		action: 'On website chat ended',
		description: 'A website chat was closed, or has been idle for 30 minutes',
	},
	{
		value: 'chatapp.received',
		name: 'Chat-App Message Received',
		outputLabel: 'Chat App',
		action: 'On chat-app message received',
		description:
			"A chat-app message has arrived. Needs a 'Chat App Token' in the credential; the agent does not answer it.",
	},
	{
		value: 'sms.received',
		name: 'SMS Received',
		outputLabel: 'SMS In',
		action: 'On SMS received',
		description: 'An SMS has arrived at one of your numbers',
	},
	{
		value: 'sms.sent',
		name: 'SMS Sent',
		outputLabel: 'SMS Out',
		action: 'On SMS sent',
		description: 'A person, the agent or the API has sent an SMS',
	},
];

/**
 * A chat-app message that a person has sent: the one event without a signature. It goes to the webhook URL of a chat-app
 * account instead of an API key's, so it cannot be replayed either.
 */
export const CHAT_APP_RECEIVED: VoiceAgentEvent = 'chatapp.received';

/** The events that go to the webhook URL of an API key, and can be replayed. */
export const SIGNED_EVENTS = EVENTS.filter(({ value }) => value !== CHAT_APP_RECEIVED);

export type Direction = 'inbound' | 'outbound';

export type Channel = 'sms' | 'chatapp';

/** Tells which of the two parties of a message or a call is the account, and which the person on the other side. */
export const orderParties = <Party>(
	direction: Direction,
	from: Party,
	to: Party,
): { own: Party; other: Party } =>
	direction === 'outbound' ? { own: from, other: to } : { own: to, other: from };

/** The events about a message. The kind of the event tells which way the message went, and on which channel. */
export const MESSAGE_EVENTS: ReadonlyMap<string, { direction: Direction; channel: Channel }> = new Map([
	[CHAT_APP_RECEIVED, { direction: 'inbound', channel: 'chatapp' }],
	['sms.received', { direction: 'inbound', channel: 'sms' }],
	['sms.sent', { direction: 'outbound', channel: 'sms' }],
]);

/** The names of fields for the kind of an event. All others may contain what a caller said. */
export const KIND_FIELD = /event|type|kind|topic/i;

/** The form of an event's name, which distinguishes it from an ID or a date in a field such as `event_id`. */
export const EVENT_NAME = /^[a-z][a-z_-]*(\.[a-z][a-z_-]*)+$/i;

/** Returns the name that the account uses for an event on the wire. */
export const toWireEventName = (event: string, chatAppName: string): string =>
	event === CHAT_APP_RECEIVED ? `${chatAppName}.received` : event;

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
	const deciding = [payload.event, payload.type].find((name) => typeof name === 'string');
	if (deciding !== undefined) return [deciding];
	const kinds = Object.entries(payload).filter(([name]) => KIND_FIELD.test(name));
	return kinds
		.map(([, value]) => value)
		.filter((value) => typeof value === 'string' && EVENT_NAME.test(value));
}
