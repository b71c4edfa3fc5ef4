import type { App } from '../plugin.ts';
import { hashOf } from './secrets.ts';

export const REFRESH_TOKEN_TABLES = `
	CREATE TABLE refresh_tokens (
		hash BLOB PRIMARY KEY,
		created_at INTEGER NOT NULL,
		used_at INTEGER
	) STRICT;
`;

/**
 * A new refresh token (section 4, token endpoints). Each is good for one session; only hashes are kept. To be called within a
 * write.
 */
export function issueRefreshToken({ clock, database, ids }: App): string {
	const token = `refresh_${ids.hex('refresh-token', 24)}`;
	database.insert('refresh_tokens', { hash: hashOf(token), created_at: clock.now() });
	return token;
}

/** Uses a token up; false when it is unknown or has been used before. To be called within a write. */
export function useRefreshToken(token: string, { clock, database }: App): boolean {
	const sql = 'UPDATE refresh_tokens SET used_at = ? WHERE hash = ? AND used_at IS NULL';
	return database.run(sql, clock.now(), hashOf(token)) > 0;
}
