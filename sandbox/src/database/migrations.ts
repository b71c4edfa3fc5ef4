import type { Database } from './database.ts';

/** Tables that outlive a reset. */
const KEPT_TABLES = new Set(['schema_versions', 'settings']);

/** Brings the tables of a part up to date: its SQL steps in order, once each. A released step is never edited; a new one is appended. */
export function migrate(database: Database, part: string, steps: readonly string[]): void {
	database.execute(`
		CREATE TABLE IF NOT EXISTS schema_versions (part TEXT PRIMARY KEY, version INTEGER NOT NULL) STRICT;
		CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
	`);
	const sql = 'SELECT version FROM schema_versions WHERE part = ?';
	const done = database.get<{ version: number }>(sql, part)?.version ?? 0;
	if (done >= steps.length) return;
	database.transaction(() => {
		for (const step of steps.slice(done)) database.execute(step);
		database.run('INSERT OR REPLACE INTO schema_versions (part, version) VALUES (?, ?)', part, steps.length);
	});
}

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
