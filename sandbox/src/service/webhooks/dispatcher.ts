import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ClockTimer } from '../clock/clock.ts';
import { HttpClient } from '../http/http-client.ts';
import type { App } from '../plugin.ts';
import type { DeliveryAttempt, DueDelivery } from './outbox.ts';
import { type AttemptOutcome, type Destination, SIGNATURE_HEADER } from './rules.ts';

/** The maximum number of simultaneous attempts to one destination, so that a slow one does not delay the others. */
const CONCURRENCY = 64;
/** The wait after an error of the database. */
const RETRY_MS = 1_000;
/** The length of the beginning of a receiver's answer that is kept. */
const KEPT_RESPONSE_BYTES = 4096;

type Used = Pick<App, 'clock' | 'config' | 'database' | 'destinations' | 'log' | 'outbox'>;

/** An attempt that has ended, with the deliveries under way to its destination. */
interface Ended {
	readonly attempted: DeliveryAttempt;
	readonly underWay: Set<number>;
}

/** Sends the deliveries of the outbox when they are due on the sandbox's clock, and records their attempts. */
export class Dispatcher {
	readonly #app: Used;
	readonly #sender: Sender;
	readonly #timer: ClockTimer;
	/** The `seq` of the deliveries whose attempt is not yet recorded, so that the outbox still lists them as due. */
	readonly #underWay = new Map<Destination, Set<number>>();
	/** The destinations to which a delivery may be due. */
	readonly #woken = new Set<Destination>();
	/** The attempts that are not yet recorded. */
	#ended: Ended[] = [];
	#isTurnPlanned = false;
	#running = false;

	constructor(app: Used) {
		this.#app = app;
		this.#sender = new Sender(app.config.deliveryTimeoutMs);
		this.#timer = app.clock.createTimer(() => this.#wakeAll());
	}

	/** Starts sending, beginning with the deliveries that an earlier run of the sandbox left pending. */
	start(): void {
		this.#running = true;
		this.#wakeAll();
	}

	/** Tells the dispatcher that a delivery was stored, which is due at a time. */
	wake(destination: Destination, dueAt: number): void {
		if (!this.#running) return;
		if (dueAt > this.#app.clock.now()) this.#timer.set(dueAt);
		else this.#sendSoon(destination);
	}

	/** Forgets the deliveries in progress, since the outbox was cleared. */
	reset(): void {
		this.#underWay.clear();
		this.#woken.clear();
		this.#ended = [];
	}

	/** Stops sending; deliveries in progress stay pending in the outbox. */
	async stop(): Promise<void> {
		this.#running = false;
		this.#timer.cancel();
		this.#recordEnded();
		this.reset();
		await this.#sender.close();
	}

	#wakeAll(): void {
		const { clock, outbox } = this.#app;
		// Read first, so that a delivery that falls due in between is sent now or by the timer.
		const nextDueAt = outbox.findNextDueTime(clock.now());
		for (const destination of outbox.listPendingDestinations()) this.#sendSoon(destination);
		if (nextDueAt !== undefined) this.#timer.set(nextDueAt);
	}

	/** Sends to a destination in the next turn of the event loop, so that what comes up until then is read together. */
	#sendSoon(destination: Destination): void {
		this.#woken.add(destination);
		if (this.#isTurnPlanned) return;
		this.#isTurnPlanned = true;
		void this.#app.clock.waitFor(nextTurn().then(() => this.#takeTurn()));
	}

	/** Records the attempts that have ended, in one commit, and sends what is due. */
	#takeTurn(): void {
		const { clock, log } = this.#app;
		this.#isTurnPlanned = false;
		this.#recordEnded();
		const woken = [...this.#woken];
		this.#woken.clear();
		for (const destination of woken) {
			try {
				this.#sendDue(destination);
			} catch (error) {
				// E.g. the database cannot be read.
				log.warn({ err: error }, 'deliveries could not be sent; it is tried again');
				this.#timer.set(clock.now() + RETRY_MS);
			}
		}
	}

	#sendDue(destination: Destination): void {
		const { clock, destinations, outbox } = this.#app;
		const underWay = this.#underWay.get(destination) ?? new Set<number>();
		if (!this.#running || underWay.size >= CONCURRENCY) return;
		// No more can be free, since all that are under way may be among them.
		const due = outbox.listDue(destination, CONCURRENCY).filter(({ seq }) => !underWay.has(seq));
		const url = destinations.findUrl(destination);
		if (url === null || due.length === 0) return;
		this.#underWay.set(destination, underWay);
		for (const delivery of due.slice(0, CONCURRENCY - underWay.size)) {
			underWay.add(delivery.seq);
			void clock.waitFor(this.#attempt(destination, url, underWay, delivery));
		}
	}

	async #attempt(
		destination: Destination,
		url: string,
		underWay: Set<number>,
		{ seq, body, signature }: DueDelivery,
	): Promise<void> {
		const started_at = this.#app.clock.now();
		const outcome = await this.#sender.send(url, body, signature);
		// An attempt that stopping or a reset has cut short says nothing about the receiver.
		if (underWay !== this.#underWay.get(destination)) return;
		this.#ended.push({ underWay, attempted: { seq, url, started_at, ...outcome } });
		this.#sendSoon(destination);
	}

	#recordEnded(): void {
		const { clock, database, log, outbox } = this.#app;
		const ended = this.#ended.splice(0);
		if (ended.length === 0) return;
		let dueAt: Array<number | undefined>;
		try {
			dueAt = database.transaction(() => ended.map(({ attempted }) => outbox.record(attempted)));
		} catch (error) {
			// E.g. the disk is full; the deliveries are still pending and are sent again.
			log.warn({ err: error }, 'attempts to deliver could not be recorded; they are made again');
			dueAt = [clock.now() + RETRY_MS];
			// Not at once, since the disk is still full.
			this.#woken.clear();
		}
		for (const { underWay, attempted } of ended) underWay.delete(attempted.seq);
		for (const at of dueAt) if (at !== undefined) this.#timer.set(at);
	}
}

/** Sends webhooks. */
export class Sender {
	readonly #httpClient: HttpClient;
	readonly #timeoutMs: number;

	/** @param timeoutMs the time limit of an attempt, from connecting to the end of the answer */
	constructor(timeoutMs: number) {
		this.#httpClient = new HttpClient(timeoutMs);
		this.#timeoutMs = timeoutMs;
	}

	/**
	 * Sends a body once. Never throws; errors are part of the outcome. The status counts as soon as it has
	 * arrived; of an answer that stalls or breaks off, the part that arrived within the time limit is kept.
	 */
	async send(url: string, body: string, signature: string | null): Promise<AttemptOutcome> {
		const headers = ['content-type', 'application/json', 'user-agent', 'voice-agent-sandbox'];
		if (signature !== null) headers.push(SIGNATURE_HEADER, signature);
		const limits = { timeoutMs: this.#timeoutMs, maxAnswerBytes: KEPT_RESPONSE_BYTES };
		const answer = await this.#httpClient.send({ method: 'POST', url, headers, body, ...limits });
		return {
			http_status: answer.status,
			response_headers: answer.headers && JSON.stringify(answer.headers),
			response_body: answer.body?.toString('utf8') ?? null,
			error: answer.status === null ? answer.error : null,
			duration_ms: answer.durationMs,
		};
	}

	/** Aborts the requests in progress. */
	close(): Promise<void> {
		return this.#httpClient.close();
	}
}
