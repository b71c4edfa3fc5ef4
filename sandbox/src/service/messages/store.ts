import type { SQLInputValue } from 'node:sqlite';
import { buildWhere } from '../database/database.ts';
import { Records, recordTable } from '../database/records.ts';
import { keepDigits } from '../http/values.ts';
import { isoTime } from '../time.ts';
import type { Message, NewMessage } from './message.ts';

/** The data of conversations that outlive their messages: one row for each contact, number and channel. */
const CONVERSATION_TABLES = `
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

export const MESSAGE_TABLES = `
	${recordTable('messages')}
	${CONVERSATION_TABLES}

	CREATE TABLE IF NOT EXISTS message_index (
		created_at TEXT NOT NULL,
		seq INTEGER NOT NULL,
		channel TEXT NOT NULL,
		direction TEXT NOT NULL,
		contact TEXT NOT NULL,
		service TEXT NOT NULL,
		text TEXT NOT NULL,
		PRIMARY KEY (created_at, seq)
	) STRICT, WITHOUT ROWID;
	CREATE INDEX IF NOT EXISTS message_index_by_contact ON message_index (contact);
	CREATE INDEX IF NOT EXISTS message_index_by_service ON message_index (service);
`;
/** The text is folded, with the numbers behind it. */
const ADD_TO_INDEX = `
	INSERT INTO message_index (created_at, seq, channel, direction, contact, service, text)
	VALUES (?, ?, ?, ?, ?, ?, fold(?))`;

/** The filters of a list; times in milliseconds, `after` inclusive, `before` exclusive. */
interface MessageFilter {
	direction?: Message['direction'] | undefined;
	channel?: Message['channel'] | undefined;
	/** A part of the text, in any letter case, or of a number. */
	search?: string | undefined;
	/** Matches the sender or the recipient, however the number is formatted. */
	phoneNumber?: string | undefined;
	after?: number | undefined;
	before?: number | undefined;
	/** Only those that were stored after the message with this `seq`. */
	afterSeq?: number | undefined;
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, seq DESC';
const NOT_FAILED = "direction = 'outbound' AND record ->> 'status' NOT IN ('failed', 'undelivered')";

/**
 * The account's messages of both channels. They are found by a narrow table beside the records. What a conversation
 * needs of its last messages is kept in further tables, since the messages themselves are deleted in time.
 */
export class Messages extends Records<Message, 'clock' | 'ids'> {
	#onCreated: (message: Message) => void = () => undefined;

	/** Calls `react` with each message, within the transaction that stores it. */
	onCreated(react: (message: Message) => void): void {
		this.#onCreated = react;
	}

	/** Stores a message. To be called within a transaction. */
	create(fresh: NewMessage): Message {
		const { clock, ids } = this.app;
		const createdAt = fresh.created_at ?? clock.stamp();
		const [from, to] = [keepDigits(fresh.from_number), keepDigits(fresh.to_number)];
		const message = this.add({
			id: ids.uuid('message'),
			contact_id: ids.named(`contact ${fresh.direction === 'inbound' ? from : to}`),
			// Section 2: two numbers have one thread id, whatever the direction, the channel and the formatting.
			thread_id: ids.named(`thread ${[from, to].sort().join(' ')}`),
			is_ai_generated: false,
			sent_at: createdAt,
			created_at: createdAt,
			message_sid: null,
			delivered_at: null,
			sentiment: null,
			agent_id: null,
			translation: null,
			media: [],
			delivery_error: null,
			metadata: null,
			...fresh,
		});
		this.#onCreated(message);
		return message;
	}

	/** Finds a message by its own id or by that of the carrier or provider. */
	findByAnyId(id: string): Message | undefined {
		return this.find(id) ?? this.listBy('message_sid', id)[0];
	}

	/**
	 * Finds the last message from a number to a service number on a channel; the numbers may be formatted in any way.
	 */
	findLastInbound(channel: Message['channel'], from: string, to: string): LastInbound | undefined {
		return this.app.database.get(
			'SELECT at, text, copies FROM last_inbound WHERE channel = ? AND contact = ? AND service = ?',
			channel,
			keepDigits(from),
			keepDigits(to),
		);
	}

	/**
	 * Finds the metadata of the last message to a contact that carried some and has not failed (section 4,
	 * send-chatapp-message).
	 */
	findSentMetadata(from: string, to: string): Message['metadata'] {
		const last = this.app.database.get<{ metadata: string }>(
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
		this.app.database.run('DELETE FROM sent_metadata WHERE message_id = ?', messageId);
	}

	/** Finds the last outbound message that has not failed. */
	findLastOutbound(): Message | undefined {
		return this.select(
			`WHERE seq = (
				SELECT seq FROM message_index JOIN messages USING (seq) WHERE ${NOT_FAILED} ${NEWEST_FIRST} LIMIT 1
			)`,
		)[0];
	}

	/** Returns a page of the matching messages, newest first, and their total number. */
	page(filter: MessageFilter, limit: number, offset: number): { messages: Message[]; total: number } {
		const { direction, phoneNumber, channel, search, after, before, afterSeq } = filter;
		const { where, values } = buildWhere({
			'direction = ?': direction,
			'(contact = ? OR service = ?)': phoneNumber && keepDigits(phoneNumber),
			'channel = ?': channel,
			'instr(text, fold(?))': search,
			'created_at >= ?': after === undefined ? undefined : isoTime(after),
			'created_at < ?': before === undefined ? undefined : isoTime(before),
			'seq > ?': afterSeq,
		});
		const found = this.app.database.all<{ record: string }>(
			`SELECT record FROM (SELECT created_at, seq FROM message_index ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?)
			JOIN messages USING (seq) ${NEWEST_FIRST}`,
			...values,
			limit,
			offset,
		);
		const messages = found.map(({ record }) => JSON.parse(record) as Message);
		// On the last page the number is known without counting, which would search all texts again.
		const isLast = messages.length < limit && (messages.length > 0 || offset === 0);
		return { messages, total: isLast ? offset + messages.length : this.#countFound(where, values) };
	}

	protected override store(message: Message): number {
		const seq = super.store(message);
		const { created_at, channel, direction, from_number, to_number, body } = message;
		const [from, to] = [keepDigits(from_number), keepDigits(to_number)];
		const [contact, service] = direction === 'inbound' ? [from, to] : [to, from];
		const text = [body, from_number, to_number].join('\n');
		this.app.database.run(ADD_TO_INDEX, created_at, seq, channel, direction, contact, service, text);
		if (direction === 'inbound') this.#noteInbound(message, contact, service);
		else if (message.metadata !== null && message.status !== 'failed') {
			this.app.database.insert('sent_metadata', {
				message_id: message.id,
				contact,
				service,
				metadata: JSON.stringify(message.metadata),
			});
		}
		return seq;
	}

	#noteInbound({ channel, body, created_at }: Message, contact: string, service: string): void {
		this.app.database.run(
			`INSERT INTO last_inbound (channel, contact, service, at, text, copies) VALUES (?, ?, ?, ?, ?, 1)
			ON CONFLICT DO UPDATE SET at = excluded.at, text = excluded.text,
				copies = iif(text = excluded.text, copies + 1, 1)`,
			channel,
			contact,
			service,
			created_at,
			body.trim(),
		);
	}

	protected override erase(seq: number, message: Message): void {
		super.erase(seq, message);
		const sql = 'DELETE FROM message_index WHERE created_at = ? AND seq = ?';
		this.app.database.run(sql, message.created_at, seq);
	}

	#countFound(where: string, values: readonly SQLInputValue[]): number {
		const sql = `SELECT count(*) AS total FROM message_index ${where}`;
		return this.app.database.get<{ total: number }>(sql, ...values)?.total ?? 0;
	}
}
