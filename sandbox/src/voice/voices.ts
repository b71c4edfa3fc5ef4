import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';

export const VOICE_TABLES = `
	CREATE TABLE voices (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		name TEXT NOT NULL,
		description TEXT,
		samples TEXT NOT NULL,
		created_at INTEGER NOT NULL
	) STRICT;
`;

/** What a voice was cloned from; the audio itself is not kept. */
export interface Sample {
	readonly filename: string;
	readonly format: 'wav' | 'mp3' | 'm4a';
	readonly bytes: number;
	readonly seconds: number;
}

/** A cloned voice (section 2, voice clone); `createdAt` in milliseconds. */
export interface Voice {
	readonly id: string;
	readonly name: string;
	readonly description: string | null;
	readonly samples: readonly Sample[];
	readonly createdAt: number;
}

interface Row {
	id: string;
	name: string;
	description: string | null;
	samples: string;
	created_at: number;
}

/** The account's cloned voices. */
export class Voices {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #insert: Statement<never>;
	readonly #all: Statement<Row>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#insert = database.prepare(
			'INSERT INTO voices (id, name, description, samples, created_at) VALUES (?, ?, ?, ?, ?)',
		);
		this.#all = database.prepare('SELECT * FROM voices ORDER BY seq DESC');
	}

	/** To be called within a write. */
	add(fresh: Pick<Voice, 'name' | 'description' | 'samples'>): Voice {
		const voice = { ...fresh, id: this.#ids.uuid('voice'), createdAt: this.#clock.now() };
		const { id, name, description, samples, createdAt } = voice;
		this.#insert.run(id, name, description, JSON.stringify(samples), createdAt);
		return voice;
	}

	/** Newest first. */
	list(): Voice[] {
		return this.#all.all().map((row) => ({
			id: row.id,
			name: row.name,
			description: row.description,
			samples: JSON.parse(row.samples) as Sample[],
			createdAt: row.created_at,
		}));
	}
}
