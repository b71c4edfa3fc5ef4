import { setImmediate as nextTurn } from 'node:timers/promises';
import type { App } from '../plugin.ts';
import type { Destination } from './rules.ts';
import type { Attempted, DueDelivery } from './outbox.ts';
import type { Sender } from './sender.ts';

/** The maximum number of simultaneous attempts to one destination. */
const CONCURRENCY = 64;
/** The number of due deliveries that are read from the outbox at a time. */
const BATCH = 256;
/** The wait after an error of the database. */
const RETRY_MS = 1_000;

type Used = Pick<App, 'clock' | 'database' | 'destinations' | 'log' | 'outbox'>;

/**
 * Sends the deliveries to one destination. Each destination has its own queue, so that a slow receiver does
 * not delay the others.
 */
export class DestinationQueue {
	readonly #app: Used;
	readonly #destination: Destination;
	readonly #sender: Sender;
	readonly #schedule: (dueAt: number) => void;
	/**
	 * The deliveries that have been read and are being sent or recorded; the outbox still lists them as due.
	 */
	readonly #claimed = new Set<number>();
	#ready: DueDelivery[] = [];
	/** The attempts that have ended and are not yet recorded. */
	#ended: Attempted[] = [];
	#inFlight = 0;
	#exhausted = false;
	#isWaking = false;
	#stopped = false;

	/** @param schedule is called with the time at which a delivery is due again */
	constructor(app: Used, destination: Destination, sender: Sender, schedule: (dueAt: number) => void) {
		this.#app = app;
		this.#destination = destination;
		this.#sender = sender;
		this.#schedule = schedule;
	}

	/** Tells the queue that a delivery may be due. The deliveries of several transactions are read together. */
	wake(): void {
		if (this.#isWaking) return;
		this.#isWaking = true;
		this.#soon(() => {
			this.#isWaking = false;
			this.#exhausted = false;
			this.#go();
		});
	}

	/** Stops taking deliveries and recording attempts. */
	stop(): void {
		this.#stopped = true;
		this.#ready = [];
		this.#ended = [];
	}

	/** Writes the attempts that have ended to the database, in one transaction. */
	record(): void {
		if (this.#ended.length === 0) return;
		const { clock, database, log, outbox } = this.#app;
		const ended = this.#ended.splice(0);
		let dueAt: Array<number | undefined>;
		try {
			dueAt = database.transaction(() => ended.map((attempt) => outbox.record(attempt)));
		} catch (error) {
			// E.g. the disk is full; the deliveries are still pending and are sent again.
			log.warn({ err: error }, 'attempts to deliver could not be recorded; they are made again');
			dueAt = [clock.now() + RETRY_MS];
		}
		for (const { seq } of ended) this.#claimed.delete(seq);
		for (const at of dueAt) if (at !== undefined) this.#schedule(at);
	}

	#go(): void {
		while (!this.#stopped && this.#inFlight < CONCURRENCY) {
			const next = this.#take();
			if (next === undefined) return;
			this.#inFlight += 1;
			this.#follow(this.#attempt(next));
		}
	}

	#take(): DueDelivery | undefined {
		if (this.#ready.length === 0 && !this.#exhausted) {
			const due = this.#app.outbox.listDue(this.#destination, this.#claimed.size + BATCH);
			this.#ready = due.filter(({ seq }) => !this.#claimed.has(seq)).reverse();
			for (const { seq } of this.#ready) this.#claimed.add(seq);
			this.#exhausted = this.#ready.length === 0;
		}
		return this.#ready.pop();
	}

	async #attempt({ seq, body, signature }: DueDelivery): Promise<void> {
		const attempted = await this.#send(seq, body, signature);
		// An attempt that was interrupted by stopping says nothing about the receiver; it is made again after the
		// next start.
		if (this.#stopped) return;
		if (attempted === null) this.#claimed.delete(seq);
		else this.#recordSoon(attempted);
		this.#go();
	}

	/** Returns null without a URL: the delivery has just been given up, so nothing is sent or logged. */
	async #send(seq: number, body: string, signature: string | null): Promise<Attempted | null> {
		const { clock, destinations } = this.#app;
		try {
			const url = destinations.findUrl(this.#destination);
			const started_at = clock.now();
			return url === null
				? null
				: { seq, url, started_at, ...(await this.#sender.send(url, body, signature)) };
		} catch (error) {
			this.#claimed.delete(seq);
			throw error;
		} finally {
			this.#inFlight -= 1;
		}
	}

	/** Records an attempt together with the others that end in this turn of the event loop, in one commit. */
	#recordSoon(attempted: Attempted): void {
		if (this.#ended.push(attempted) === 1) this.#soon(() => this.record());
	}

	/** Does work in the next turn of the event loop. */
	#soon(work: () => void): void {
		this.#follow(nextTurn().then(work));
	}

	/** Follows work to its end. If it fails, e.g. to read the outbox, deliveries are looked for again later. */
	#follow(work: Promise<void>): void {
		const { clock, log } = this.#app;
		const ended = work.catch((error: unknown) => {
			if (this.#stopped) return;
			log.warn({ err: error }, 'deliveries could not be sent; it is tried again');
			this.#schedule(clock.now() + RETRY_MS);
		});
		void clock.track(ended);
	}
}
