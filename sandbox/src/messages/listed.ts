import type { Database } from '../database/database.ts';
import type { MediaLinks } from '../media/links.ts';
import type { Attachment } from './message.ts';
import { toMediaItems } from './record.ts';

const isoTimeOf = (milliseconds: string) =>
	`strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch')`;

/**
 * A message as list-messages shows it (section 2, the subset), as JSON: an SQL expression over a row. The database keeps it
 * with the row, since pages are read far more often than messages change. The links of its media are missing (null): they
 * are signed on every request.
 */
export const LISTED_JSON = `json_object(
	'id', id,
	'thread_id', thread_id,
	'from_number', from_number,
	'to_number', to_number,
	'body', body,
	'direction', direction,
	'status', status,
	'is_ai_generated', json(iif(is_ai_generated, 'true', 'false')),
	'created_at', ${isoTimeOf('created_at')},
	'media', json(iif(media = '[]', '[]', 'null')),
	'delivery_error', iif(delivery_error IS NULL, NULL, json_object(
		'code', delivery_error ->> 'code',
		'reason', delivery_error ->> 'reason',
		'at', ${isoTimeOf("(delivery_error ->> 'at')")}
	))
)`;

/**
 * Of a page of rows: their records as JSON with commas between, in UTF-8, and their number. One value for the whole page
 * and no text made of it: most of the time of a listing went into turning texts to and from UTF-8.
 */
export const PAGE_COLUMNS = `
	CAST(group_concat(iif(media = '[]', listed, with_media(listed, media)), ',' ORDER BY created_at DESC, seq DESC) AS BLOB)
		AS records,
	count(*) AS count`;

/** A page by {@link PAGE_COLUMNS}; `records` is null when there is none. */
export interface ListedPage {
	readonly records: Uint8Array | null;
	readonly count: number;
}

/** Teaches the database to sign the media links of a record; before {@link PAGE_COLUMNS} is used. */
export function defineMediaSigning(database: Database, links: MediaLinks): void {
	database.define('with_media', (listed = '', media = '') => {
		const items = toMediaItems(JSON.parse(media) as Attachment[], links);
		return JSON.stringify({ ...(JSON.parse(listed) as object), media: items });
	});
}
