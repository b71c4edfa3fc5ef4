const COUNT_NEW = `
	INSERT INTO delivery_counts VALUES (new.event, new.status, new.destination, 1, 1)
	ON CONFLICT DO UPDATE SET made = made + 1, kept = kept + 1;`;
const OF_OLD = 'WHERE event = old.event AND status = old.status AND destination = old.destination;';

/**
 * The number of deliveries of each kind that were made and that are still kept, so that counting need not
 * read every row.
 */
const DELIVERY_COUNTS = `
	CREATE TABLE IF NOT EXISTS delivery_counts (
		event TEXT NOT NULL,
		status TEXT NOT NULL,
		destination TEXT NOT NULL,
		made INTEGER NOT NULL,
		kept INTEGER NOT NULL,
		PRIMARY KEY (event, status, destination)
	) STRICT, WITHOUT ROWID;
	CREATE TRIGGER IF NOT EXISTS delivery_made AFTER INSERT ON deliveries BEGIN ${COUNT_NEW} END;
	CREATE TRIGGER IF NOT EXISTS delivery_settled AFTER UPDATE OF status ON deliveries
	WHEN old.status <> new.status BEGIN
		UPDATE delivery_counts SET made = made - 1, kept = kept - 1 ${OF_OLD}
		${COUNT_NEW}
	END;
	CREATE TRIGGER IF NOT EXISTS delivery_forgotten AFTER DELETE ON deliveries BEGIN
		UPDATE delivery_counts SET kept = kept - 1 ${OF_OLD}
	END;
`;

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
	${DELIVERY_COUNTS}
`;
