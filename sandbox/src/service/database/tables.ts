import type { Database } from './database.ts';

/** The table of settings, which belong to the sandbox and outlive a reset. */
export const SETTINGS_TABLE = `
	CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
`;

/** Tables that outlive a reset. */
const KEPT_TABLES = new Set(['settings']);

/**
 * Lists the tables with the data of an account, without the settings, which belong to the sandbox, and
 * without snapshots.
 */
export function accountTables(database: Database): string[] {
	const tables = database.all<{ name: string }>(
		"SELECT name FROM sqlite_schema WHERE type = 'table' AND " +
			"name NOT LIKE 'sqlite_%' AND name NOT LIKE 'snapshot%'",
	);
	return tables.map(({ name }) => name).filter((name) => !KEPT_TABLES.has(name));
}

/** Deletes every row; settings and table definitions stay, so prepared statements stay valid. */
export function clearTables(database: Database): void {
	// Rows of one table refer to rows of another, so the check waits for the commit.
	database.execute('PRAGMA defer_foreign_keys = ON');
	for (const table of accountTables(database)) database.run(`DELETE FROM "${table}"`);
}
