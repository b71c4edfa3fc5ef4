import type { SQLInputValue } from 'node:sqlite';
import type { ApiKeys } from '../auth/api-keys.ts';
import { isoTime, type Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { RetryPolicy } from '../config.ts';
import { retryDelay } from './backoff.ts';
import { decodeDestination, encodeDestination, type Destination } from './destination.ts';
import { DeliveryCounts, type Counted } from './counts.ts';
import type { DeliveryStatus, EventName } from './events.ts';
import { DeliveryFaults, foreignSecret } from './delivery-faults.ts';
import { keysFor } from './fan-out.ts';
import { sign } from './signature.ts';
import { judge, type Outcome, type Verdict } from './verdict.ts';

/** Why a delivery was given up. */
export type DeadLetterReason =
	'retries_exhausted' | 'client_error' | 'gone' | 'webhook_url_cleared' | 'api_key_revoked';

/** An event to be told; `data` is its payload. */
export interface NewEvent {
	readonly event: EventName;
	/** The service number it is bound to, in E.164; null when to none. */
	readonly serviceNumber: string | null;
	readonly data: object;
}

/** A stored event with what is to be delivered of it. */
export interface PublishedEvent {
	readonly eventId: string;
	readonly deliveries: readonly Delivery[];
}

/** A delivery, as listed; times in milliseconds. */
export interface Delivery {
	readonly seq: number;
	readonly id: string;
	readonly event: EventName;
	readonly eventId: string;
	readonly destination: string;
	readonly status: DeliveryStatus;
	readonly attemptCount: number;
	readonly lastHttpStatus: number | null;
	readonly nextAttemptAt: number | null;
	readonly createdAt: number;
	readonly finishedAt: number | null;
	readonly replayOf: string | null;
	/** The delivery that repeated it; null while none has. */
	readonly replayedAs: string | null;
}

/** A delivery that is due, with what is to be sent. */
export interface DueDelivery {
	readonly seq: number;
	readonly body: string;
	/** Absent for unsigned deliveries. */
	readonly signature: string | null;
}

/** An attempt, as logged (section 6: every attempt, with status, response body, number and duration). */
export interface Attempt extends Outcome {
	readonly number: number;
	readonly url: string;
	readonly startedAt: number;
	readonly verdict: Verdict;
}

/** A delivery that was given up. */
export interface DeadLetter {
	readonly id: string;
	readonly reason: DeadLetterReason;
	readonly createdAt: number;
	readonly delivery: Delivery;
}

/** What makes a delivery; `destination` encoded. */
interface NewDelivery {
	readonly event: EventName;
	readonly eventId: string;
	readonly eventSeq: number;
	readonly destination: string;
	readonly signature: string | null;
	readonly replayOf: string | null;
}

/** What a listing of deliveries can be narrowed by. */
export interface DeliveryFilter {
	event?: EventName | undefined;
	status?: DeliveryStatus | undefined;
	destination?: Destination | undefined;
	/** Part of the body. */
	search?: string | undefined;
}

/** What a listing of dead letters can be narrowed by. */
export interface DeadLetterFilter extends Omit<DeliveryFilter, 'status' | 'destination'> {
	/** Whether it was sent again. */
	replayed?: boolean | undefined;
}

/** How long a delivery is held back for those that are to overtake it, if they do not come. */
const LONGEST_HOLD_MS = 60_000;
/** Between deliveries that are sent in another order, so that they arrive in it. */
const REORDERED_GAP_MS = 150;

const REPLAYED_AS = `(SELECT id FROM deliveries AS replays
	WHERE replays.replay_of = ifnull(deliveries.replay_of, deliveries.id) AND replays.seq > deliveries.seq LIMIT 1)`;
const DELIVERY_COLUMNS = `deliveries.seq, deliveries.id, deliveries.event, events.id AS eventId, deliveries.destination,
	deliveries.status, deliveries.attempt_count AS attemptCount, deliveries.last_http_status AS lastHttpStatus,
	deliveries.next_attempt_at AS nextAttemptAt, deliveries.created_at AS createdAt,
	deliveries.finished_at AS finishedAt, deliveries.replay_of AS replayOf,
	${REPLAYED_AS} AS replayedAs`;
const DELIVERIES = 'deliveries JOIN events ON events.seq = deliveries.event_seq';
const DEAD_LETTERS = `dead_letters JOIN deliveries ON deliveries.seq = dead_letters.delivery_seq
	JOIN events ON events.seq = deliveries.event_seq`;
const DEAD_LETTER_COLUMNS = `${DELIVERY_COLUMNS}, dead_letters.id AS deadLetterId, dead_letters.reason,
	dead_letters.created_at AS deadAt`;

/**
 * The durable outbox of section 6. An event and its deliveries are stored in the write that causes them; a delivery stays
 * `pending` until an attempt settles it, so that nothing is lost when the process dies: at worst it is sent twice.
 */
export class Outbox {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #apiKeys: ApiKeys;
	readonly #policy: RetryPolicy;
	readonly #statements: ReturnType<typeof prepareStatements>;
	readonly #queries = new Map<string, { list: Statement<Delivery>; count: Statement<{ total: number }> }>();
	readonly #counts: DeliveryCounts;
	/** What is to be wrong with the next deliveries. */
	readonly deliveryFaults = new DeliveryFaults();
	#tell: (destination: string, dueAt: number) => void = () => undefined;
	#version = 0;

	constructor(database: Database, clock: Clock, ids: Ids, apiKeys: ApiKeys, policy: RetryPolicy) {
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
		this.#apiKeys = apiKeys;
		this.#policy = policy;
		this.#statements = prepareStatements(database);
		this.#counts = new DeliveryCounts(database);
	}

	/** Rises with every change, so that a reader can tell whether to look again. */
	get version(): number {
		return this.#version;
	}

	/** Has `tell` called with destination and due time of every delivery that is stored from now on, once it is committed. */
	onStored(tell: (destination: string, dueAt: number) => void): void {
		this.#tell = tell;
	}

	/** Stores an event and its signed deliveries to the API keys that it concerns. To be called within a write. */
	publish(fresh: NewEvent): PublishedEvent {
		const keys = keysFor(this.#apiKeys.listWebhookKeys(), fresh.serviceNumber);
		const receivers = keys.map(({ id, signing_secret: secret }) => ({
			destination: { kind: 'api_key', id } as const,
			secret,
		}));
		return this.#store(fresh, receivers);
	}

	/** Stores an event that goes, unsigned, to one chat-app account only. To be called within a write. */
	publishToAccount(fresh: NewEvent, accountId: string): PublishedEvent {
		return this.#store(fresh, [{ destination: { kind: 'chatapp_account', id: accountId }, secret: null }]);
	}

	#store(
		{ event, data }: NewEvent,
		receivers: ReadonlyArray<{ destination: Destination; secret: string | null }>,
	): PublishedEvent {
		const eventId = `evt_${this.#ids.hex('event', 12)}`;
		const now = this.#clock.now();
		const body = JSON.stringify({ id: eventId, event, created_at: isoTime(now), data });
		const eventSeq = Number(this.#statements.insertEvent.run(eventId, event, body, now).lastInsertRowid);
		const deliveries = receivers.flatMap(({ destination, secret }) => {
			const fresh = {
				event,
				eventId,
				eventSeq,
				destination: encodeDestination(destination),
				signature: secret === null ? null : sign(body, this.#secretToSignWith(secret)),
				replayOf: null,
			};
			const copies = this.deliveryFaults.applies('duplicate') ? 2 : 1;
			return Array.from({ length: copies }, () => this.#addNewDelivery(fresh));
		});
		return { eventId, deliveries };
	}

	#secretToSignWith(secret: string): string {
		return this.deliveryFaults.applies('wrong_signature') ? foreignSecret() : secret;
	}

	/** Adds a delivery that is no replay; it may have to wait for those that are to overtake it. */
	#addNewDelivery(fresh: NewDelivery): Delivery {
		if (!this.deliveryFaults.applies('reordered')) return this.#addDelivery(fresh);
		const dueAt = this.#clock.now() + LONGEST_HOLD_MS;
		const delivery = this.#addDelivery(fresh, dueAt);
		for (const [position, seq] of (this.deliveryFaults.hold(delivery.seq) ?? []).entries()) {
			const releasedAt = this.#clock.now() + position * REORDERED_GAP_MS;
			this.#statements.reschedule.run(releasedAt, seq);
			this.#tellOnCommit(fresh.destination, releasedAt);
		}
		return delivery;
	}

	/**
	 * Sends a delivery again, the same bytes under the same signature, as a fresh attempt 1 (section 6, replay).
	 * To be called within a write.
	 *
	 * @param id of a delivery or of a dead letter
	 * @returns the new delivery; undefined when there is none with that id
	 */
	replay(id: string): Delivery | undefined {
		const original = this.#statements.original.get(id, id);
		if (original === undefined) return undefined;
		return this.#addDelivery({ ...original, replayOf: original.replayOf ?? original.id });
	}

	/**
	 * Sends another body to the receiver of a delivery, signed afresh, as an event of its own. To be called within a write.
	 * @returns undefined when there is no delivery with that id
	 */
	resend(id: string, body: string): Delivery | undefined {
		const original = this.#statements.original.get(id, id);
		if (original === undefined) return undefined;
		const { event, destination } = original;
		const eventId = `evt_${this.#ids.hex('event', 12)}`;
		const inserted = this.#statements.insertEvent.run(eventId, event, body, this.#clock.now());
		const receiver = decodeDestination(destination);
		const secret = receiver.kind === 'api_key' ? this.#apiKeys.find(receiver.id)?.signing_secret : undefined;
		const signature = secret ? sign(body, secret) : null;
		const eventSeq = Number(inserted.lastInsertRowid);
		return this.#addDelivery({ event, eventId, eventSeq, destination, signature, replayOf: null });
	}

	/** The delivery that an id means: its own, or that of its dead letter. */
	findOriginal(id: string): { readonly destination: string } | undefined {
		return this.#statements.original.get(id, id);
	}

	#addDelivery(fresh: NewDelivery, dueAt = this.#clock.now()): Delivery {
		const id = `del_${this.#ids.hex('delivery', 12)}`;
		const now = this.#clock.now();
		const { event, eventSeq, eventId, destination, signature, replayOf } = fresh;
		const inserted = this.#statements.insertDelivery.run(
			id,
			eventSeq,
			event,
			destination,
			signature,
			dueAt,
			now,
			replayOf,
		);
		this.#version += 1;
		this.#counts.add({ event, status: 'pending', destination });
		this.#tellOnCommit(destination, dueAt);
		return {
			seq: Number(inserted.lastInsertRowid),
			id,
			event,
			eventId,
			destination,
			status: 'pending',
			attemptCount: 0,
			lastHttpStatus: null,
			nextAttemptAt: dueAt,
			createdAt: now,
			finishedAt: null,
			replayOf,
			replayedAs: null,
		};
	}

	#tellOnCommit(destination: string, dueAt: number): void {
		this.#database.afterCommit(() => this.#tell(destination, dueAt));
	}

	/**
	 * What a replay of a window sends again (section 6, replay): of every event that was delivered to an API key from
	 * `start` on and before `end`, one delivery per key, however often it was repeated; only to keys that still have a webhook
	 * URL. The earliest first; times in milliseconds.
	 */
	listReplayable(event: EventName, start: number, end: number, limit: number): string[] {
		return this.#statements.replayable.all(event, start, end, limit).map(({ id }) => id);
	}

	/** What is due for a destination, the longest due first. */
	listDue(destination: string, limit: number): DueDelivery[] {
		return this.#statements.due.all(destination, this.#clock.now(), limit);
	}

	/** When the next delivery falls due after `time`; undefined when none does. */
	findNextDueTime(time: number): number | undefined {
		return this.#statements.nextDue.get(time)?.dueAt ?? undefined;
	}

	/** The destinations that have something pending. */
	listPendingDestinations(): string[] {
		return this.#statements.pendingDestinations.all().map(({ destination }) => destination);
	}

	/**
	 * Logs an attempt and settles or reschedules its delivery (section 6, delivery rules). To be called within a write.
	 * @returns when the next attempt is due; undefined when there is none
	 */
	record(seq: number, attempt: { url: string; startedAt: number; outcome: Outcome }): number | undefined {
		const delivery = this.#statements.progress.get(seq);
		// Cleared by a reset while it was on its way.
		if (delivery === undefined) return undefined;
		const { url, startedAt, outcome } = attempt;
		const number = delivery.attemptCount + 1;
		const verdict = judge(outcome.httpStatus);
		const { httpStatus, responseBody, error, durationMs } = outcome;
		this.#statements.insertAttempt.run(
			seq,
			number,
			url,
			startedAt,
			durationMs,
			httpStatus,
			responseBody,
			error,
			verdict,
		);
		this.#version += 1;
		return this.#settle(seq, number, verdict, httpStatus, delivery);
	}

	#settle(
		seq: number,
		number: number,
		verdict: Verdict,
		httpStatus: number | null,
		{ event, status, destination }: Counted,
	): number | undefined {
		const now = this.#clock.now();
		const end = (settled: DeliveryStatus) => {
			this.#statements.update.run(settled, number, httpStatus, null, now, seq);
			this.#counts.add({ event, status: settled, destination }, { event, status, destination });
		};
		// Given up while it was on its way (its URL was cleared): the attempt is logged, the decision stands.
		if (status !== 'pending') end(status);
		else if (verdict === 'success') end('succeeded');
		else if (verdict === 'retry' && number < this.#policy.tries) {
			const nextAttemptAt = now + retryDelay(number, this.#policy);
			this.#statements.update.run('pending', number, httpStatus, nextAttemptAt, null, seq);
			return nextAttemptAt;
		} else {
			end('dead_lettered');
			this.#addDeadLetter(
				seq,
				verdict === 'gone' || verdict === 'client_error' ? verdict : 'retries_exhausted',
			);
		}
		return undefined;
	}

	/** Gives up what is pending for a destination that no longer is one. To be called within a write. */
	abandon(destination: Destination, reason: DeadLetterReason): void {
		const now = this.#clock.now();
		for (const { seq, event } of this.#statements.abandoned.all(now, encodeDestination(destination))) {
			const counted = { event, destination: encodeDestination(destination) };
			this.#counts.add({ ...counted, status: 'dead_lettered' }, { ...counted, status: 'pending' });
			this.#addDeadLetter(seq, reason);
		}
		this.#version += 1;
	}

	#addDeadLetter(seq: number, reason: DeadLetterReason): void {
		this.#statements.insertDeadLetter.run(
			`dl_${this.#ids.hex('dead-letter', 12)}`,
			seq,
			reason,
			this.#clock.now(),
		);
	}

	/** Newest first. */
	list(filter: DeliveryFilter, limit: number, offset = 0): Delivery[] {
		const { where, values } = conditionsOf(filter);
		return this.#query(where).list.all(...values, limit, offset);
	}

	/** How many match: those ever made, and those of them that are still kept. */
	count({ search, destination, ...filter }: DeliveryFilter): { made: number; kept: number } {
		const counted = { ...filter, destination: destination && encodeDestination(destination) };
		if (search === undefined) return this.#counts.count(withoutUndefined(counted));
		const { where, values } = conditionsOf({ ...filter, search, destination });
		const found = this.#query(where).count.get(...values)?.total ?? 0;
		return { made: found, kept: found };
	}

	/** Forgets an event with its deliveries, attempts and dead letters. To be called within a write. */
	forget(eventSeq: number): void {
		const { forgetAttempts, forgetDeadLetters, forgetDeliveries, forgetEvent } = this.#statements;
		forgetAttempts.run(eventSeq);
		forgetDeadLetters.run(eventSeq);
		for (const counted of forgetDeliveries.all(eventSeq)) this.#counts.forget(counted);
		forgetEvent.run(eventSeq);
	}

	/** Forgets what it counted, since everything was cleared. */
	reset(): void {
		this.deliveryFaults.clear();
		this.#counts.clear();
	}

	/** Few combinations of filters exist; each is prepared once. */
	#query(where: string) {
		let query = this.#queries.get(where);
		if (query === undefined) {
			query = {
				list: this.#database.prepare(
					`SELECT ${DELIVERY_COLUMNS} FROM ${DELIVERIES} ${where} ORDER BY deliveries.seq DESC LIMIT ? OFFSET ?`,
				),
				count: this.#database.prepare(
					// Only a search has to look at the events.
					`SELECT count(*) AS total FROM ${where.includes('events.') ? DELIVERIES : 'deliveries'} ${where}`,
				),
			};
			this.#queries.set(where, query);
		}
		return query;
	}

	/** A delivery with its bytes and every attempt. */
	find(
		id: string,
	): (Delivery & { body: string; signature: string | null; attempts: readonly Attempt[] }) | undefined {
		const delivery = this.#statements.byId.get(id);
		return delivery && { ...delivery, attempts: this.#statements.attempts.all(delivery.seq) };
	}

	/** A page of what was given up, newest first, and how many match in all. */
	listDeadLetters(
		filter: DeadLetterFilter,
		limit: number,
		offset: number,
	): { letters: DeadLetter[]; total: number } {
		const replayed =
			filter.replayed === undefined ? undefined : `${REPLAYED_AS} IS ${filter.replayed ? 'NOT ' : ''}NULL`;
		const { where, values } = conditionsOf(filter, replayed);
		const from = `FROM ${DEAD_LETTERS} ${where}`;
		const rows = this.#database
			.prepare<DeadLetterRow>(
				`SELECT ${DEAD_LETTER_COLUMNS} ${from} ORDER BY dead_letters.seq DESC LIMIT ? OFFSET ?`,
			)
			.all(...values, limit, offset);
		const count = this.#database
			.prepare<{ total: number }>(`SELECT count(*) AS total ${from}`)
			.get(...values);
		return { letters: rows.map(toDeadLetter), total: count?.total ?? 0 };
	}
}

interface DeadLetterRow extends Delivery {
	readonly deadLetterId: string;
	readonly reason: DeadLetterReason;
	readonly deadAt: number;
}

function toDeadLetter({ deadLetterId, reason, deadAt, ...delivery }: DeadLetterRow): DeadLetter {
	return { id: deadLetterId, reason, createdAt: deadAt, delivery };
}

/** @param more a condition without values */
function conditionsOf({ event, status, destination, search }: DeliveryFilter, more?: string) {
	const conditions = more === undefined ? [] : [more];
	const values: SQLInputValue[] = [];
	if (event !== undefined) {
		conditions.push('deliveries.event = ?');
		values.push(event);
	}
	if (status !== undefined) {
		conditions.push('deliveries.status = ?');
		values.push(status);
	}
	if (destination !== undefined) {
		conditions.push('deliveries.destination = ?');
		values.push(encodeDestination(destination));
	}
	if (search !== undefined) {
		conditions.push('instr(lower(events.body), lower(?))');
		values.push(search);
	}
	return { where: conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`, values };
}

function withoutUndefined(filter: { [Name in keyof Counted]?: Counted[Name] | undefined }): Partial<Counted> {
	return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
}

function prepareStatements(database: Database) {
	const ofEvent = '(SELECT seq FROM deliveries WHERE event_seq = ?)';
	return {
		forgetAttempts: database.prepare<never>(`DELETE FROM attempts WHERE delivery_seq IN ${ofEvent}`),
		forgetDeadLetters: database.prepare<never>(`DELETE FROM dead_letters WHERE delivery_seq IN ${ofEvent}`),
		forgetDeliveries: database.prepare<Counted>(
			'DELETE FROM deliveries WHERE event_seq = ? RETURNING event, status, destination',
		),
		forgetEvent: database.prepare<never>('DELETE FROM events WHERE seq = ?'),
		insertEvent: database.prepare<never>(
			'INSERT INTO events (id, event, body, created_at) VALUES (?, ?, ?, ?)',
		),
		insertDelivery: database.prepare<never>(
			`INSERT INTO deliveries (id, event_seq, event, destination, signature, status, next_attempt_at, created_at,
				replay_of)
			VALUES (?, ?, ?, ?, ?, 'pending', ?, ?, ?)`,
		),
		original: database.prepare<{
			id: string;
			event: EventName;
			eventId: string;
			eventSeq: number;
			destination: string;
			signature: string | null;
			replayOf: string | null;
		}>(
			`SELECT deliveries.id, deliveries.event, events.id AS eventId, deliveries.event_seq AS eventSeq,
				deliveries.destination, deliveries.signature, deliveries.replay_of AS replayOf
			FROM ${DELIVERIES}
			WHERE deliveries.id = ?
				OR deliveries.seq = (SELECT delivery_seq FROM dead_letters WHERE dead_letters.id = ?)`,
		),
		due: database.prepare<DueDelivery>(
			`SELECT deliveries.seq, events.body, deliveries.signature FROM ${DELIVERIES}
			WHERE deliveries.status = 'pending' AND deliveries.destination = ? AND deliveries.next_attempt_at <= ?
			ORDER BY deliveries.next_attempt_at, deliveries.seq LIMIT ?`,
		),
		nextDue: database.prepare<{ dueAt: number | null }>(
			"SELECT min(next_attempt_at) AS dueAt FROM deliveries WHERE status = 'pending' AND next_attempt_at > ?",
		),
		pendingDestinations: database.prepare<{ destination: string }>(
			"SELECT DISTINCT destination FROM deliveries WHERE status = 'pending'",
		),
		progress: database.prepare<Counted & { attemptCount: number }>(
			'SELECT event, destination, status, attempt_count AS attemptCount FROM deliveries WHERE seq = ?',
		),
		insertAttempt: database.prepare<never>(
			`INSERT INTO attempts (delivery_seq, number, url, started_at, duration_ms, http_status, response_body, error,
				verdict)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		),
		replayable: database.prepare<{ id: string }>(
			`SELECT id, min(finished_at) AS firstAt, min(seq) AS firstSeq FROM deliveries
			WHERE event = ? AND status = 'succeeded' AND finished_at >= ? AND finished_at < ?
				AND destination IN (
					SELECT 'api_key:' || id FROM api_keys
					WHERE record ->> 'revoked_at' IS NULL AND record ->> 'webhook_url' IS NOT NULL
				)
			GROUP BY event_seq, destination ORDER BY firstAt, firstSeq LIMIT ?`,
		),
		reschedule: database.prepare<never>(
			"UPDATE deliveries SET next_attempt_at = ? WHERE seq = ? AND status = 'pending'",
		),
		update: database.prepare<never>(
			`UPDATE deliveries SET status = ?, attempt_count = ?, last_http_status = ?, next_attempt_at = ?, finished_at = ?
			WHERE seq = ?`,
		),
		abandoned: database.prepare<{ seq: number; event: EventName }>(
			`UPDATE deliveries SET status = 'dead_lettered', next_attempt_at = NULL, finished_at = ?
			WHERE destination = ? AND status = 'pending' RETURNING seq, event`,
		),
		insertDeadLetter: database.prepare<never>(
			'INSERT INTO dead_letters (id, delivery_seq, reason, created_at) VALUES (?, ?, ?, ?)',
		),
		byId: database.prepare<Delivery & { body: string; signature: string | null }>(
			`SELECT ${DELIVERY_COLUMNS}, events.body, deliveries.signature FROM ${DELIVERIES} WHERE deliveries.id = ?`,
		),
		attempts: database.prepare<Attempt>(
			`SELECT number, url, started_at AS startedAt, duration_ms AS durationMs, http_status AS httpStatus,
				response_body AS responseBody, error, verdict
			FROM attempts WHERE delivery_seq = ? ORDER BY number`,
		),
	};
}
