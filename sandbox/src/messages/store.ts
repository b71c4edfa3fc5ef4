import type { SQLInputValue } from 'node:sqlite';
import { isoTime, type Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { Records } from '../database/records.ts';
import { digitsOf } from '../http/values.ts';
import type { Ids } from '../ids/ids.ts';
import { contactIdOf, threadIdOf, type Channel, type Message, type NewMessage } from './message.ts';

export const MESSAGE_TABLES = `
	CREATE TABLE messages (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		record TEXT NOT NULL,
		channel TEXT AS (record ->> 'channel'),
		direction TEXT AS (record ->> 'direction'),
		status TEXT AS (record ->> 'status'),
		created_at TEXT AS (record ->> 'created_at'),
		from_digits TEXT AS (ltrim(record ->> 'from_number', '+')),
		to_digits TEXT AS (ltrim(record ->> 'to_number', '+'))
	) STRICT;
	CREATE INDEX messages_by_time ON messages (created_at, seq);
	CREATE INDEX messages_by_direction ON messages (direction, created_at, seq);
	CREATE INDEX messages_by_pair ON messages (channel, from_digits, to_digits, created_at, seq);
	CREATE INDEX messages_by_sender ON messages (from_digits);
	CREATE INDEX messages_by_recipient ON messages (to_digits);
`;

/** What list-messages can be narrowed by; times in milliseconds, `after` inclusive, `before` exclusive. */
export interface MessageFilter {
	direction?: Message['direction'] | undefined;
	/** Matches from or to, however it is written. */
	phoneNumber?: string | undefined;
	channel?: Channel | undefined;
	/** Part of the text or of a number. */
	search?: string | undefined;
	after?: number | undefined;
	before?: number | undefined;
}

interface Row {
	record: string;
}
interface Query {
	page: Statement<Row>;
	count: Statement<{ total: number }>;
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, seq DESC';
const NOT_FAILED = "direction = 'outbound' AND status NOT IN ('failed', 'undelivered')";

/** The account's messages of both channels. */
export class Messages extends Records<Message> {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #lastInbound: Statement<Row>;
	readonly #lastMetadata: Statement<Row>;
	readonly #lastOutbound: Statement<Row>;
	readonly #added: Array<(message: Message) => void> = [];
	readonly #queries = new Map<string, Query>();

	constructor(database: Database, clock: Clock, ids: Ids) {
		super(database, 'messages');
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
		this.#lastInbound = database.prepare(
			`SELECT record FROM messages
			WHERE channel = ? AND from_digits = ? AND to_digits = ? AND direction = 'inbound' ${NEWEST_FIRST} LIMIT ?`,
		);
		this.#lastMetadata = database.prepare(
			`SELECT record FROM messages
			WHERE channel = ? AND from_digits = ? AND to_digits = ? AND ${NOT_FAILED} AND record ->> 'metadata' IS NOT NULL
			${NEWEST_FIRST} LIMIT 1`,
		);
		this.#lastOutbound = database.prepare(
			`SELECT record FROM messages WHERE ${NOT_FAILED} ${NEWEST_FIRST} LIMIT 1`,
		);
	}

	/** Has `react` called with each message within the write that stores it. */
	onAdded(react: (message: Message) => void): void {
		this.#added.push(react);
	}

	/** Stores a message. To be called within a write. */
	create(fresh: NewMessage): Message {
		const createdAt = fresh.created_at ?? isoTime(this.#clock.now());
		const message = this.add({
			id: this.#ids.uuid('message'),
			contact_id: contactIdOf(fresh.direction === 'inbound' ? fresh.from_number : fresh.to_number),
			thread_id: threadIdOf(fresh.from_number, fresh.to_number),
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
		for (const react of this.#added) react(message);
		return message;
	}

	/** By its own id or by that of the carrier or provider. */
	findByAnyId(id: string): Message | undefined {
		return this.find(id) ?? this.listBy('message_sid', id)[0];
	}

	/** The last message that went out and has not failed. */
	findLastOutbound(): Message | undefined {
		const row = this.#lastOutbound.get();
		return row && this.read(row);
	}

	/** A page of what matches, newest first, and how many match in all. */
	page(filter: MessageFilter, limit: number, offset: number): { messages: Message[]; total: number } {
		const conditions: string[] = [];
		const values: SQLInputValue[] = [];
		const narrow = (condition: string, ...bound: SQLInputValue[]) => {
			conditions.push(condition);
			values.push(...bound);
		};
		const { direction, phoneNumber, channel, search, after, before } = filter;
		if (direction !== undefined) narrow('direction = ?', direction);
		if (phoneNumber !== undefined) {
			const digits = digitsOf(phoneNumber);
			narrow('(from_digits = ? OR to_digits = ?)', digits, digits);
		}
		if (channel !== undefined) narrow('channel = ?', channel);
		if (search !== undefined) {
			const inText = "instr(lower(record ->> 'body'), lower(?))";
			const inNumbers = "instr(record ->> 'from_number', ?) OR instr(record ->> 'to_number', ?)";
			narrow(`(${inText} OR ${inNumbers})`, search, search, search);
		}
		if (after !== undefined) narrow('created_at >= ?', isoTime(after));
		if (before !== undefined) narrow('created_at < ?', isoTime(before));
		const query = this.#query(conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`);
		const messages = query.page.all(...values, limit, offset).map((row) => this.read(row));
		return { messages, total: query.count.get(...values)?.total ?? 0 };
	}

	/** The latest messages from one number to another on a channel, newest first. */
	listLatestInbound(channel: Channel, from: string, to: string, count: number): Message[] {
		const rows = this.#lastInbound.all(channel, digitsOf(from), digitsOf(to), count);
		return rows.map((row) => this.read(row));
	}

	/** The metadata of the last message to a contact that carried some (section 4, send-chatapp-message). */
	findLastMetadata(channel: Channel, from: string, to: string): Message['metadata'] {
		const row = this.#lastMetadata.get(channel, digitsOf(from), digitsOf(to));
		return row === undefined ? null : this.read(row).metadata;
	}

	/** Few combinations of filters exist; each is prepared once. */
	#query(where: string): Query {
		let query = this.#queries.get(where);
		if (query === undefined) {
			query = {
				page: this.#database.prepare(`SELECT record FROM messages ${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`),
				count: this.#database.prepare(`SELECT count(*) AS total FROM messages ${where}`),
			};
			this.#queries.set(where, query);
		}
		return query;
	}
}
