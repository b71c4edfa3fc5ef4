import type { IDataObject } from 'n8n-workflow';

import { isRecord } from '../text/json';

/** A message as list-messages shows it, with fewer fields than get-message has. It does not name the channel. */
export interface ListedMessage extends IDataObject {
	id: string;
	from_number: string;
	to_number: string;
	direction: 'inbound' | 'outbound';
	/** ISO 8601. */
	created_at: string;
}

/** Tells whether a message will not arrive. */
export const hasFailed = ({ status }: IDataObject | { status?: string }): boolean =>
	status === 'failed' || status === 'undelivered';

/** The fields of a listed message that Simplify keeps. */
export const SIMPLIFIED_LISTED_MESSAGE = [
	'id',
	'thread_id',
	'direction',
	'from_number',
	'to_number',
	'body',
	'status',
	'created_at',
	'media',
	'delivery_error',
] as const;

/**
 * Tells whether a number of the account can make calls. If the service names no capabilities, only a call shows it.
 */
export const canCall = ({ capabilities }: IDataObject): boolean =>
	!isRecord(capabilities) || capabilities.voice !== false;

/** Returns the fields that Simplify keeps, as far as the service sent them. */
export const simplify = (record: IDataObject, fields: readonly string[]): IDataObject =>
	Object.fromEntries(
		fields.filter((field) => Object.hasOwn(record, field)).map((field) => [field, record[field]]),
	);
