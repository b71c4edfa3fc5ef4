import { createHash } from 'crypto';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { valueAt } from '../text/fieldPath';
import { formatTime } from '../text/time';
import { unbundle, holdsNoMessage } from '../events/payloadFields';
import {
	CHAT_APP_RECEIVED,
	type VoiceAgentEvent,
	EVENT_NAME,
	EVENTS,
	KIND_FIELD,
	toWireEventName,
} from '../events/events';
import type { TriggerSettings } from './settings';
import { readEventRecord } from '../events/eventRecord';
import type { UnclearField } from '../events/fieldReader';
import { isRecord } from '../text/json';
import type { Connection } from '../service/credentials';

/** The names that an account uses for its events. */
type EventNaming = Pick<Connection, 'chatAppName' | 'eventField'>;

/**
 * Returns the kind of an event, whose field is not documented; undefined if it is unknown, or if two fields disagree.
 * @param payload The parsed body.
 */
export function readEventKind(payload: unknown, naming: EventNaming): VoiceAgentEvent | undefined {
	const names = new Set(kindNames(payload, naming.eventField));
	return names.size === 1 ? findKnownKind([...names][0], naming) : undefined;
}

/** Tells whether any field for the kind of an event names one that the service signs. */
export const namesSignedEvent = (payload: unknown, naming: EventNaming): boolean =>
	kindNames(payload, naming.eventField).some((name) => {
		const kind = findKnownKind(name, naming);
		return kind !== undefined && kind !== CHAT_APP_RECEIVED;
	});

/**
 * Tells whether a body that came with the token is a message: it names no other event, and does not report the statuses of
 * other messages.
 */
export function isChatAppMessage(payload: unknown, naming: EventNaming): boolean {
	const names = kindNames(payload, naming.eventField).filter(
		(name) => typeof name === 'string' && (naming.eventField !== '' || EVENT_NAME.test(name)),
	);
	return names.every((name) => findKnownKind(name, naming) === CHAT_APP_RECEIVED) && !holdsNoMessage(payload);
}

const findKnownKind = (name: unknown, { chatAppName }: EventNaming): VoiceAgentEvent | undefined =>
	EVENTS.find(({ value }) => toWireEventName(value, chatAppName) === name)?.value;

/**
 * Reads the names of kinds in a payload: the value in the account's own field, else in `event`, else in `type`
 * decides alone, known or not. Otherwise every top-level field counts whose name is that of a kind, and never
 * one with content: the sender of a message decides what is in those.
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

/** An event that certainly comes from the service. */
export interface AuthenticEvent {
	rawBody: Buffer;
	payload: unknown;
	/** Undefined if this version does not know the kind. */
	kind: VoiceAgentEvent | undefined;
	verified: 'signature' | 'token';
}

/**
 * Returns the reason why an event does not start the workflow, for the sender's
 * log of deliveries; undefined if it does.
 */
export function findReasonToIgnore(
	{ kind }: AuthenticEvent,
	{ events, unknownEvents }: TriggerSettings,
): string | undefined {
	if (kind === undefined) {
		return unknownEvents === 'passOn' ? undefined : 'the event is of a kind that this trigger does not know';
	}
	return events.includes(kind) ? undefined : `${kind} is not among this trigger's events`;
}

/** An item with which the workflow starts, as `webhook()` hands it to `execute()`. */
export interface EventItem extends IDataObject {
	event: VoiceAgentEvent | 'unknown';
	payload: IDataObject;
	/** ISO 8601. */
	receivedAt: string;
	deliveryKey: string;
	verified: AuthenticEvent['verified'];
	/** The position of the item's message among those of the event, from 0 on, if it bundles several. */
	messageIndex?: number;
}

/** Returns the items with which the workflow starts: one for each message that an event bundles. */
export function toItems(
	{ kind, payload, rawBody, verified }: AuthenticEvent,
	{ deduplicationField }: TriggerSettings,
): EventItem[] {
	const deliveryKey = readDeliveryKey(rawBody, payload, deduplicationField);
	const item: EventItem = {
		event: kind ?? 'unknown',
		payload: (payload ?? rawBody.toString('utf8')) as IDataObject,
		receivedAt: formatTime(Date.now()),
		deliveryKey,
		verified,
	};
	const messages = kind === CHAT_APP_RECEIVED ? unbundle(payload) : [payload];
	if (messages.length === 1) return [item];
	return messages.map((_, messageIndex) => ({
		...item,
		deliveryKey: `${deliveryKey}#${messageIndex + 1}`,
		messageIndex,
	}));
}

/** Returns the payload of an item without the other messages that its event bundles. */
export const getOwnPayload = ({ payload, messageIndex }: IDataObject): unknown =>
	typeof messageIndex === 'number' ? unbundle(payload)[messageIndex] : payload;

/** Returns the hash of a body. It identifies the event, since a retry and a replay repeat the body verbatim. */
export const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Reads the key that identifies an event: the string or number in the field that the user has chosen, or the hash of
 * the body.
 * @param field A path such as `data.id`; empty if the user has chosen none.
 */
export function readDeliveryKey(rawBody: Buffer, payload: unknown, field: string): string {
	const value = field === '' ? undefined : valueAt(payload, field);
	const key = typeof value === 'number' ? String(value) : value;
	return typeof key === 'string' && key !== '' ? key : hashBytes(rawBody);
}

/**
 * Builds the key under which n8n records an event. It contains the kind, since other kinds may have the same value in
 * the same field. It also contains how the event was verified, so that nobody with the token alone can make a signed
 * event look repeated.
 */
export const buildSeenKey = ({ verified, event, deliveryKey }: IDataObject): string =>
	hashBytes(Buffer.from(JSON.stringify([verified, event, deliveryKey])));

/**
 * Adds to each item the call, the message or the chat that its event is about, beside the payload. The output panel
 * says which fields are absent although the event may have them.
 */
export function addRecords(
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	{ fieldPaths }: TriggerSettings,
): INodeExecutionData[] {
	return items.map((item) => {
		const { event, messageIndex: _, ...others } = item.json;
		const read = readEventRecord(String(event), getOwnPayload(item.json), fieldPaths);
		if (!read) return item;
		if (read.unclearFields.length > 0) {
			context.addExecutionHints({ message: describeUnclear(read.unclearFields), location: 'outputPane' });
		}
		return { ...item, json: { event, [read.recordType]: read.record, ...others } };
	});
}

function describeUnclear(fields: UnclearField[]): string {
	const reasons = fields.map(({ field, reason }) => `${field} (${reason})`).join(', ');
	return `The payload leaves open what belongs in some fields, so they are absent: ${reasons}. To name the right field of the payload, add 'Field Paths' to the options of this node.`;
}

/** Returns an expression that the editor evaluates: it gives one of the texts of each selected event. */
const selectedTexts = (text: 'name' | 'outputLabel'): string => {
	const texts = Object.fromEntries(EVENTS.map((event) => [event.value, event[text]]));
	return `[$parameter["events"] ?? []].flat().map((event) => (${JSON.stringify(texts)})[event] ?? event)`;
};

/** The names of the selected events. */
export const SELECTED_NAMES = selectedTexts('name');

/**
 * The trigger's outputs, as an expression that the editor evaluates: one for all events, or one for each selected
 * event in the order of selection and, when unknown events are passed on, a last one for those. An expression may
 * give a switch as text, as `readBoolean` takes it.
 */
export const OUTPUTS =
	`={{ ["true", "1"].includes(String($parameter["options"]?.["separateOutputs"]).trim().toLowerCase())
	? [
		...${selectedTexts('outputLabel')},
		...(String($parameter["options"]["unknownEvents"]).trim() === "passOn" ? ["Unknown"] : []),
	].map((displayName) => ({ type: "main", displayName }))
	: ["main"] }}` as const;

/** Puts each item at the output of its event. */
export function splitByEvent(
	items: INodeExecutionData[],
	{ events, separateOutputs, unknownEvents }: TriggerSettings,
): INodeExecutionData[][] {
	if (!separateOutputs) return [items];
	const kinds = unknownEvents === 'passOn' ? [...events, 'unknown'] : events;
	return kinds.map((kind) => items.filter(({ json }) => json.event === kind));
}
