import type { IDataObject } from 'n8n-workflow';

/** A message as list-messages shows it (interface section 2, the subset); it does not name the channel. */
export interface ListedMessage extends IDataObject {
	id: string;
	from_number: string;
	to_number: string;
	direction: 'inbound' | 'outbound';
	/** ISO 8601. */
	created_at: string;
}

/** Tells if a message will not arrive (interface section 3, message status). */
export const hasFailed = ({ status }: ListedMessage): boolean =>
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
