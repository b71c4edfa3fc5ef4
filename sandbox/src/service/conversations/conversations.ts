import { keepDigits } from '../http/values.ts';
import type { Message } from '../messages/message.ts';
import type { App } from '../plugin.ts';

export const CONVERSATION_TABLES = `
	CREATE TABLE IF NOT EXISTS last_inbound (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		channel TEXT NOT NULL,
		contact TEXT NOT NULL,
		service TEXT NOT NULL,
		at TEXT NOT NULL,
		text TEXT NOT NULL,
		copies INTEGER NOT NULL,
		UNIQUE (channel, contact, service)
	) STRICT;
	CREATE TABLE IF NOT EXISTS sent_metadata (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		message_id TEXT NOT NULL UNIQUE,
		contact TEXT NOT NULL,
		service TEXT NOT NULL,
		metadata TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS sent_metadata_by_contact ON sent_metadata (contact, service, seq);
`;

/** Matches conversations in which nothing arrived for a day, so that their contact cannot be written to (section 8). */
export const QUIET = "at < (SELECT strftime('%Y-%m-%dT%H:%M:%fZ', max(at), '-1 day') FROM last_inbound)";

/**
 * Matches metadata that a reply no longer echoes, since a later message to the contact carried some, or since the
 * conversation is forgotten.
 */
export const SUPERSEDED = `(EXISTS (
	SELECT 1 FROM sent_metadata AS later
	WHERE later.contact = sent_metadata.contact AND later.service = sent_metadata.service
		AND later.seq > sent_metadata.seq
) OR NOT EXISTS (
	SELECT 1 FROM last_inbound
	WHERE channel = 'chatapp' AND last_inbound.contact = sent_metadata.contact
		AND last_inbound.service = sent_metadata.service
))`;

/** The last message from a contact to a service number. */
interface LastInbound {
	/** The time of its arrival, as the interface formats times. */
	readonly at: string;
	readonly text: string;
	/** The number of messages in a row, including this one, with this text. */
	readonly copies: number;
}

/**
 * Keeps the data about conversations that is still needed when their messages have been deleted: one row for
 * each contact, number and channel, however many messages there are. Methods that change something are to be
 * called within a transaction.
 */
export class Conversations {
	readonly #app: Pick<App, 'database'>;

	constructor(app: Pick<App, 'database'>) {
		this.#app = app;
	}

	/** Takes note of a stored message. */
	note(message: Message): void {
		if (message.direction === 'inbound') this.#noteInbound(message);
		else if (message.metadata !== null && message.status !== 'failed') this.#noteMetadata(message);
	}

	/**
	 * Returns the last message from a number to a service number on a channel; the numbers may be formatted in
	 * any way.
	 */
	findLastInbound(channel: Message['channel'], from: string, to: string): LastInbound | undefined {
		return this.#app.database.get(
			'SELECT at, text, copies FROM last_inbound WHERE channel = ? AND contact = ? AND service = ?',
			channel,
			keepDigits(from),
			keepDigits(to),
		);
	}

	/**
	 * Returns the metadata of the last message to a contact that carried some and has not failed (section 4,
	 * send-chatapp-message).
	 */
	findMetadata(from: string, to: string): Message['metadata'] {
		const last = this.#app.database.get<{ metadata: string }>(
			'SELECT metadata FROM sent_metadata WHERE contact = ? AND service = ? ORDER BY seq DESC LIMIT 1',
			keepDigits(to),
			keepDigits(from),
		);
		return last === undefined ? null : (JSON.parse(last.metadata) as Message['metadata']);
	}

	/**
	 * Discards the metadata of a message that has failed after all, so that the metadata of the one before it
	 * counts again.
	 */
	withdrawMetadata(messageId: string): void {
		this.#app.database.run('DELETE FROM sent_metadata WHERE message_id = ?', messageId);
	}

	#noteInbound({ channel, from_number, to_number, body, created_at }: Message): void {
		this.#app.database.run(
			`INSERT INTO last_inbound (channel, contact, service, at, text, copies) VALUES (?, ?, ?, ?, ?, 1)
			ON CONFLICT DO UPDATE SET at = excluded.at, text = excluded.text,
				copies = iif(text = excluded.text, copies + 1, 1)`,
			channel,
			keepDigits(from_number),
			keepDigits(to_number),
			created_at,
			body.trim(),
		);
	}

	#noteMetadata({ id, from_number, to_number, metadata }: Message): void {
		this.#app.database.insert('sent_metadata', {
			message_id: id,
			contact: keepDigits(to_number),
			service: keepDigits(from_number),
			metadata: JSON.stringify(metadata),
		});
	}
}
