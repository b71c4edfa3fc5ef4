import { createHash } from 'crypto';

import type { IDataObject } from 'n8n-workflow';

import { valueAt } from '../shared/fieldPath';
import { textOf } from './payload';

/** A retry and a replay repeat the body verbatim (interface section 6), so its hash identifies the event. */
export const hashText = (rawBody: Buffer): string => createHash('sha256').update(rawBody).digest('hex');

/**
 * What identifies an event: the text or number in the field that the user has chosen, or the hash of the body when there is none.
 * @param field A path such as `data.id`; empty for none.
 */
export function readDeliveryKey(rawBody: Buffer, payload: unknown, field: unknown): string {
	const path = typeof field === 'string' ? field.trim() : '';
	const value = path === '' ? undefined : valueAt(payload, path);
	const key = typeof value === 'number' ? digitsOf(value, rawBody, path) : value;
	return typeof key === 'string' && key !== '' ? key : hashText(rawBody);
}

/** As JSON.parse hands it to a reviver from Node 21 on; TypeScript does not know the third argument yet. */
type ReviverWithSource = (key: string, value: unknown, context?: { source?: string }) => unknown;

/**
 * A number as a text. Beyond 2^53 different numbers become one when they are parsed, so those are read from the body itself;
 * undefined where Node cannot do that.
 */
function digitsOf(value: number, rawBody: Buffer, path: string): string | undefined {
	if (Number.isSafeInteger(value)) return String(value);
	const numbersAsText: ReviverWithSource = (_, parsed, context) =>
		typeof parsed === 'number' ? (context?.source ?? parsed) : parsed;
	const digits = valueAt(JSON.parse(textOf(rawBody), numbersAsText), path);
	return typeof digits === 'string' ? digits : undefined;
}

/**
 * The key under which n8n records an event: apart from other kinds of event, which may hold the same value in the same field, and
 * signed ones apart from those with a token, so that nobody with the token can make a signed event look repeated.
 */
export const buildSeenKey = ({ verified, event, deliveryKey }: IDataObject): string =>
	hashText(Buffer.from(JSON.stringify([verified, event, deliveryKey])));
