import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { type EventRecord, parseCall, parseChat } from '../events/eventRecord';
import { CHAT_APP_RECEIVED, EVENTS, type VoiceAgentEvent } from '../events/events';
import type { FieldPaths, UnclearField } from '../events/fieldFinder';
import { hasNoMessage, unbundle } from '../events/payloadFields';
import { parseEventMessage, toMessageItem } from '../messages/message';
import { toChatInput } from '../messages/transcript';
import { formatTime } from '../text/time';
import { toDeliveryKey } from './seenEvents';
import type { TriggerSettings } from './settings';

/** An event that certainly comes from the service. */
export interface AuthenticEvent {
	rawBody: Buffer;
	payload: unknown;
	/** Undefined if this version does not know the kind. */
	kind: VoiceAgentEvent | undefined;
	verified: 'signature' | 'token';
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

/** The items that an event starts the workflow with, or the reason why it starts none. */
interface EventStart {
	/** The items with which the workflow starts: one for each message that the event bundles. */
	items: EventItem[];
	/** The reason why there are none, for the sender's log of deliveries. */
	ignored?: string;
	isKnown: boolean;
}

/** Says with which items an event starts the workflow, in `webhook()`. */
export function toStart(event: AuthenticEvent, settings: TriggerSettings): EventStart {
	const { payload } = event;
	const isKnown =
		event.kind !== undefined &&
		(event.kind !== CHAT_APP_RECEIVED || hasMessage(payload, settings.fieldPaths));
	const kind = isKnown ? event.kind : undefined;
	const ignored = findReasonToIgnore(kind, settings);
	return ignored === undefined
		? { items: toItems({ ...event, kind }, settings), isKnown }
		: { items: [], ignored, isKnown };
}

function findReasonToIgnore(
	kind: VoiceAgentEvent | undefined,
	{ events, unknownEvents }: TriggerSettings,
): string | undefined {
	if (kind === undefined) {
		return unknownEvents === 'passOn' ? undefined : 'the event is of a kind that this trigger does not know';
	}
	return events.includes(kind) ? undefined : `${kind} is not among this trigger's events`;
}

/** The fields that make an event the event of a message, if it has one of them or may have it. */
const MESSAGE_FIELDS = ['id', 'contact', 'text', 'media'] as const;

/**
 * Tells whether the event of a chat app is about a message. The URL with the token also gets others, such as those about
 * the statuses of messages, templates and the account.
 */
function hasMessage(payload: unknown, paths: FieldPaths): boolean {
	if (hasNoMessage(payload)) return false;
	return unbundle(payload).some((one) => {
		const parsed = parseEventMessage({ event: CHAT_APP_RECEIVED, payload: one }, paths);
		const item = parsed ? toMessageItem(parsed.message) : {};
		const unclear = parsed?.unclearFields.map(({ field }) => field) ?? [];
		return MESSAGE_FIELDS.some(
			(name) => item[name] !== undefined || (name !== 'id' && unclear.includes(`message.${name}`)),
		);
	});
}

function toItems(
	{ kind, payload, rawBody, verified }: AuthenticEvent,
	{ deduplicationField }: TriggerSettings,
): EventItem[] {
	const deliveryKey = toDeliveryKey(rawBody, payload, deduplicationField);
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

/** Returns the items of `execute()` at the outputs of their events, each with the record that its event is about. */
export const toOutputs = (
	context: IExecuteFunctions,
	items: INodeExecutionData[],
	settings: TriggerSettings,
): INodeExecutionData[][] => splitByEvent(addRecords(context, items, settings), settings);

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
		const parsed = parseEventRecord(String(event), getOwnPayload(item.json), fieldPaths);
		if (!parsed) return item;
		if (parsed.unclearFields.length > 0) {
			context.addExecutionHints({
				message: describeUnclear(parsed.unclearFields),
				location: 'outputPane',
			});
		}
		const { recordType, record, chatInput } = parsed;
		const fields = { [recordType]: record, ...(chatInput !== undefined && { chatInput }) };
		return { ...item, json: { event, ...fields, ...others } };
	});
}

/**
 * Parses the call, the message or the chat that an event is about.
 * @param event The kind of the event.
 * @returns undefined if the kind is unknown.
 */
export function parseEventRecord(
	event: string,
	payload: unknown,
	paths?: FieldPaths,
): EventRecord | undefined {
	if (event === 'call.completed') return parseCall(payload, paths);
	if (event === 'chat.session.completed') return parseChat(payload, paths);
	const parsed = parseEventMessage({ event, payload }, paths);
	return (
		parsed && {
			recordType: 'message',
			record: toMessageItem(parsed.message),
			unclearFields: parsed.unclearFields,
			...toChatInput([parsed.message]),
		}
	);
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
 * give a switch as text, as `parseBooleanValue` takes it.
 */
export const OUTPUTS =
	`={{ ["true", "1"].includes(String($parameter["options"]?.["separateOutputs"]).trim().toLowerCase())
	? [
		...${selectedTexts('outputLabel')},
		...(String($parameter["options"]["unknownEvents"]).trim() === "passOn" ? ["Unknown"] : []),
	].map((displayName) => ({ type: "main", displayName }))
	: ["main"] }}` as const;

/** Puts each item at the output of its event. */
function splitByEvent(
	items: INodeExecutionData[],
	{ events, separateOutputs, unknownEvents }: TriggerSettings,
): INodeExecutionData[][] {
	if (!separateOutputs) return [items];
	const kinds = unknownEvents === 'passOn' ? [...events, 'unknown'] : events;
	return kinds.map((kind) => items.filter(({ json }) => json.event === kind));
}
