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
		to_digits TEXT AS (ltrim(record ->> 'to_number', '+'))
	) STRICT;
	CREATE INDEX IF NOT EXISTS messages_by_time ON messages (created_at, seq);
	CREATE INDEX IF NOT EXISTS messages_by_direction ON messages (direction, created_at, seq);
	CREATE INDEX IF NOT EXISTS messages_by_sender ON messages (from_digits);
	CREATE INDEX IF NOT EXISTS messages_by_recipient ON messages (to_digits);
`;

/** The filters of list-messages; times in milliseconds, `after` inclusive, `before` exclusive. */
interface MessageFilter {
	direction?: Message['direction'] | undefined;
	/** Matches the sender or the recipient, however the number is formatted. */
	phoneNumber?: string | undefined;
	channel?: Message['channel'] | undefined;
	/** A part of the text or of a number. */
	search?: string | undefined;
	after?: number | undefined;
	before?: number | undefined;
}

const NEWEST_FIRST = 'ORDER BY created_at DESC, seq DESC';
const IN_TEXT_OR_NUMBERS = `(instr(lower(record ->> 'body'), lower(?))
	OR instr(record ->> 'from_number', ?) OR instr(record ->> 'to_number', ?))`;
const NOT_FAILED = "direction = 'outbound' AND status NOT IN ('failed', 'undelivered')";

/** The account's messages of both channels. */
export class Messages extends Records<Message, 'clock' | 'ids'> {
	readonly #added: Array<(message: Message) => void> = [];

	/** Calls `react` with each message within the write that stores it. */
	onAdded(react: (message: Message) => void): void {
		this.#added.push(react);
	}

	/** Stores a message. To be called within a write. */
	create(fresh: NewMessage): Message {
		const { clock, ids } = this.app;
		const createdAt = fresh.created_at ?? clock.stamp();
		const [from, to] = [digitsOf(fresh.from_number), digitsOf(fresh.to_number)];
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
		for (const react of this.#added) react(message);
		return message;
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
	page(filter: MessageFilter, limit: number, offset: number): { messages: Message[]; total: number } {
		const { direction, phoneNumber, channel, search, after, before } = filter;
		const { where, values } = whereOf({
			'direction = ?': direction,
			'(from_digits = ? OR to_digits = ?)': phoneNumber && digitsOf(phoneNumber),
			'channel = ?': channel,
			[IN_TEXT_OR_NUMBERS]: search,
			'created_at >= ?': after === undefined ? undefined : isoTime(after),
			'created_at < ?': before === undefined ? undefined : isoTime(before),
		});
		return {
			messages: this.select(`${where} ${NEWEST_FIRST} LIMIT ? OFFSET ?`, ...values, limit, offset),
			total: this.count(where, ...values),
		};
	}
}
