import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';

const pollMs = 200;
/** SQLite's code for a database that another process has locked. */
const busy = 5;

const take = (database: DatabaseSync): boolean => {
	try {
		database.exec('BEGIN EXCLUSIVE');
		return true;
	} catch (error) {
		if ((error as { errcode?: number }).errcode === busy) return false;
		throw error;
	}
};

/**
 * Does the work while no other process does work under the same lock file: `npm start` and `npm test` may
 * install or build at the same time. The lock is SQLite's, which the system releases with the process that
 * holds it, however that ends.
 *
 * @throws Failure when aborted before its turn comes
 */
export const exclusively = async <T>(
	file: string,
	work: () => Promise<T>,
	signal?: AbortSignal,
): Promise<T> => {
	mkdirSync(dirname(file), { recursive: true });
	const database = new DatabaseSync(file, { timeout: 0 });
	try {
		while (!take(database)) {
			if (signal?.aborted) throw new Failure('Stopped.');
			await delay(pollMs);
		}
		return await work();
	} finally {
		database.close();
	}
};
