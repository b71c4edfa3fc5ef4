/** The tables of events, deliveries, attempts and dead letters. */
export const WEBHOOK_TABLES = `
	CREATE TABLE IF NOT EXISTS events (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		event TEXT NOT NULL,
		body TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;

	CREATE TABLE IF NOT EXISTS deliveries (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		event_seq INTEGER NOT NULL REFERENCES events (seq),
		event TEXT NOT NULL,
		destination TEXT NOT NULL,
		signature TEXT,
		faults TEXT NOT NULL,
		status TEXT NOT NULL,
		attempt_count INTEGER NOT NULL DEFAULT 0,
		last_http_status INTEGER,
		next_attempt_at INTEGER,
		created_at INTEGER NOT NULL,
		finished_at INTEGER,
		replay_of TEXT
	) STRICT;
	CREATE INDEX IF NOT EXISTS deliveries_waiting ON deliveries (destination, next_attempt_at, seq)
		WHERE status = 'pending';
	CREATE INDEX IF NOT EXISTS deliveries_due ON deliveries (next_attempt_at) WHERE status = 'pending';
	CREATE INDEX IF NOT EXISTS deliveries_of_event ON deliveries (event_seq);
	CREATE INDEX IF NOT EXISTS deliveries_finished ON deliveries (event, status, finished_at);
	CREATE INDEX IF NOT EXISTS deliveries_repeating ON deliveries (replay_of) WHERE replay_of IS NOT NULL;

	CREATE TABLE IF NOT EXISTS attempts (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		delivery_seq INTEGER NOT NULL REFERENCES deliveries (seq),
		number INTEGER NOT NULL,
		url TEXT NOT NULL,
		started_at INTEGER NOT NULL,
		duration_ms INTEGER NOT NULL,
		http_status INTEGER,
		response_headers TEXT,
		response_body TEXT,
		error TEXT,
		verdict TEXT NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS attempts_of_delivery ON attempts (delivery_seq, number);

	CREATE TABLE IF NOT EXISTS dead_letters (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		delivery_seq INTEGER NOT NULL REFERENCES deliveries (seq),
		reason TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;
	CREATE INDEX IF NOT EXISTS dead_letters_of_delivery ON dead_letters (delivery_seq);
`;
