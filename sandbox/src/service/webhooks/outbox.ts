import { plainError } from '../http/errors.ts';
import type { App } from '../plugin.ts';
import { DeliveryFaults, type DeliveryFault } from './delivery-faults.ts';
import {
	type DeliveryStatus,
	type Destination,
	type EventName,
	toVerdict,
	keysFor,
	type AttemptOutcome,
	readId,
	retryDelay,
	type ServiceEvent,
	sign,
} from './rules.ts';

/** The reasons for which a delivery is given up. */
type DeadLetterReason =
	| 'retries_exhausted'
	| 'client_error'
	| 'gone'
	| 'webhook_url_cleared'
	| 'api_key_revoked';

/** A due delivery with the body to be sent; the signature is null if it is not signed. */
export interface DueDelivery {
	readonly seq: number;
	readonly body: string;
	readonly signature: string | null;
}

/** An attempt at a delivery; `started_at` in milliseconds. */
export interface DeliveryAttempt extends AttemptOutcome {
	/** The `seq` of the delivery. */
	readonly seq: number;
	readonly url: string;
	readonly started_at: number;
}

/** The fields of a new delivery. */
interface NewDelivery {
	readonly event: EventName;
	readonly event_seq: number;
	readonly destination: Destination;
	readonly signature: string | null;
	/** Those of the sandbox's faults that it has, as a JSON list. */
	readonly faults: string;
	readonly replay_of: string | null;
}

/** A receiver of an event. */
export interface EventReceiver {
	readonly destination: Destination;
	/** None: the delivery is not signed. */
	readonly signingSecret: string | null;
}

type EventHead = Omit<ServiceEvent, 'data'>;

/** The longest time for which a delivery is held back until others overtake it. */
const MAX_HOLD_MS = 9_000;
/** The time between reordered deliveries, so that they arrive in this order. */
const REORDERED_GAP_MS = 150;

type Used = Pick<App, 'apiKeys' | 'clock' | 'config' | 'database' | 'destinations' | 'dispatcher' | 'ids'>;

/**
 * The durable outbox of section 6. An event and its deliveries are stored in the transaction that causes them. A
 * delivery stays `pending` until an attempt settles it, so that nothing is lost when the process dies; at
 * worst it is sent twice. Methods that change something are to be called within a transaction.
 */
export class Outbox {
	readonly #app: Used;
	/** The faults of the next deliveries. */
	readonly deliveryFaults = new DeliveryFaults();
	#onPublished: (event: ServiceEvent) => void = () => undefined;

	constructor(app: Used) {
		this.#app = app;
	}

	/** Calls `react` with each event from now on, within the transaction that causes it. */
	onPublished(react: (event: ServiceEvent) => void): void {
		this.#onPublished = react;
	}

	/**
	 * Stores an event and its signed deliveries to the API keys that receive it.
	 * @param serviceNumber the number of the event, in E.164; null if it has none
	 * @param only gets the event in place of the account's webhooks
	 * @returns the id of the event
	 */
	publish(event: EventName, serviceNumber: string | null, data: object, only?: EventReceiver): string {
		const published = { ...this.#createEvent(event), data };
		const body = JSON.stringify(published);
		const delivery = this.#addEvent(published, body);
		const receivers = only === undefined ? this.#listReceivers(serviceNumber) : [only];
		for (const { destination, signingSecret: secret } of receivers) {
			const wrong = secret !== null && this.deliveryFaults.applies('wrong_signature');
			const signature = secret === null ? null : sign(body, wrong ? `not ${secret}` : secret);
			this.#addFresh({ ...delivery, destination, signature }, wrong ? ['wrong_signature'] : []);
		}
		this.#onPublished(published);
		return published.id;
	}

	#listReceivers(serviceNumber: string | null): EventReceiver[] {
		return keysFor(this.#app.apiKeys.listWebhookKeys(), serviceNumber).map((key) => ({
			destination: `api_key:${key.id}`,
			signingSecret: key.signing_secret,
		}));
	}

	/**
	 * Stores an event that is delivered unsigned to one chat-app account only; returns its id.
	 * @param more fields beside `data`
	 * @param only gets the event in place of the account
	 */
	publishToAccount(
		event: EventName,
		accountId: string,
		data: object,
		more: object,
		only?: Pick<EventReceiver, 'destination'>,
	): string {
		const published = { ...this.#createEvent(event), ...more, data };
		const delivery = this.#addEvent(published, JSON.stringify(published));
		const destination = only?.destination ?? `chatapp_account:${accountId}`;
		this.#addFresh({ ...delivery, destination, signature: null }, []);
		this.#onPublished(published);
		return published.id;
	}

	/**
	 * Sends a delivery again, with the same bytes and signature, as a new delivery that starts with attempt 1,
	 * to the receiver's current URL (section 6, replay).
	 *
	 * @param id the id of a delivery or of a dead letter
	 * @returns the id of the new delivery
	 * @throws {ServiceError} 404 for an unknown id, 409 when the receiver no longer has a webhook URL
	 */
	replay(id: string): string {
		const { id: originalId, ...original } = this.#requireOriginal(id);
		// Of the faults, only the signature is repeated.
		const faults = toJson(fromJson(original.faults).filter((kind) => kind === 'wrong_signature'));
		return this.#add({ ...original, faults, replay_of: original.replay_of ?? originalId }).id;
	}

	/** Sends a delivery like {@link replay}, but with another body, newly signed, as an event of its own. */
	resend(id: string, body: string): string {
		const { event, destination } = this.#requireOriginal(id);
		const delivery = this.#addEvent(this.#createEvent(event), body);
		const key = this.#app.apiKeys.find(readId('api_key', destination) ?? '');
		const signature = key?.signing_secret ? sign(body, key.signing_secret) : null;
		return this.#add({ ...delivery, destination, signature, faults: toJson([]) }).id;
	}

	/** Finds a delivery by its own id or by that of its dead letter. */
	findOriginal(id: string): (NewDelivery & { readonly id: string }) | undefined {
		return this.#app.database.get(
			`SELECT id, event, event_seq, destination, signature, faults, replay_of FROM deliveries
			WHERE id = ? OR seq = (SELECT delivery_seq FROM dead_letters WHERE id = ?)`,
			id,
			id,
		);
	}

	#requireOriginal(id: string) {
		const original = this.findOriginal(id);
		if (original === undefined) throw plainError(404, 'Delivery not found');
		if (this.#app.destinations.findUrl(original.destination) === null) {
			throw plainError(409, 'The receiver of this delivery has no webhook URL any more');
		}
		return original;
	}

	/** Creates the head of an event that happens now. */
	#createEvent(event: EventName): EventHead {
		const { clock, ids } = this.#app;
		return { id: `evt_${ids.hex('event', 12)}`, event, created_at: clock.stamp() };
	}

	/** Stores an event with the body that is sent; returns the fields that its deliveries share. */
	#addEvent({ id, event, created_at }: EventHead, body: string) {
		const row = { id, event, body, created_at: Date.parse(created_at) };
		return { event, event_seq: this.#app.database.insert('events', row), replay_of: null };
	}

	/**
	 * Adds a delivery that is not a replay. Delivery faults may duplicate it or hold it back until others
	 * overtake it.
	 * @param faults that it has already
	 */
	#addFresh(fresh: Omit<NewDelivery, 'faults'>, faults: readonly DeliveryFault[]): void {
		const { clock, database } = this.#app;
		const isTwice = this.deliveryFaults.applies('duplicate');
		const allFaults = isTwice ? [...faults, 'duplicate' as const] : faults;
		for (let copies = isTwice ? 2 : 1; copies > 0; copies -= 1) {
			if (!this.deliveryFaults.applies('reordered')) {
				this.#add({ ...fresh, faults: toJson(allFaults) });
				continue;
			}
			const heldBack = { ...fresh, faults: toJson([...allFaults, 'reordered']) };
			const { seq } = this.#add(heldBack, clock.now() + MAX_HOLD_MS);
			for (const [position, held] of this.deliveryFaults.holdBack(seq).entries()) {
				const dueAt = clock.now() + position * REORDERED_GAP_MS;
				database.run(
					"UPDATE deliveries SET next_attempt_at = ? WHERE seq = ? AND status = 'pending'",
					dueAt,
					held,
				);
				this.#sendOnceCommitted(fresh.destination, dueAt);
			}
		}
	}

	#add(fresh: NewDelivery, dueAt = this.#app.clock.now()): { id: string; seq: number } {
		const { clock, database, ids } = this.#app;
		const id = `del_${ids.hex('delivery', 12)}`;
		const pending = { status: 'pending', next_attempt_at: dueAt, created_at: clock.now() } as const;
		const seq = database.insert('deliveries', { ...fresh, id, ...pending });
		this.#sendOnceCommitted(fresh.destination, dueAt);
		return { id, seq };
	}

	#sendOnceCommitted(destination: Destination, dueAt: number): void {
		const { database, dispatcher } = this.#app;
		database.afterCommit(() => dispatcher.wake(destination, dueAt));
	}

	/**
	 * Lists the deliveries that a replay of a window sends again (section 6, replay): for every event that was
	 * delivered to an API key from `start` on and before `end`, one delivery per key, however often it was
	 * repeated, and only for keys that still have a webhook URL. The earliest come first; times in
	 * milliseconds.
	 */
	listReplayable(event: EventName, start: number, end: number, limit: number): string[] {
		const rows = this.#app.database.all<{ id: string }>(
			`SELECT id, min(finished_at) AS first_at, min(seq) AS first_seq FROM deliveries
			WHERE event = ? AND status = 'succeeded' AND finished_at >= ? AND finished_at < ?
				AND destination IN (
					SELECT 'api_key:' || id FROM api_keys
					WHERE record ->> 'revoked_at' IS NULL AND record ->> 'webhook_url' IS NOT NULL
				)
			GROUP BY event_seq, destination ORDER BY first_at, first_seq LIMIT ?`,
			event,
			start,
			end,
			limit,
		);
		return rows.map(({ id }) => id);
	}

	/** Lists the deliveries that are due for a destination, the longest due first. */
	listDue(destination: Destination, limit: number): DueDelivery[] {
		return this.#app.database.all(
			`SELECT deliveries.seq, body, signature FROM deliveries JOIN events ON events.seq = event_seq
			WHERE status = 'pending' AND destination = ? AND next_attempt_at <= ?
			ORDER BY next_attempt_at, deliveries.seq LIMIT ?`,
			destination,
			this.#app.clock.now(),
			limit,
		);
	}

	/** Returns the time of the next delivery that falls due after `time`; undefined if there is none. */
	findNextDueTime(time: number): number | undefined {
		const next = this.#app.database.get<{ at: number | null }>(
			"SELECT min(next_attempt_at) AS at FROM deliveries WHERE status = 'pending' AND next_attempt_at > ?",
			time,
		);
		return next?.at ?? undefined;
	}

	/** Lists the destinations that have pending deliveries. */
	listPendingDestinations(): Destination[] {
		return this.#app.database
			.all<{ destination: Destination }>(
				"SELECT DISTINCT destination FROM deliveries WHERE status = 'pending'",
			)
			.map(({ destination }) => destination);
	}

	/**
	 * Logs an attempt and settles or reschedules its delivery (section 6, delivery rules).
	 * @returns the time at which the next attempt is due; undefined if there is none
	 */
	record({ seq, ...attempted }: DeliveryAttempt): number | undefined {
		const { clock, config, database, ids } = this.#app;
		const sql = 'SELECT id, status, attempt_count FROM deliveries WHERE seq = ?';
		const before = database.get<{ id: string; status: DeliveryStatus; attempt_count: number }>(sql, seq);
		// A reset has cleared the delivery while it was being sent.
		if (before === undefined) return undefined;
		const number = before.attempt_count + 1;
		const verdict = toVerdict(attempted.http_status);
		database.insert('attempts', { delivery_seq: seq, number, verdict, ...attempted });

		const settled = verdict === 'success' ? 'succeeded' : 'dead_lettered';
		const again = verdict === 'retry' && number < config.deliveryTries;
		const pending = before.status === 'pending';
		// If the delivery was given up while it was being sent, since its URL was removed, the attempt is logged,
		// but the status stays.
		const status = !pending ? before.status : again ? 'pending' : settled;
		const now = clock.now();
		const chance = ids.chanceFor(`delay of ${before.id} after ${number}`);
		const retryAt = pending && again ? now + retryDelay(number, config, chance) : null;
		database.run(
			`UPDATE deliveries SET status = ?, attempt_count = ?, last_http_status = ?, next_attempt_at = ?,
				finished_at = ?
			WHERE seq = ?`,
			status,
			number,
			attempted.http_status,
			retryAt,
			retryAt === null ? now : null,
			seq,
		);
		if (pending && status === 'dead_lettered') {
			this.#addDeadLetter(
				seq,
				verdict === 'gone' || verdict === 'client_error' ? verdict : 'retries_exhausted',
			);
		}
		return retryAt ?? undefined;
	}

	/** Gives up the pending deliveries of a destination that no longer exists. */
	abandon(destination: Destination, reason: DeadLetterReason): void {
		const { clock, database } = this.#app;
		const abandoned = database.all<{ seq: number }>(
			`UPDATE deliveries SET status = 'dead_lettered', next_attempt_at = NULL, finished_at = ?
			WHERE destination = ? AND status = 'pending' RETURNING seq`,
			clock.now(),
			destination,
		);
		for (const { seq } of abandoned) this.#addDeadLetter(seq, reason);
	}

	#addDeadLetter(seq: number, reason: DeadLetterReason): void {
		const { clock, database, ids } = this.#app;
		const id = `dl_${ids.hex('dead-letter', 12)}`;
		database.insert('dead_letters', { id, delivery_seq: seq, reason, created_at: clock.now() });
	}

	/** Deletes an event with its deliveries, attempts and dead letters. */
	forget(eventSeq: number): void {
		const { database } = this.#app;
		for (const table of ['attempts', 'dead_letters']) {
			database.run(
				`DELETE FROM ${table} WHERE delivery_seq IN (SELECT seq FROM deliveries WHERE event_seq = ?)`,
				eventSeq,
			);
		}
		database.run('DELETE FROM deliveries WHERE event_seq = ?', eventSeq);
		database.run('DELETE FROM events WHERE seq = ?', eventSeq);
	}
}

const toJson = (faults: readonly DeliveryFault[]) => JSON.stringify(faults);
const fromJson = (faults: string) => JSON.parse(faults) as DeliveryFault[];
