import { Type, type Static } from 'typebox';
import { Call } from '../calls/schema.ts';
import { digitsOf, Nullable, Timestamp } from '../http/values.ts';
import { Channel, MessageRecord, toMessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import { AttemptedDelivery } from '../webhooks/log.ts';

/** A person who has exchanged messages or calls with the account. */
export const Contact = Type.Object({
	id: Type.String({ description: 'The digits of the number' }),
	phone_number: Type.String({ description: 'E.164' }),
	name: Nullable(Type.String({ description: 'As the last call or batch call that knew it has it' })),
	message_count: Type.Integer(),
	call_count: Type.Integer(),
	last_active_at: Timestamp,
});
export type Contact = Static<typeof Contact>;

/** An entry of a contact's timeline: a message, or a call that has ended. */
export const TimelineEntry = Type.Object({
	at: Timestamp,
	message: Nullable(Type.Object({ ...MessageRecord.properties, channel: Channel })),
	call: Nullable(Call),
	deliveries: Type.Array(AttemptedDelivery, { description: 'Those of the event of a message' }),
});
export type TimelineEntry = Static<typeof TimelineEntry>;

/** Selects the digits of the other party of every message and call. */
const ACTIVITY = `
	SELECT iif(direction = 'inbound', from_digits, to_digits) AS digits, created_at AS at,
		1 AS messages, 0 AS calls
	FROM messages
	UNION ALL
	SELECT ltrim(record ->> iif(record ->> 'direction' = 'inbound', 'from_number', 'to_number'), '+'),
		record ->> 'ended_at', 0, 1
	FROM calls`;
const NAMES = `
	SELECT ltrim(record ->> iif(record ->> 'direction' = 'inbound', 'from_number', 'to_number'), '+') AS digits,
		record ->> 'contact_name' AS name, seq + 1e12 AS rank
	FROM calls WHERE record ->> 'contact_name' IS NOT NULL
	UNION ALL
	SELECT ltrim(phone_number, '+'), name, seq FROM batch_recipients WHERE name IS NOT NULL`;
/** Selects the name with the highest rank; SQLite takes it from the row with the maximum. */
const CONTACTS = `
	WITH names AS (SELECT digits, name, max(rank) FROM (${NAMES}) GROUP BY digits)
	SELECT activity.digits AS id, '+' || activity.digits AS phone_number, name, sum(messages) AS message_count,
		sum(calls) AS call_count, max(at) AS last_active_at
	FROM (${ACTIVITY}) AS activity LEFT JOIN names ON names.digits = activity.digits
	GROUP BY activity.digits`;
const MATCHING = `instr(lower(ifnull(name, '') || ' ' || phone_number), lower(?))`;

/** The people behind the messages and calls, from which they are derived; contacts are not stored. */
export class Contacts {
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Returns a page of contacts, the most recently active first. @param search part of a name or number */
	list(limit = -1, offset = 0, search = ''): Contact[] {
		return this.#app.database.all<Contact>(
			`SELECT * FROM (${CONTACTS}) WHERE ${MATCHING} ORDER BY last_active_at DESC LIMIT ? OFFSET ?`,
			search,
			limit,
			offset,
		);
	}

	/** Counts the contacts that match, or all of them. */
	countMatching(search = ''): number {
		const sql = `SELECT count(*) AS total FROM (${CONTACTS}) WHERE ${MATCHING}`;
		return this.#app.database.get<{ total: number }>(sql, search)?.total ?? 0;
	}

	/** @param number formatted in any way */
	find(number: string): Contact | undefined {
		return this.#app.database.get<Contact>(`SELECT * FROM (${CONTACTS}) WHERE id = ?`, digitsOf(number));
	}

	/** Returns a page of a contact's messages of both channels and calls, newest first. */
	timeline(number: string, limit: number, offset: number): TimelineEntry[] {
		const { calls, mediaLinks, messages } = this.#app;
		const count = limit + offset;
		const entries: TimelineEntry[] = [
			...messages.page({ phoneNumber: number }, count, 0).messages.map((message) => ({
				at: message.created_at,
				message: { ...toMessageRecord(message, mediaLinks), channel: message.channel },
				call: null,
				deliveries: [],
			})),
			...calls
				.listOf(number, count)
				.map((call) => ({ at: call.ended_at, message: null, call, deliveries: [] })),
		];
		entries.sort((one, other) => (one.at < other.at ? 1 : -1));
		return this.#withDeliveries(number, entries.slice(offset, count));
	}

	/** Adds the deliveries of the messages' events. @param entries newest first */
	#withDeliveries(number: string, entries: TimelineEntry[]): TimelineEntry[] {
		const ids = entries.flatMap(({ message }) => message?.id ?? []);
		const oldest = Date.parse(entries.at(-1)?.at ?? '');
		if (ids.length === 0) return entries;
		const deliveries = this.#app.deliveryLog.listAbout(ids, digitsOf(number), oldest);
		return entries.map((entry) => ({
			...entry,
			deliveries: deliveries.filter(({ about }) => about === entry.message?.id),
		}));
	}
}
