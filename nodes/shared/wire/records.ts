import type { IDataObject } from 'n8n-workflow';

/**
 * An attachment of a message; `url` is signed on every request and valid for 24 hours (interface section 2).
 */
export interface MediaItem extends IDataObject {
	url: string;
	mime_type: string;
	kind: string;
	caption: string | null;
}

/** A message as list-messages shows it (interface section 2, the subset); it does not name the channel. */
export interface ListedMessage extends IDataObject {
	id: string;
	from_number: string;
	to_number: string;
	direction: 'inbound' | 'outbound';
	/** ISO 8601. */
	created_at: string;
}

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

/** A message as get-message answers it (interface section 2). Timestamps are ISO 8601. */
export interface Message extends IDataObject {
	id: string;
	thread_id: string;
	from_number: string;
	to_number: string;
	body: string;
	direction: 'inbound' | 'outbound';
	status: 'pending' | 'sent' | 'delivered' | 'undelivered' | 'failed';
	media: MediaItem[];
}
