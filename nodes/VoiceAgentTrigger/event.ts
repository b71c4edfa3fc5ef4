import { createHash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../shared/text/fieldPath';
import { decodeBody } from '../shared/webhook/requestBody';
import type { VoiceAgentEvent } from '../shared/wire/events';
import type { TriggerSettings } from './settings';

/** An event that certainly comes from the service. */
export interface AuthenticEvent {
	rawBody: Buffer;
	payload: unknown;
	/** Undefined if this version does not know the kind. */
	kind: VoiceAgentEvent | undefined;
	verified: 'signature' | 'token';
}

/**
 * The reason why an event does not start the workflow, for the sender's
 * log of deliveries; undefined if it does.
 */
export function reasonToIgnore(
	{ kind }: AuthenticEvent,
	{ events, unknownEvents }: TriggerSettings,
): string | undefined {
	if (kind === undefined) {
		return unknownEvents === 'passOn' ? undefined : 'the event is of a kind that this trigger does not know';
	}
	return events.includes(kind) ? undefined : `${kind} is not among this trigger's events`;
}

/** The item with which the workflow starts. */
export const toItem = (
	{ kind, payload, rawBody, verified }: AuthenticEvent,
	{ deduplicationField }: TriggerSettings,
) => ({
	event: kind ?? 'unknown',
	payload: (payload ?? rawBody.toString('utf8')) as IDataObject,
	receivedAt: new Date().toISOString(),
	deliveryKey: readDeliveryKey(rawBody, payload, deduplicationField),
	verified,
});

/** A retry and a replay repeat the body verbatim (interface section 6), so its hash identifies the event. */
export const hashText = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('hex');

/**
 * Reads the key that identifies an event: the text or number in the field that the
 * user has chosen, or the hash of the body.
 * @param field A path such as `data.id`; empty if the user has chosen none.
 */
export function readDeliveryKey(rawBody: Buffer, payload: unknown, field: string): string {
	const value = field === '' ? undefined : valueAt(payload, field);
	const key = typeof value === 'number' ? readExactNumber(value, rawBody, field) : value;
	return typeof key === 'string' && key !== '' ? key : hashText(rawBody);
}

/** As JSON.parse hands it to a reviver from Node 21 on; TypeScript does not know the third argument yet. */
type ReviverWithSource = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * A number as a text. Beyond 2^53 different numbers become one when they are parsed, so those are read from
 * the body itself; undefined where Node cannot do that.
 */
function readExactNumber(value: number, rawBody: Buffer, path: string): string | undefined {
	if (Number.isSafeInteger(value)) return String(value);
	const numbersAsText: ReviverWithSource = (_, parsed, context) =>
		typeof parsed === 'number' ? (context?.source ?? parsed) : parsed;
	const digits = valueAt(JSON.parse(decodeBody(rawBody), numbersAsText), path);
	return typeof digits === 'string' ? digits : undefined;
}

/**
 * The key under which n8n records an event: apart from other kinds of event, which may hold the same value in
 * the same field, and signed ones apart from those with a token, so that the token is not enough to make a
 * signed event look repeated.
 */
export const buildSeenKey = ({ verified, event, deliveryKey }: IDataObject): string =>
	hashText(Buffer.from(JSON.stringify([verified, event, deliveryKey])));
