import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { CHAT_APP_RECEIVED, type VoiceAgentEvent } from '../events/events';
import type { FieldPaths } from '../events/fieldFinder';
import { hasNoMessage, unbundle } from '../events/payloadFields';
import { parseEventMessage } from '../messages/eventMessage';
import { valueAt } from '../text/fieldPath';
import { formatTime } from '../text/time';
import type { TriggerSettings } from './settings';

/** An event that certainly comes from the service. */
export interface AuthenticEvent {
	rawBody: Buffer;
	payload: unknown;
	/** Undefined if this version does not know the kind. */
	kind: VoiceAgentEvent | undefined;
	verified: 'signature' | 'token';
}

/** An event, or one of the messages that it bundles, in the JSON of the item that `webhook()` hands to `execute()`. */
export interface EventItem extends IDataObject {
	event: VoiceAgentEvent | 'unknown';
	/** The parsed body, or as text if it is not JSON. */
	payload: IDataObject;
	/** ISO 8601. */
	receivedAt: string;
	/** Identifies the event; retries and replays have the same. */
	deliveryKey: string;
	verified: AuthenticEvent['verified'];
	/** The position of the item's message among those of the event, from 0 on, if it bundles several. */
	messageIndex?: number;
	/** True if the process that received the event had received it before. */
	isCopy?: boolean;
}

/**
 * Returns the kind of an event, as far as the trigger can work with it. The URL with the token also gets events of the
 * chat app without a message, such as those about the statuses of messages, templates and the account.
 */
export const findUsableKind = (
	{ kind, payload }: AuthenticEvent,
	{ fieldPaths }: Pick<TriggerSettings, 'fieldPaths'>,
): VoiceAgentEvent | undefined =>
	kind === CHAT_APP_RECEIVED && !hasMessage(payload, fieldPaths) ? undefined : kind;

/** The fields that make an event the event of a message, if it has one of them. */
const MESSAGE_FIELDS = ['id', 'contact', 'text', 'media'] as const;

/** The fields that make it one even if their value is unclear. The ID is none of them: an unclear one may be the event's. */
const UNCLEAR_MESSAGE_FIELDS = ['message.contact', 'message.text', 'message.media'];

function hasMessage(payload: unknown, paths: FieldPaths): boolean {
	if (hasNoMessage(payload)) return false;
	return unbundle(payload).some((one) => {
		const parsed = parseEventMessage({ event: CHAT_APP_RECEIVED, payload: one }, paths);
		return (
			MESSAGE_FIELDS.some((name) => parsed?.record[name] !== undefined) ||
			parsed?.unclearFields.some(({ field }) => UNCLEAR_MESSAGE_FIELDS.includes(field))
		);
	});
}

/** Returns an event as the items with which it starts the workflow: one for each message that it bundles. */
export function toEventItems(
	{ kind, payload, rawBody, verified }: AuthenticEvent,
	deduplicationField: string,
): EventItem[] {
	const deliveryKey = toDeliveryKey(rawBody, payload, deduplicationField);
	const received: EventItem = {
		event: kind ?? 'unknown',
		payload: (payload ?? rawBody.toString('utf8')) as IDataObject,
		receivedAt: formatTime(Date.now()),
		deliveryKey,
		verified,
	};
	const messages = kind === CHAT_APP_RECEIVED ? unbundle(payload) : [payload];
	if (messages.length === 1) return [received];
	return messages.map((_, messageIndex) => ({
		...received,
		deliveryKey: `${deliveryKey}#${messageIndex + 1}`,
		messageIndex,
	}));
}

/** Returns the payload of an item without the other messages that its event bundles. */
export const getOwnPayload = ({ payload, messageIndex }: IDataObject): unknown =>
	typeof messageIndex === 'number' ? unbundle(payload)[messageIndex] : payload;

const hash = (data: Buffer | string): string => createHash('sha256').update(data).digest('hex');

/** The longest value of a field that is a key as it is, in characters: processes keep thousands of keys. */
export const MAX_KEY_LENGTH = 200;

/**
 * Returns the key that identifies an event: the string or number in the field that the user has chosen, or the hash of
 * the body, since a retry and a replay repeat the body verbatim.
 * @param field A path such as `data.id`; empty if the user has chosen none.
 */
export function toDeliveryKey(rawBody: Buffer, payload: unknown, field: string): string {
	const value = field === '' ? undefined : valueAt(payload, field);
	const key = typeof value === 'number' ? String(value) : value;
	if (typeof key !== 'string' || key === '') return hash(rawBody);
	return key.length > MAX_KEY_LENGTH ? hash(key) : key;
}
