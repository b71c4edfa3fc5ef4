import { setImmediate as letOthersRun } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database.ts';

/** The interval at which rows to delete are looked for. */
const INTERVAL_MS = 250;
/**
 * The number of rows of a kind that are deleted in one transaction, so that requests need not wait for long.
 */
const PER_TRANSACTION = 500;

interface Bound {
	readonly table: string;
	/** An SQL condition; only rows that meet it are ever deleted. */
	readonly done: string;
	readonly forget: (seq: number) => void;
}

/** Bounds the history of the sandbox: of each kind of row, the newest are kept. */
export class History {
	readonly #database: Database;
	readonly #keep: number;
	readonly #log: Pick<FastifyBaseLogger, 'warn'>;
	readonly #bounds: Bound[] = [];
	/** SQL conditions by table. */
	readonly #spared = new Map<string, string[]>();
	#seen = -1;
	#timer: NodeJS.Timeout | undefined;
	#isStopped = false;

	/** @param keep the number of rows of each kind that are kept */
	constructor(database: Database, keep: number, log: Pick<FastifyBaseLogger, 'warn'>) {
		this.#database = database;
		this.#keep = keep;
		this.#log = log;
	}

	/**
	 * Keeps the newest rows of a table with a `seq`.
	 * @param done an SQL condition; only rows that meet it are ever deleted
	 * @param forget deletes a row with everything that belongs to it; called within a transaction
	 */
	bound(
		table: string,
		done = 'TRUE',
		forget = (seq: number): void => void this.#database.run(`DELETE FROM ${table} WHERE seq = ?`, seq),
	): void {
		this.#bounds.push({ table, done, forget });
	}

	/** The tables that are bounded. */
	get tables(): string[] {
		return this.#bounds.map(({ table }) => table);
	}

	/**
	 * Keeps rows of a bounded table for which something is still due.
	 * @param due an SQL condition; rows are not deleted as long as they meet it
	 */
	spare(table: string, due: string): void {
		this.#spared.set(table, [...(this.#spared.get(table) ?? []), due]);
	}

	start(): void {
		this.#timer = setInterval(() => void this.#tidy(), INTERVAL_MS).unref();
	}

	stop(): void {
		this.#isStopped = true;
		clearInterval(this.#timer);
	}

	async #tidy(): Promise<void> {
		const { changes } = this.#database;
		if (changes === this.#seen) return;
		this.#seen = changes;
		for (const bound of this.#bounds) {
			if (this.#isStopped) return;
			try {
				this.#tidyTable(bound);
			} catch (error) {
				// E.g. the disk is full.
				const words = `old rows of ${bound.table} could not be deleted; it is tried again after the next change`;
				this.#log.warn({ err: error }, words);
			}
			await letOthersRun();
		}
	}

	#tidyTable(bound: Bound): void {
		const oldest = this.#findOldest(bound);
		if (oldest.length === 0) return;
		this.#database.transaction(() => oldest.forEach(({ seq }) => bound.forget(seq)));
	}

	#findOldest({ table, done }: Bound): Array<{ seq: number }> {
		const conditions = [done, ...(this.#spared.get(table) ?? []).map((due) => `NOT ${due}`)].join(' AND ');
		return this.#database.all(
			`SELECT seq FROM ${table} WHERE seq <= (SELECT max(seq) FROM ${table}) - ? AND ${conditions} ` +
				'ORDER BY seq LIMIT ?',
			this.#keep,
			PER_TRANSACTION,
		);
	}
}
