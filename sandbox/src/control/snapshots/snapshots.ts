import { plainError } from '../../service/http/errors.ts';
import { parseTime, withIsoTimes, type Row } from '../../service/http/times.ts';
import type { App } from '../../service/plugin.ts';
import { clearAndSeed } from '../../service/seed/index.ts';
import {
	FILE_FORMAT,
	fromFileTables,
	toFileTables,
	type SnapshotFile,
	type Snapshot,
} from './snapshot-file.ts';
import { TableCopies } from './table-copies.ts';

export const SNAPSHOT_TABLES = `
	CREATE TABLE IF NOT EXISTS snapshots (
		name TEXT PRIMARY KEY,
		saved_at INTEGER NOT NULL,
		memory TEXT NOT NULL
	) STRICT;
`;

/** The part of a state that is not in tables. */
type StateInMemory = Pick<SnapshotFile, 'drawn' | 'faults' | 'delivery_faults'>;

type Stored = Row<Snapshot> & { readonly memory: string };

/**
 * Saved states of the account, each with a name: copies of the tables, the faults and the time. The requests
 * that were received are not in it.
 */
export class Snapshots {
	readonly #app: App;
	readonly #copies: TableCopies;

	constructor(app: App) {
		this.#app = app;
		this.#copies = new TableCopies(app.database);
	}

	/** Lists the states by name. */
	list(): Snapshot[] {
		const sql = 'SELECT name, saved_at FROM snapshots ORDER BY name';
		return this.#app.database.all<Row<Snapshot>>(sql).map((row) => withIsoTimes<Snapshot>(row));
	}

	/** Saves the current state, replacing one of the same name. To be called within a transaction. */
	save(name: string): Snapshot {
		const { clock, faults, ids, outbox } = this.#app;
		this.#copies.save(name);
		const delivery_faults = outbox.deliveryFaults.list();
		return this.#store(name, clock.now(), { drawn: ids.positions, faults: faults.list(), delivery_faults });
	}

	/**
	 * Restores a state and its time; the first key keeps its signing secret. To be called within a transaction.
	 * @throws {ServiceError} 404 for an unknown name, 409 for a state with another table layout
	 */
	restore(name: string): Snapshot {
		const { apiKeys, clock, faults, ids, outbox } = this.#app;
		const stored = this.#require(name);
		if (!this.#copies.fits(name)) throw createVersionError();
		// Resets first, since that also clears the data that the parts keep in memory.
		clearAndSeed('bare', this.#app);
		this.#copies.restore(name);
		apiKeys.keepFirstSecret();
		const memory = JSON.parse(stored.memory) as StateInMemory;
		ids.resume(memory.drawn);
		faults.restore(memory.faults);
		outbox.deliveryFaults.restore(memory.delivery_faults);
		clock.restore(stored.saved_at);
		return withIsoTimes<Snapshot>({ name, saved_at: stored.saved_at });
	}

	/** Removes a state. To be called within a transaction. @throws {ServiceError} 404 for an unknown name */
	remove(name: string): Snapshot {
		const { saved_at } = this.#require(name);
		this.#copies.remove(name);
		this.#app.database.run('DELETE FROM snapshots WHERE name = ?', name);
		return withIsoTimes<Snapshot>({ name, saved_at });
	}

	/** Returns a state as a file. @throws {ServiceError} 404 for an unknown name */
	export(name: string): SnapshotFile {
		const { memory, saved_at } = this.#require(name);
		return {
			format: FILE_FORMAT,
			layout: this.#layout(),
			...withIsoTimes<Snapshot>({ name, saved_at }),
			account: this.#app.config.account,
			...this.#owner(),
			...(JSON.parse(memory) as StateInMemory),
			tables: toFileTables(this.#copies.read(name)),
		};
	}

	/**
	 * Takes a state from a file, in place of one of the same name. To be called within a transaction.
	 * @throws {ServiceError} 400 for what cannot be restored, 409 for a file of another version or account
	 */
	import(file: SnapshotFile): Snapshot {
		if (file.format !== FILE_FORMAT || file.layout !== this.#layout()) throw createVersionError();
		if (file.account !== this.#app.config.account) {
			// No two accounts of a service have an identifier or a number in common.
			throw plainError(409, `This snapshot is of account ${file.account}. Import it there`);
		}
		const { name, saved_at, drawn, faults, delivery_faults } = file;
		for (const { endpoint } of faults) this.#app.faults.requireEndpoint(endpoint);
		const mistake = this.#copies.write(name, fromFileTables(file, this.#owner()));
		if (mistake !== undefined) throw plainError(400, `The snapshot file is damaged: ${mistake}`);
		return this.#store(name, parseTime('saved_at', saved_at), { drawn, faults, delivery_faults });
	}

	#store(name: string, saved_at: number, memory: StateInMemory): Snapshot {
		const sql = 'INSERT OR REPLACE INTO snapshots VALUES (?, ?, ?)';
		this.#app.database.run(sql, name, saved_at, JSON.stringify(memory));
		return withIsoTimes<Snapshot>({ name, saved_at });
	}

	#require(name: string): Stored {
		const stored = this.#app.database.get<Stored>('SELECT * FROM snapshots WHERE name = ?', name);
		if (stored === undefined) throw plainError(404, 'Snapshot not found');
		return stored;
	}

	/** The version of the table layout, which the database keeps. */
	#layout(): number {
		const sql = 'SELECT user_version AS layout FROM pragma_user_version';
		return this.#app.database.get<{ layout: number }>(sql)?.layout ?? 0;
	}

	#owner(): Pick<SnapshotFile, 'user_id' | 'api_key'> {
		const { apiKeys, firstKey, user } = this.#app;
		const { id, prefix, hash } = apiKeys.require(firstKey.id);
		return { user_id: user.id, api_key: { id, prefix, hash } };
	}
}

function createVersionError() {
	return plainError(409, 'This snapshot was saved by another version of the sandbox');
}
