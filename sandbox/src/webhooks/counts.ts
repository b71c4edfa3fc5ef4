import type { Database } from '../database/database.ts';
import type { Destination } from './destination.ts';
import type { DeliveryStatus, EventName } from './events.ts';

/** What deliveries are counted by. */
export interface Counted {
	readonly event: EventName;
	readonly status: DeliveryStatus;
	readonly destination: Destination;
}

interface Tally extends Counted {
	made: number;
	forgotten: number;
}

/** How many deliveries there are of each kind, so that nobody has to walk through them. */
export class DeliveryCounts {
	readonly #database: Database;
	#tallies = new Map<string, Tally>();

	constructor(database: Database) {
		this.#database = database;
		const rows = database.all<Counted & { total: number }>(
			'SELECT event, status, destination, count(*) AS total FROM deliveries GROUP BY event, status, destination',
		);
		for (const { total, ...counted } of rows) this.#tallyOf(counted).made = total;
	}

	/** Notes a delivery, once it is committed; `from` is how it was counted before. To be called within a write. */
	add(counted: Counted, from?: Counted): void {
		this.#database.afterCommit(() => {
			this.#tallyOf(counted).made += 1;
			if (from !== undefined) this.#tallyOf(from).made -= 1;
		});
	}

	/** Notes that one is no longer kept. To be called within a write. */
	forget(counted: Counted): void {
		this.#database.afterCommit(() => (this.#tallyOf(counted).forgotten += 1));
	}

	clear(): void {
		this.#tallies = new Map();
	}

	/** How many match: those ever made, and those of them that are still kept. */
	count(filter: Partial<Counted>): { made: number; kept: number } {
		const count = { made: 0, kept: 0 };
		for (const tally of this.#tallies.values()) {
			const { event = tally.event, status = tally.status, destination = tally.destination } = filter;
			if (event !== tally.event || status !== tally.status || destination !== tally.destination) continue;
			count.made += tally.made;
			count.kept += tally.made - tally.forgotten;
		}
		return count;
	}

	#tallyOf({ event, status, destination }: Counted): Tally {
		const key = `${event} ${status} ${destination}`;
		const tally = this.#tallies.get(key) ?? { event, status, destination, made: 0, forgotten: 0 };
		this.#tallies.set(key, tally);
		return tally;
	}
}
