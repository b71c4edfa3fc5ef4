import type { Database } from './database.ts';

/** Holds the settings, which belong to the sandbox and outlive a reset. */
export const SETTINGS_TABLE = `
	CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Tables that outlive a reset. */
const KEPT_TABLES = new Set(['settings']);

/** Deletes every row; settings and table definitions stay, so prepared statements stay valid. */
export function clearTables(database: Database): void {
	const tables = database.all<{ name: string }>(
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'",
	);
	// Rows of one table refer to those of another; the check waits for the commit.
	database.execute('PRAGMA defer_foreign_keys = ON');
	for (const { name } of tables) {
		if (!KEPT_TABLES.has(name)) database.execute(`DELETE FROM "${name}"`);
	}
}
