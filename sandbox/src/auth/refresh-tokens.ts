import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import { hashOf } from './secrets.ts';

export const REFRESH_TOKEN_TABLES = `
	CREATE TABLE refresh_tokens (
		hash BLOB PRIMARY KEY,
		created_at INTEGER NOT NULL,
		used_at INTEGER
	) STRICT;
`;

/** Refresh tokens (section 4, token endpoints). Each is good for one session; only hashes are kept. */
export class RefreshTokens {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #insert: Statement<never>;
	readonly #use: Statement<never>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#insert = database.prepare('INSERT INTO refresh_tokens (hash, created_at) VALUES (?, ?)');
		this.#use = database.prepare('UPDATE refresh_tokens SET used_at = ? WHERE hash = ? AND used_at IS NULL');
	}

	/** A new token. To be called within a write. */
	issue(): string {
		const token = `refresh_${this.#ids.hex('refresh-token', 24)}`;
		this.#insert.run(hashOf(token), this.#clock.now());
		return token;
	}

	/** Uses a token up; false when it is unknown or has been used before. To be called within a write. */
	use(token: string): boolean {
		return Number(this.#use.run(this.#clock.now(), hashOf(token)).changes) > 0;
	}
}
