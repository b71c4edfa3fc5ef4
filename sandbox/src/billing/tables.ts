/** The account's credits, entry by entry, and the checkouts by which they are bought. */
export const BILLING_TABLES = `
	CREATE TABLE credit_entries (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		kind TEXT NOT NULL,
		amount_micros INTEGER NOT NULL,
		balance_micros INTEGER NOT NULL,
		description TEXT NOT NULL,
		reference TEXT,
		created_at INTEGER NOT NULL
	) STRICT;

	CREATE TABLE checkouts (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		amount_micros INTEGER NOT NULL,
		success_url TEXT NOT NULL,
		cancel_url TEXT NOT NULL,
		status TEXT NOT NULL,
		created_at INTEGER NOT NULL,
		settled_at INTEGER
	) STRICT;
`;
