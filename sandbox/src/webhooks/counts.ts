import type { Database } from '../database/database.ts';
import type { Destination } from './destination.ts';
import type { DeliveryStatus, EventName } from './events.ts';

/** What deliveries are counted by. */
export interface Counted {
	readonly event: EventName;
	readonly status: DeliveryStatus;
	readonly destination: Destination;
}

/** How many deliveries there are of each kind, so that nobody has to walk through them. What notes is called within a write. */
export class DeliveryCounts {
	readonly #database: Database;
	#tallies = new Map<string, Counted & { made: number; forgotten: number }>();

	constructor(database: Database) {
		this.#database = database;
		const rows = database.all<Counted & { total: number }>(
			'SELECT event, status, destination, count(*) AS total FROM deliveries GROUP BY event, status, destination',
		);
		for (const { total, ...counted } of rows) this.#tallyOf(counted).made = total;
	}

	/** Notes a delivery, once it is committed; `from` is how it was counted before. */
	add(counted: Counted, from?: Counted): void {
		this.#database.afterCommit(() => {
			this.#tallyOf(counted).made += 1;
			if (from !== undefined) this.#tallyOf(from).made -= 1;
		});
	}

	/** Notes that one is no longer kept. */
	forget(counted: Counted): void {
		this.#database.afterCommit(() => (this.#tallyOf(counted).forgotten += 1));
	}

	clear(): void {
		this.#tallies.clear();
	}

	/** How many match: those ever made, and those of them that are still kept. */
	count({ event, status, destination }: Partial<Counted>): { made: number; kept: number } {
		let made = 0;
		let kept = 0;
		for (const tally of this.#tallies.values()) {
			if (event !== undefined && event !== tally.event) continue;
			if (status !== undefined && status !== tally.status) continue;
			if (destination !== undefined && destination !== tally.destination) continue;
			made += tally.made;
			kept += tally.made - tally.forgotten;
		}
		return { made, kept };
	}

	#tallyOf({ event, status, destination }: Counted) {
		const key = `${event} ${status} ${destination}`;
		const tally = this.#tallies.get(key) ?? { event, status, destination, made: 0, forgotten: 0 };
		this.#tallies.set(key, tally);
		return tally;
	}
}
