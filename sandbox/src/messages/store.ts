import { isoTime } from '../clock/clock.ts';
import { Records } from '../database/records.ts';
import { whereOf } from '../database/where.ts';
import { digitsOf } from '../http/values.ts';
import { type Message, type NewMessage } from './message.ts';

export const MESSAGE_TABLES = `
	CREATE TABLE IF NOT EXISTS messages (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		record TEXT NOT NULL,
		channel TEXT AS (record ->> 'channel'),
		direction TEXT AS (record ->> 'direction'),
		status TEXT AS (record ->> 'status'),
		created_at TEXT AS (record ->> 'created_at'),
		from_digits TEXT AS (ltrim(record ->> 'from_number', '+')),
		to_digits TEXT AS (ltrim(record ->> 'to_number', '+')),
		contact TEXT AS (iif(direction = 'inbound', from_digits, to_digits))
	) STRICT;
	CREATE INDEX IF NOT EXISTS messages_by_time ON messages (created_at, seq);
	CREATE INDEX IF NOT EXISTS messages_by_channel ON messages (channel, created_at, seq);
	CREATE INDEX IF NOT EXISTS messages_by_direction ON messages (direction, created_at, seq);
	CREATE INDEX IF NOT EXISTS messages_by_sender ON messages (from_digits);
	CREATE INDEX IF NOT EXISTS messages_by_recipient ON messages (to_digits);
	CREATE INDEX IF NOT EXISTS messages_by_contact ON messages (contact, created_at);

	CREATE TABLE IF NOT EXISTS message_texts (
		created_at TEXT NOT NULL,
		seq INTEGER NOT NULL,
		channel TEXT NOT NULL,
		direction TEXT NOT NULL,
		text TEXT NOT NULL,
		PRIMARY KEY (created_at, seq)
	) STRICT, WITHOUT ROWID;
`;
/** Adds the last message to the texts that are searched, in which its text is in lower case beside its numbers. */
const ADD_TEXT = `
	INSERT INTO message_texts
	SELECT created_at, seq, channel, direction,
		concat_ws(char(10), lower(record ->> 'body'), record ->> 'from_number', record ->> 'to_number')
	FROM messages WHERE id = ?`;

interface SearchFilter {
	direction?: Message['direction'] | undefined;
	channel?: Message['channel'] | undefined;
}

/** The filters of list-messages; times in milliseconds, `after` inclusive, `before` exclusive. */
interface MessageFilter extends SearchFilter {
	/** Matches the sender or the recipient, however the number is formatted. */
	phoneNumber?: string | undefined;
	after?: number | undefined;
	before?: number | undefined;
}

interface MessagePage {
	readonly messages: Message[];
	readonly total: number;
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, seq DESC';
const NOT_FAILED = "direction = 'outbound' AND status NOT IN ('failed', 'undelivered')";

/** The account's messages of both channels. */
export class Messages extends Records<Message, 'clock' | 'ids'> {
	/** Stores a message. To be called within a write. */
	create(fresh: NewMessage): Message {
		const { clock, ids } = this.app;
		const createdAt = fresh.created_at ?? clock.stamp();
		const [from, to] = [digitsOf(fresh.from_number), digitsOf(fresh.to_number)];
		return this.add({
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
	}

	override add(message: Message): Message {
		const added = super.add(message);
		this.app.database.run(ADD_TEXT, message.id);
		return added;
	}

	override forget(seq: number): void {
		this.app.database.run(
			'DELETE FROM message_texts WHERE seq = ?1 AND created_at = (SELECT created_at FROM messages WHERE seq = ?1)',
			seq,
		);
		super.forget(seq);
	}

	/** Finds a message by its own id or by that of the carrier or provider. */
	findByAnyId(id: string): Message | undefined {
		return this.find(id) ?? this.listBy('message_sid', id)[0];
	}

	/** Finds the last outbound message that has not failed. */
	findLastOutbound(): Message | undefined {
		return this.select(`WHERE ${NOT_FAILED} ${NEWEST_FIRST} LIMIT 1`)[0];
	}

	/** Returns a page of the matching messages, newest first, and their total number. */
	page(filter: MessageFilter, limit: number, offset: number): MessagePage {
		const { direction, phoneNumber, channel, after, before } = filter;
		const { where, values } = whereOf({
			'direction = ?': direction,
			'(from_digits = ? OR to_digits = ?)': phoneNumber && digitsOf(phoneNumber),
			'channel = ?': channel,
			'created_at >= ?': after === undefined ? undefined : isoTime(after),
			'created_at < ?': before === undefined ? undefined : isoTime(before),
		});
		return {
			messages: this.select(`${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`, ...values, limit, offset),
			total: this.count(where, ...values),
		};
	}

	/**
	 * Returns a page of the messages that have a text in their body, in any letter case, or in one of their
	 * numbers, newest first, and their total number.
	 */
	search(text: string, { direction, channel }: SearchFilter, limit: number, offset: number): MessagePage {
		const { where, values } = whereOf({
			'direction = ?': direction,
			'channel = ?': channel,
			'instr(text, lower(?))': text,
		});
		const found = `SELECT seq FROM message_texts ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`;
		const messages = this.select(`WHERE seq IN (${found}) ${NEWEST_FIRST}`, ...values, limit, offset);
		// The last page tells the number, so that rare texts are looked for only once.
		if (messages.length < limit && (messages.length > 0 || offset === 0)) {
			return { messages, total: offset + messages.length };
		}
		const sql = `SELECT count(*) AS total FROM message_texts ${where}`;
		return { messages, total: this.app.database.get<{ total: number }>(sql, ...values)?.total ?? 0 };
	}
}
