import type { SQLInputValue } from 'node:sqlite';
import { isoTime } from '../iso-time.ts';
import { Records, recordTable } from '../database/records.ts';
import { buildWhere } from '../database/where.ts';
import { keepDigits } from '../http/values.ts';
import { type Message, type NewMessage } from './message.ts';

export const MESSAGE_TABLES = `
	${recordTable('messages')}

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

/** The account's messages of both channels. A narrow table beside the records is what they are found by. */
export class Messages extends Records<Message, 'clock' | 'ids'> {
	/** Stores a message. To be called within a transaction. */
	create(fresh: NewMessage): Message {
		const { clock, ids } = this.app;
		const createdAt = fresh.created_at ?? clock.stamp();
		const [from, to] = [keepDigits(fresh.from_number), keepDigits(fresh.to_number)];
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

	/** Finds a message by its own id or by that of the carrier or provider. */
	findByAnyId(id: string): Message | undefined {
		return this.find(id) ?? this.listBy('message_sid', id)[0];
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
		// The last page tells the number, so that a rare text is looked for only once.
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
		return seq;
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
