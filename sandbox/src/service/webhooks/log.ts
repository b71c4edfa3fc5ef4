import type { SQLInputValue } from 'node:sqlite';
import { Type, type Static } from 'typebox';
import { type Database, buildWhere } from '../database/database.ts';
import { plainError } from '../http/errors.ts';
import { withIsoTimes, type Row } from '../http/times.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { isoTime } from '../time.ts';
import { DELIVERY_FAULTS, type DeliveryFault } from './delivery-faults.ts';
import {
	DELIVERY_STATUSES,
	type DeliveryStatus,
	type Destination,
	type EventName,
	EVENTS,
	readId,
	VERDICTS,
	sign,
} from './rules.ts';

/** A delivery as listed. */
export const Delivery = Type.Object({
	id: Type.String(),
	event: OneOf(EVENTS),
	event_id: Type.String(),
	api_key_id: Nullable(Type.String()),
	chatapp_account_id: Nullable(Type.String()),
	status: OneOf(DELIVERY_STATUSES),
	attempt_count: Type.Integer(),
	last_http_status: Nullable(Type.Integer()),
	next_attempt_at: Nullable(Timestamp),
	created_at: Timestamp,
	finished_at: Nullable(Timestamp),
	faults: Type.Array(OneOf(DELIVERY_FAULTS), { description: 'Faults of the sandbox that it was given' }),
	replay_of: Nullable(Type.String({ description: 'The delivery that it repeats' })),
	replayed_as: Nullable(Type.String({ description: 'The delivery that repeated it' })),
});
export type Delivery = Static<typeof Delivery>;

/** A logged attempt (section 6: every attempt, with status, response body, number and duration). */
const Attempt = Type.Object({
	number: Type.Integer(),
	url: Type.String(),
	started_at: Timestamp,
	duration_ms: Type.Integer(),
	http_status: Nullable(Type.Integer({ description: 'None on a network error or timeout' })),
	response_headers: Nullable(
		Type.Record(Type.String(), Type.Unknown(), { description: 'Those of the answer; cookies are not kept' }),
	),
	response_body: Nullable(Type.String({ description: 'Its beginning' })),
	error: Nullable(Type.String()),
	verdict: OneOf(VERDICTS),
});
export type Attempt = Static<typeof Attempt>;

const Signature = Type.Object({
	signature: Nullable(Type.String()),
	is_signature_current: Nullable(
		Type.Boolean({
			description:
				'Whether the present signing secret of its API key gives this signature, which a replay repeats; null: ' +
				'it is not signed, or its API key has no secret',
		}),
	),
});

/** A delivery with its body and every attempt. */
export const DeliveryDetail = Type.Object({
	...Delivery.properties,
	body: Type.String({ description: 'The very bytes that are sent' }),
	...Signature.properties,
	attempts: Type.Array(Attempt),
});

/** A delivery with its last attempt. */
export const AttemptedDelivery = Type.Object({
	...Delivery.properties,
	...Signature.properties,
	last_attempt: Nullable(Attempt),
});
export type AttemptedDelivery = Static<typeof AttemptedDelivery>;

/** A delivery that was given up. */
export const DeadLetter = Type.Object({
	id: Type.String(),
	reason: Type.String(),
	created_at: Timestamp,
	delivery: Delivery,
});

/** The event that a control call has fired, and its deliveries. */
export const Published = Type.Object({
	event_id: Nullable(Type.String({ description: 'None when no event fired' })),
	deliveries: Type.Array(Delivery),
});

export type Published = Static<typeof Published>;

/** The filters of deliveries and dead letters. */
interface LogFilter {
	readonly event?: EventName | undefined;
	readonly status?: DeliveryStatus | undefined;
	readonly destination?: Destination | undefined;
	/** A part of the body. */
	readonly search?: string | undefined;
	/** True for those that were replayed, false for the others. */
	readonly replayed?: boolean | undefined;
	/**
	 * The bounds of the time at which a dead letter was given up, `after` inclusive and `before` exclusive, in
	 * milliseconds.
	 */
	readonly after?: number | undefined;
	readonly before?: number | undefined;
	/** The destinations that count; all when absent. */
	readonly reachable?: readonly Destination[] | undefined;
}

type Derived = 'api_key_id' | 'chatapp_account_id' | 'attempts' | 'faults' | 'is_signature_current';

type Stored = Omit<Static<typeof DeliveryDetail>, Derived> & {
	readonly destination: Destination;
	readonly faults: string;
};

type StoredAttempt = Omit<Attempt, 'response_headers'> & { readonly response_headers: string | null };

const REPLAYED_AS = `(SELECT id FROM deliveries AS replays
	WHERE replays.replay_of = ifnull(deliveries.replay_of, deliveries.id) AND replays.seq > deliveries.seq
	LIMIT 1)`;
const COLUMNS = `deliveries.*, events.id AS event_id, events.body, ${REPLAYED_AS} AS replayed_as`;
/** The id of the record that an event is about; an edited body may be anything. */
const ABOUT = "CASE WHEN json_valid(events.body) THEN events.body ->> '$.data.id' END";
const DELIVERIES = 'deliveries JOIN events ON events.seq = deliveries.event_seq';
const DEAD_LETTERS = `dead_letters JOIN deliveries ON deliveries.seq = dead_letters.delivery_seq
	JOIN events ON events.seq = deliveries.event_seq`;

/** Reads the deliveries and attempts of the outbox. Lists are newest first. */
export class DeliveryLog {
	readonly #app: Pick<App, 'apiKeys' | 'database'>;
	readonly #database: Database;

	constructor(app: Pick<App, 'apiKeys' | 'database'>) {
		this.#app = app;
		this.#database = app.database;
	}

	list(filter: LogFilter, limit: number, offset: number): Delivery[] {
		const { where, values } = buildConditions(filter);
		return this.#select(`${where} ORDER BY deliveries.seq DESC LIMIT ? OFFSET ?`, ...values, limit, offset);
	}

	/** Counts the deliveries that are kept and match. */
	count(filter: LogFilter): number {
		return this.#count(filter, filter.search === undefined ? 'deliveries' : DELIVERIES);
	}

	#count(filter: LogFilter, tables: string): number {
		const { where, values } = buildConditions(filter);
		const sql = `SELECT count(*) AS total FROM ${tables} ${where}`;
		return this.#database.get<{ total: number }>(sql, ...values)?.total ?? 0;
	}

	/** Returns a delivery with its body and every attempt. @throws {ServiceError} 404 */
	require(id: string): Static<typeof DeliveryDetail> {
		const [delivery] = this.#select('WHERE deliveries.id = ?', id);
		if (delivery === undefined) throw plainError(404, 'Delivery not found');
		const is_signature_current = this.#isSignatureCurrent(delivery);
		return { ...delivery, is_signature_current, attempts: this.#attempts(id) };
	}

	/** @param id of a delivery */
	#attempts(id: string): Attempt[] {
		const attempts = this.#database.all<Row<StoredAttempt>>(
			'SELECT * FROM attempts WHERE delivery_seq = (SELECT seq FROM deliveries WHERE id = ?) ORDER BY number',
			id,
		);
		return attempts.map(toAttempt);
	}

	/**
	 * Lists the deliveries of the events about records, in the order in which they were made.
	 * @param ids those of the records
	 * @param part a text in the body of every event in question
	 * @param since a time before which none of them fired, in milliseconds
	 */
	listAbout(
		ids: readonly string[],
		part: string,
		since: number,
	): Array<AttemptedDelivery & { about: string }> {
		const rows = this.#database.all<Row<Stored & { about: string }>>(
			`SELECT ${COLUMNS}, ${ABOUT} AS about FROM ${DELIVERIES}
			WHERE events.created_at >= ? AND instr(events.body, ?) AND about IN (SELECT value FROM json_each(?))
			ORDER BY deliveries.seq`,
			since,
			part,
			JSON.stringify(ids),
		);
		return rows.map(({ about, ...row }) => {
			const last_attempt = this.#attempts(row.id).at(-1) ?? null;
			const delivery = toDelivery(row);
			const is_signature_current = this.#isSignatureCurrent(delivery);
			return { ...delivery, is_signature_current, last_attempt, about };
		});
	}

	/** Adds the deliveries of an event to the record that it is about; there are none if no event fired. */
	withPublished<What extends { eventId: string | null }>({ eventId, ...what }: What) {
		const deliveries = this.#select('WHERE events.id = ? ORDER BY deliveries.seq', eventId);
		return { ...what, event_id: eventId, deliveries };
	}

	/** Returns a page of the dead letters, and the number that match. */
	pageOfDeadLetters(filter: LogFilter, limit: number, offset: number) {
		const { where, values } = buildConditions(filter);
		const rows = this.#database.all<Row<Stored & { dead_id: string; reason: string; dead_at: string }>>(
			`SELECT ${COLUMNS}, dead_letters.id AS dead_id, reason, dead_letters.created_at AS dead_at
			FROM ${DEAD_LETTERS} ${where} ORDER BY dead_letters.seq DESC LIMIT ? OFFSET ?`,
			...values,
			limit,
			offset,
		);
		const deadLetters = rows.map(({ dead_id: id, reason, dead_at: at, ...delivery }) => ({
			id,
			reason,
			created_at: isoTime(at),
			delivery: toDelivery(delivery),
		}));
		return { dead_letters: deadLetters, total: this.#count(filter, DEAD_LETTERS) };
	}

	/** Counts the dead letters that match, by destination. */
	countDeadLetters(filter: LogFilter): Map<Destination, number> {
		const { where, values } = buildConditions(filter);
		const rows = this.#database.all<{ destination: Destination; total: number }>(
			`SELECT destination, count(*) AS total FROM ${DEAD_LETTERS} ${where} GROUP BY destination`,
			...values,
		);
		return new Map(rows.map(({ destination, total }) => [destination, total]));
	}

	/** Lists the ids of the dead letters that match, in the order in which they were given up. */
	listOldestDeadLetters(filter: LogFilter, limit: number): string[] {
		const { where, values } = buildConditions(filter);
		const sql = `SELECT dead_letters.id FROM ${DEAD_LETTERS} ${where} ORDER BY dead_letters.seq LIMIT ?`;
		return this.#database.all<{ id: string }>(sql, ...values, limit).map(({ id }) => id);
	}

	#select(rest: string, ...values: SQLInputValue[]) {
		return this.#database
			.all<Row<Stored>>(`SELECT ${COLUMNS} FROM ${DELIVERIES} ${rest}`, ...values)
			.map(toDelivery);
	}

	#isSignatureCurrent({ api_key_id: id, body, signature }: ReturnType<typeof toDelivery>): boolean | null {
		const secret = id === null ? null : this.#app.apiKeys.find(id)?.signing_secret;
		return signature && secret ? signature === sign(body, secret) : null;
	}
}

function buildConditions(filter: LogFilter) {
	const { event, status, destination, search, replayed, after, before, reachable } = filter;
	return buildWhere({
		'deliveries.event = ?': event,
		'deliveries.status = ?': status,
		'deliveries.destination = ?': destination,
		'instr(fold(events.body), fold(?))': search,
		[`(${REPLAYED_AS} IS NOT NULL) = ?`]: replayed === undefined ? undefined : Number(replayed),
		'dead_letters.created_at >= ?': after,
		'dead_letters.created_at < ?': before,
		'deliveries.destination IN (SELECT value FROM json_each(?))': reachable && JSON.stringify(reachable),
	});
}

function toAttempt(row: Row<StoredAttempt>): Attempt {
	const { response_headers: headers, ...attempt } = withIsoTimes<StoredAttempt>(row);
	const parsed = headers === null ? null : (JSON.parse(headers) as Record<string, unknown>);
	return { ...attempt, response_headers: parsed };
}

function toDelivery(row: Row<Stored>) {
	const { faults, ...stored } = withIsoTimes<Stored>(row);
	return {
		...stored,
		faults: JSON.parse(faults) as DeliveryFault[],
		api_key_id: readId('api_key', row.destination),
		chatapp_account_id: readId('chatapp_account', row.destination),
	};
}
