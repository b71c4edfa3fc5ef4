import { createHash } from 'crypto';
import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../text/fieldPath';

/** Returns the hash of a body. It identifies the event, since a retry and a replay repeat the body verbatim. */
export const hashBytes = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Returns the key that identifies an event: the string or number in the field that the user has chosen, or the hash of
 * the body.
 * @param field A path such as `data.id`; empty if the user has chosen none.
 */
export function toDeliveryKey(rawBody: Buffer, payload: unknown, field: string): string {
	const value = field === '' ? undefined : valueAt(payload, field);
	const key = typeof value === 'number' ? String(value) : value;
	return typeof key === 'string' && key !== '' ? key : hashBytes(rawBody);
}

/**
 * Builds the key under which n8n records an event. It contains the kind, since other kinds may have the same value in
 * the same field. It also contains how the event was verified, so that nobody with the token alone can make a signed
 * event look repeated.
 */
export const toSeenKey = ({ verified, event, deliveryKey }: IDataObject): string =>
	hashBytes(Buffer.from(JSON.stringify([verified, event, deliveryKey])));
