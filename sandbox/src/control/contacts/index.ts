import { Type, type Static } from 'typebox';
import batchesPart from '../../service/batches/index.ts';
import { Call } from '../../service/calls/calls.ts';
import callsPart from '../../service/calls/index.ts';
import { buildWhere } from '../../service/database/database.ts';
import { endpoint, pagedListEndpoint } from '../../service/http/endpoint.ts';
import { plainError } from '../../service/http/errors.ts';
import { ControlPaging } from '../../service/http/listing.ts';
import { keepDigits, Nullable, Timestamp } from '../../service/http/values.ts';
import messagesPart from '../../service/messages/index.ts';
import { Channel, MessageRecord, toMessageRecord } from '../../service/messages/message.ts';
import { type App, definePart } from '../../service/plugin.ts';
import webhooksPart from '../../service/webhooks/index.ts';
import { AttemptedDelivery } from '../../service/webhooks/log.ts';

/** A person who has exchanged messages or calls with the account. */
const Contact = Type.Object({
	id: Type.String({ description: 'The digits of the number' }),
	phone_number: Type.String({ description: 'E.164' }),
	name: Nullable(Type.String({ description: 'From the latest call or batch call that has one' })),
	message_count: Type.Integer(),
	call_count: Type.Integer(),
	last_active_at: Timestamp,
});
type Contact = Static<typeof Contact>;

/** An entry of a contact's timeline: a message, or a call that has ended. */
const TimelineEntry = Type.Object({
	at: Timestamp,
	message: Nullable(Type.Object({ ...MessageRecord.properties, channel: Channel })),
	call: Nullable(Call),
	deliveries: Type.Array(AttemptedDelivery, { description: 'Those of the event of a message' }),
});
type TimelineEntry = Static<typeof TimelineEntry>;

/** The SQL expression for the digits of the person's number in a call. */
const CONTACT_DIGITS =
	"ltrim(record ->> iif(record ->> 'direction' = 'inbound', 'from_number', 'to_number'), '+')";

/** Contacts are counted from the messages and calls that are kept, and named by the last call or batch call with a name. */
const CONTACT_TABLES = `
	CREATE INDEX IF NOT EXISTS calls_by_caller ON calls (${CONTACT_DIGITS}, record ->> 'ended_at');
	CREATE VIEW IF NOT EXISTS contacts AS
	SELECT
		id,
		'+' || id AS phone_number,
		(
			SELECT name FROM (
				SELECT record ->> 'contact_name' AS name, record ->> 'ended_at' AS at FROM calls WHERE ${CONTACT_DIGITS} = activities.id
				UNION ALL
				SELECT name, batches.record ->> 'created_at' FROM batch_recipients
				JOIN batches ON batches.id = batch_id WHERE phone_number IN (activities.id, '+' || activities.id)
			) WHERE name IS NOT NULL ORDER BY at DESC LIMIT 1
		) AS name,
		sum(messages) AS message_count,
		sum(calls) AS call_count,
		max(at) AS last_active_at
	FROM (
		SELECT contact AS id, 1 AS messages, 0 AS calls, created_at AS at FROM message_index
		UNION ALL
		SELECT ${CONTACT_DIGITS}, 0, 1, record ->> 'ended_at' FROM calls
	) AS activities
	GROUP BY id;
`;

const MATCHING = "instr(fold(ifnull(name, '') || ' ' || phone_number), fold(?))";

/** The people behind the messages and calls that are kept. */
class Contacts {
	readonly #app: App;

	constructor(app: App) {
		this.#app = app;
	}

	/** Returns a page of contacts, the most recently active first. @param search part of a name or number */
	list(limit = -1, offset = 0, search?: string): Contact[] {
		const { where, values } = buildWhere({ [MATCHING]: search });
		return this.#app.database.all<Contact>(
			`SELECT * FROM contacts ${where} ORDER BY last_active_at DESC, id LIMIT ? OFFSET ?`,
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
		return this.#app.database.get<Contact>('SELECT * FROM contacts WHERE id = ?', keepDigits(number));
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
}

declare module 'fastify' {
	interface FastifyInstance {
		/** The people who have exchanged messages or calls with the account. */
		contacts: Contacts;
	}
}

/** The people behind messages and calls, each with their history with the account. */
export default definePart({
	dependencies: [batchesPart, callsPart, messagesPart, webhooksPart],
	tables: CONTACT_TABLES,
	provide: (app) => ({ contacts: new Contacts(app) }),
	control: [
		pagedListEndpoint('contacts', Contact, ({ contacts }) => contacts),
		endpoint('GET /contacts/:id', {
			operationId: 'showContact',
			summary: 'Show a contact with its messages and calls',
			params: Type.Object({ id: Type.String({ description: 'The number, in any notation' }) }),
			query: ControlPaging,
			answer: Type.Object({
				...Contact.properties,
				timeline: Type.Array(TimelineEntry, { description: 'Newest first; limit and offset page' }),
			}),
			handle: ({ params, query: { limit, offset } }, { contacts }) => {
				const contact = contacts.find(params.id);
				if (contact === undefined) throw plainError(404, 'Contact not found');
				return { ...contact, timeline: contacts.timeline(params.id, limit, offset) };
			},
		}),
	],
});
