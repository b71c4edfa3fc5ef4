import type { Clock } from '../clock/clock.ts';

/** How many requests are remembered. */
const CAPACITY = 10_000;

/** A request that the service received. */
export interface JournalEntry {
	readonly id: number;
	readonly method: string;
	readonly path: string;
	/** Without secrets. */
	readonly headers: Readonly<Record<string, unknown>>;
	/** The JSON body without secrets; for other bodies a summary; null when there was none or it was not read. */
	body: unknown;
	/** Milliseconds. */
	readonly receivedAt: number;
	/** How many requests to this path were in flight, this one included. */
	readonly inFlight: number;
	/** Status of the answer; null while there is none, or when the connection was cut. */
	status: number | null;
	durationMs: number | null;
}

/** What the service was asked, for tests to look at. Kept in memory. */
export class Journal {
	readonly #clock: Clock;
	readonly #inFlight = new Map<string, number>();
	#entries: JournalEntry[] = [];
	#allInFlight = 0;
	#peaks = new Map<string, number>();
	#peak = 0;
	#lastId = 0;

	constructor(clock: Clock) {
		this.#clock = clock;
	}

	/** Rises with every request. */
	get version(): number {
		return this.#lastId;
	}

	/** Notes the beginning of a request. */
	begin(method: string, path: string, headers: JournalEntry['headers']): JournalEntry {
		const inFlight = (this.#inFlight.get(path) ?? 0) + 1;
		this.#inFlight.set(path, inFlight);
		this.#allInFlight += 1;
		this.#peak = Math.max(this.#peak, this.#allInFlight);
		this.#peaks.set(path, Math.max(this.#peaks.get(path) ?? 0, inFlight));
		const entry: JournalEntry = {
			id: (this.#lastId += 1),
			method,
			path,
			headers,
			body: null,
			receivedAt: this.#clock.now(),
			inFlight,
			status: null,
			durationMs: null,
		};
		this.#entries.push(entry);
		// In lumps, since removing from the front moves everything else.
		if (this.#entries.length > CAPACITY * 1.2) this.#entries = this.#entries.slice(-CAPACITY);
		return entry;
	}

	/** Notes its end; null when it was cut off. */
	end(entry: JournalEntry, status: number | null): void {
		entry.status = status;
		entry.durationMs = Math.round(this.#clock.now() - entry.receivedAt);
		this.#allInFlight -= 1;
		const left = (this.#inFlight.get(entry.path) ?? 1) - 1;
		if (left === 0) this.#inFlight.delete(entry.path);
		else this.#inFlight.set(entry.path, left);
	}

	/** Oldest first; to one path when given. */
	list(path?: string): readonly JournalEntry[] {
		return path === undefined ? this.#entries : this.#entries.filter((entry) => entry.path === path);
	}

	/** The most requests at once since the journal was cleared; to one path when given. */
	peakInFlight(path?: string): number {
		return path === undefined ? this.#peak : (this.#peaks.get(path) ?? 0);
	}

	clear(): void {
		this.#entries = [];
		this.#peak = this.#allInFlight;
		this.#peaks = new Map(this.#inFlight);
	}
}
