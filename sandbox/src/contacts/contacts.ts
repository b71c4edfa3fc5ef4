import { Type, type Static } from 'typebox';
import { Call } from '../calls/schema.ts';
import { buildWhere } from '../database/where.ts';
import { keepDigits, Nullable, Timestamp } from '../http/values.ts';
import { Channel, MessageRecord, toMessageRecord } from '../messages/message.ts';
import type { App } from '../plugin.ts';
import { AttemptedDelivery } from '../webhooks/log.ts';

/** A person who has exchanged messages or calls with the account. */
export const Contact = Type.Object({
	id: Type.String({ description: 'The digits of the number' }),
	phone_number: Type.String({ description: 'E.164' }),
	name: Nullable(Type.String({ description: 'As the last call or batch call that knew it had it' })),
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

/** The SQL of the digits of the other party of a call. */
const CALLER = "ltrim(record ->> iif(record ->> 'direction' = 'inbound', 'from_number', 'to_number'), '+')";

export const CONTACT_TABLES = `
	CREATE TABLE IF NOT EXISTS contacts (
		id TEXT NOT NULL PRIMARY KEY,
		name TEXT,
		message_count INTEGER NOT NULL,
		call_count INTEGER NOT NULL,
		last_active_at TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS contacts_by_activity ON contacts (last_active_at DESC, id, name);
	CREATE INDEX IF NOT EXISTS calls_by_caller ON calls (${CALLER}, record ->> 'ended_at');
`;

const SHOWN = "id, '+' || id AS phone_number, name, message_count, call_count, last_active_at";
const MATCHING = "instr(fold(ifnull(name, '') || ' +' || id), fold(?))";
/** A contact who is new may have been named by a batch call before. */
const COUNT_UP = `
	INSERT INTO contacts
	SELECT ?1, ifnull(?2, (
		SELECT name FROM batch_recipients
		WHERE phone_number IN (?1, '+' || ?1) AND name IS NOT NULL ORDER BY seq DESC LIMIT 1
	)), ?3, ?4, ?5 WHERE TRUE
	ON CONFLICT DO UPDATE SET
		name = ifnull(?2, name),
		message_count = message_count + ?3,
		call_count = call_count + ?4,
		last_active_at = max(last_active_at, ?5)`;
const FORGET_LAST = 'DELETE FROM contacts WHERE id = ? AND message_count + call_count = 1';
const COUNT_DOWN = `
	UPDATE contacts SET
		message_count = message_count - ?2,
		call_count = call_count - ?3,
		last_active_at = iif(last_active_at > ?4, last_active_at, max(
			ifnull((SELECT max(created_at) FROM message_index WHERE contact = ?1), ''),
			ifnull((SELECT max(record ->> 'ended_at') FROM calls WHERE ${CALLER} = ?1), '')
		))
	WHERE id = ?1`;

/** The fields of a message or a call that say who the contact is. */
interface Activity {
	readonly direction: 'inbound' | 'outbound';
	readonly from_number: string;
	readonly to_number: string;
}

/**
 * The people behind the messages and calls that are kept. They are counted as those come and go, since
 * reading all of them would take seconds. Methods that change something are to be called within a transaction.
 */
export class Contacts {
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Follows the messages, the calls, and the names in batch calls. */
	follow(): void {
		const { batches, calls, messages } = this.#app;
		messages.onAdded((message) => this.#countUp(message, null, 1, 0, message.created_at));
		messages.onForgotten((message) => this.#countDown(message, 1, 0, message.created_at));
		calls.onAdded((call) => this.#countUp(call, call.contact_name, 0, 1, call.ended_at));
		calls.onForgotten((call) => this.#countDown(call, 0, 1, call.ended_at));
		batches.onNamed((number, name) => {
			this.#app.database.run('UPDATE contacts SET name = ? WHERE id = ?', name, keepDigits(number));
		});
	}

	/** Returns a page of contacts, the most recently active first. @param search part of a name or number */
	list(limit = -1, offset = 0, search?: string): Contact[] {
		const { where, values } = buildWhere({ [MATCHING]: search });
		return this.#app.database.all<Contact>(
			`SELECT ${SHOWN} FROM contacts ${where} ORDER BY last_active_at DESC, id LIMIT ? OFFSET ?`,
			...values,
			limit,
			offset,
		);
	}

	/** Counts the contacts that match, or all of them. */
	countMatching(search?: string): number {
		const { where, values } = buildWhere({ [MATCHING]: search });
		const sql = `SELECT count(*) AS total FROM contacts ${where}`;
		return this.#app.database.get<{ total: number }>(sql, ...values)?.total ?? 0;
	}

	/** @param number formatted in any way */
	find(number: string): Contact | undefined {
		return this.#app.database.get<Contact>(`SELECT ${SHOWN} FROM contacts WHERE id = ?`, keepDigits(number));
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
		// Entries of one moment keep their order, since the pages would not fit together otherwise.
		entries.sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
		return this.#withDeliveries(number, entries.slice(offset, count));
	}

	/** Adds the deliveries of the messages' events. @param entries newest first */
	#withDeliveries(number: string, entries: TimelineEntry[]): TimelineEntry[] {
		const ids = entries.flatMap(({ message }) => message?.id ?? []);
		const oldest = Date.parse(entries.at(-1)?.at ?? '');
		if (ids.length === 0) return entries;
		const deliveries = this.#app.deliveryLog.listAbout(ids, keepDigits(number), oldest);
		return entries.map((entry) => ({
			...entry,
			deliveries: deliveries.filter(({ about }) => about === entry.message?.id),
		}));
	}

	#countUp(activity: Activity, name: string | null, messages: number, calls: number, at: string): void {
		this.#app.database.run(COUNT_UP, readContactId(activity), name, messages, calls, at);
	}

	#countDown(activity: Activity, messages: number, calls: number, at: string): void {
		const id = readContactId(activity);
		if (this.#app.database.run(FORGET_LAST, id) > 0) return;
		this.#app.database.run(COUNT_DOWN, id, messages, calls, at);
	}
}

/** Returns the digits of the number that is not the account's. */
function readContactId({ direction, from_number, to_number }: Activity): string {
	return keepDigits(direction === 'inbound' ? from_number : to_number);
}
