import type { SQLInputValue } from 'node:sqlite';
import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { digitsOf } from '../http/values.ts';
import type { Ids } from '../ids/ids.ts';
import type { MediaLinks } from '../media/links.ts';
import { defineMediaSigning, LISTED_JSON, PAGE_COLUMNS, type ListedPage } from './listed.ts';
import {
	contactIdOf,
	threadIdOf,
	type Attachment,
	type Channel,
	type DeliveryFailure,
	type Message,
	type NewMessage,
} from './message.ts';

export const MESSAGE_TABLES = `
	CREATE TABLE messages (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		contact_id TEXT,
		thread_id TEXT NOT NULL,
		channel TEXT NOT NULL,
		from_number TEXT NOT NULL,
		to_number TEXT NOT NULL,
		from_digits TEXT NOT NULL,
		to_digits TEXT NOT NULL,
		body TEXT NOT NULL,
		direction TEXT NOT NULL,
		status TEXT NOT NULL,
		is_ai_generated INTEGER NOT NULL,
		sent_at INTEGER NOT NULL,
		created_at INTEGER NOT NULL,
		message_sid TEXT,
		delivered_at INTEGER,
		sentiment TEXT,
		agent_id TEXT,
		translation TEXT,
		media TEXT NOT NULL,
		delivery_error TEXT,
		metadata TEXT,
		listed TEXT NOT NULL GENERATED ALWAYS AS (${LISTED_JSON}) STORED
	) STRICT;
	CREATE INDEX messages_by_time ON messages (created_at, seq);
	CREATE INDEX messages_by_direction ON messages (direction, created_at, seq);
	CREATE INDEX messages_by_pair ON messages (channel, from_digits, to_digits, created_at, seq);
	CREATE INDEX messages_by_sender ON messages (from_digits);
	CREATE INDEX messages_by_recipient ON messages (to_digits);
`;

/** Keeps count, so that a page's `total` does not cost a walk through the table. */
export const MESSAGE_COUNTS = `
	CREATE TABLE message_counts (direction TEXT PRIMARY KEY, total INTEGER NOT NULL) STRICT;
	INSERT INTO message_counts SELECT direction, count(*) FROM messages GROUP BY direction;
	CREATE TRIGGER count_new_message AFTER INSERT ON messages BEGIN
		INSERT INTO message_counts VALUES (NEW.direction, 1) ON CONFLICT DO UPDATE SET total = total + 1;
	END;
	CREATE TRIGGER count_deleted_message AFTER DELETE ON messages BEGIN
		UPDATE message_counts SET total = total - 1 WHERE direction = OLD.direction;
	END;
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

const BY_DIRECTION = 'direction = ?';

interface Row {
	id: string;
	contact_id: string | null;
	thread_id: string;
	channel: Channel;
	from_number: string;
	to_number: string;
	body: string;
	direction: Message['direction'];
	status: Message['status'];
	is_ai_generated: number;
	sent_at: number;
	created_at: number;
	message_sid: string | null;
	delivered_at: number | null;
	sentiment: Message['sentiment'];
	agent_id: string | null;
	translation: string | null;
	media: string;
	delivery_error: string | null;
	metadata: string | null;
}

/** The account's messages of both channels. */
export class Messages {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #byId: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #settle: Statement<never>;
	readonly #lastInbound: Statement<Row>;
	readonly #lastMetadata: Statement<{ metadata: string }>;
	readonly #lastOutbound: Statement<Row>;
	readonly #byAnyId: Statement<Row>;
	readonly #added: Array<(message: Message) => void> = [];
	readonly #queries = new Map<string, ReturnType<typeof prepareQuery>>();

	constructor(database: Database, clock: Clock, ids: Ids, mediaLinks: MediaLinks) {
		defineMediaSigning(database, mediaLinks);
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
		this.#byId = database.prepare('SELECT * FROM messages WHERE id = ?');
		this.#insert = database.prepare(
			`INSERT INTO messages (id, contact_id, thread_id, channel, from_number, to_number, from_digits, to_digits, body,
				direction, status, is_ai_generated, sent_at, created_at, message_sid, delivered_at, sentiment, agent_id,
				translation, media, delivery_error, metadata)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#settle = database.prepare(
			'UPDATE messages SET status = ?, delivered_at = ?, delivery_error = ? WHERE id = ?',
		);
		this.#lastInbound = database.prepare(
			`SELECT * FROM messages
			WHERE channel = ? AND from_digits = ? AND to_digits = ? AND direction = 'inbound'
			ORDER BY created_at DESC, seq DESC LIMIT ?`,
		);
		this.#lastMetadata = database.prepare(
			`SELECT metadata FROM messages
			WHERE channel = ? AND from_digits = ? AND to_digits = ? AND direction = 'outbound' AND metadata IS NOT NULL
				AND status NOT IN ('failed', 'undelivered')
			ORDER BY created_at DESC, seq DESC LIMIT 1`,
		);
		this.#lastOutbound = database.prepare(
			`SELECT * FROM messages WHERE direction = 'outbound' AND status NOT IN ('failed', 'undelivered')
			ORDER BY created_at DESC, seq DESC LIMIT 1`,
		);
		this.#byAnyId = database.prepare('SELECT * FROM messages WHERE id = ?1 OR message_sid = ?1');
	}

	/** Has `react` called with each message within the write that stores it. */
	onAdded(react: (message: Message) => void): void {
		this.#added.push(react);
	}

	/** Stores a message. To be called within a write. */
	add(fresh: NewMessage): Message {
		const createdAt = fresh.createdAt ?? this.#clock.now();
		const contact = fresh.direction === 'inbound' ? fresh.fromNumber : fresh.toNumber;
		const message: Message = {
			isAiGenerated: false,
			sentAt: createdAt,
			messageSid: null,
			deliveredAt: null,
			sentiment: null,
			agentId: null,
			translation: null,
			media: [],
			deliveryError: null,
			metadata: null,
			...fresh,
			createdAt,
			id: this.#ids.uuid('message'),
			contactId: contactIdOf(contact),
			threadId: threadIdOf(fresh.fromNumber, fresh.toNumber),
		};
		this.#insert.run(...toRow(message));
		for (const react of this.#added) react(message);
		return message;
	}

	/** Stores what became of a message (section 3, message status). To be called within a write. */
	settle(message: Message, end: Pick<Message, 'status' | 'deliveredAt' | 'deliveryError'>): Message {
		const error = end.deliveryError && JSON.stringify(end.deliveryError);
		this.#settle.run(end.status, end.deliveredAt, error, message.id);
		return { ...message, ...end };
	}

	find(id: string): Message | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	/** By its own id or by that of the carrier or provider. */
	findByAnyId(id: string): Message | undefined {
		const row = this.#byAnyId.get(id);
		return row && fromRow(row);
	}

	/** The last message that went out and has not failed. */
	findLastOutbound(): Message | undefined {
		const row = this.#lastOutbound.get();
		return row && fromRow(row);
	}

	/** A page of what matches, newest first, and how many match in all. */
	list(filter: MessageFilter, limit: number, offset: number): { messages: Message[]; total: number } {
		const { query, values, total } = this.#match(filter);
		return { messages: query.page.all(...values, limit, offset).map(fromRow), total };
	}

	/** {@link list}, as list-messages shows it. */
	listPage(filter: MessageFilter, limit: number, offset: number): ListedPage & { total: number } {
		const { query, values, total } = this.#match(filter);
		const { records = null, count = 0 } = query.listed.get(...values, limit, offset) ?? {};
		return { records, count, total };
	}

	#match(filter: MessageFilter) {
		const conditions: string[] = [];
		const values: SQLInputValue[] = [];
		const narrow = (condition: string, ...bound: SQLInputValue[]) => {
			conditions.push(condition);
			values.push(...bound);
		};
		if (filter.direction !== undefined) narrow(BY_DIRECTION, filter.direction);
		if (filter.phoneNumber !== undefined) {
			const digits = digitsOf(filter.phoneNumber);
			narrow('(from_digits = ? OR to_digits = ?)', digits, digits);
		}
		if (filter.channel !== undefined) narrow('channel = ?', filter.channel);
		if (filter.search !== undefined) {
			const part = filter.search;
			narrow(
				'(instr(lower(body), lower(?)) OR instr(from_number, ?) OR instr(to_number, ?))',
				part,
				part,
				part,
			);
		}
		if (filter.after !== undefined) narrow('created_at >= ?', filter.after);
		if (filter.before !== undefined) narrow('created_at < ?', filter.before);
		const query = this.#query(conditions);
		return { query, values, total: query.count.get(...values)?.total ?? 0 };
	}

	/** The latest messages from one number to another on a channel, newest first. */
	listLatestInbound(channel: Channel, from: string, to: string, count: number): Message[] {
		return this.#lastInbound.all(channel, digitsOf(from), digitsOf(to), count).map(fromRow);
	}

	/** The metadata of the last message to a contact that carried some (section 4, send-chatapp-message). */
	findLastMetadata(channel: Channel, from: string, to: string): Message['metadata'] {
		const row = this.#lastMetadata.get(channel, digitsOf(from), digitsOf(to));
		return row === undefined ? null : (JSON.parse(row.metadata) as Record<string, unknown>);
	}

	/** Few combinations of filters exist; each is prepared once. */
	#query(conditions: readonly string[]) {
		const where = conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
		let query = this.#queries.get(where);
		if (query === undefined) {
			const counted = conditions.every((condition) => condition === BY_DIRECTION);
			query = prepareQuery(this.#database, where, counted);
			this.#queries.set(where, query);
		}
		return query;
	}
}

/** @param counted whether the kept counts can answer how many match */
function prepareQuery(database: Database, where: string, counted: boolean) {
	const page = `FROM messages ${where} ORDER BY created_at DESC, seq DESC LIMIT ? OFFSET ?`;
	return {
		page: database.prepare<Row>(`SELECT * ${page}`),
		listed: database.prepare<ListedPage>(
			`SELECT ${PAGE_COLUMNS} FROM (SELECT listed, media, created_at, seq ${page})`,
		),
		count: database.prepare<{ total: number }>(
			counted
				? `SELECT ifnull(sum(total), 0) AS total FROM message_counts ${where}`
				: `SELECT count(*) AS total FROM messages ${where}`,
		),
	};
}

function toRow(message: Message): SQLInputValue[] {
	return [
		message.id,
		message.contactId,
		message.threadId,
		message.channel,
		message.fromNumber,
		message.toNumber,
		digitsOf(message.fromNumber),
		digitsOf(message.toNumber),
		message.body,
		message.direction,
		message.status,
		Number(message.isAiGenerated),
		message.sentAt,
		message.createdAt,
		message.messageSid,
		message.deliveredAt,
		message.sentiment,
		message.agentId,
		message.translation,
		JSON.stringify(message.media),
		message.deliveryError && JSON.stringify(message.deliveryError),
		message.metadata && JSON.stringify(message.metadata),
	];
}

function fromRow(row: Row): Message {
	return {
		id: row.id,
		contactId: row.contact_id,
		threadId: row.thread_id,
		channel: row.channel,
		fromNumber: row.from_number,
		toNumber: row.to_number,
		body: row.body,
		direction: row.direction,
		status: row.status,
		isAiGenerated: row.is_ai_generated === 1,
		sentAt: row.sent_at,
		createdAt: row.created_at,
		messageSid: row.message_sid,
		deliveredAt: row.delivered_at,
		sentiment: row.sentiment,
		agentId: row.agent_id,
		translation: row.translation,
		media: JSON.parse(row.media) as Attachment[],
		deliveryError: row.delivery_error === null ? null : (JSON.parse(row.delivery_error) as DeliveryFailure),
		metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Record<string, unknown>),
	};
}
