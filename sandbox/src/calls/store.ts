import type { Database, Statement } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { Outbox, PublishedEvent } from '../webhooks/outbox.ts';
import { serviceNumberOf, type Call, type NewCall, type TranscriptLine } from './call.ts';
import { toCallRecord } from './record.ts';

export const CALL_TABLES = `
	CREATE TABLE calls (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		ended_at INTEGER NOT NULL,
		call TEXT NOT NULL
	) STRICT;
`;

/** The calls that have ended. */
export class Calls {
	readonly #ids: Ids;
	readonly #outbox: Outbox;
	readonly #insert: Statement<never>;
	readonly #latest: Statement<{ call: string }>;
	readonly #count: Statement<{ total: number }>;

	constructor(database: Database, ids: Ids, outbox: Outbox) {
		this.#ids = ids;
		this.#outbox = outbox;
		this.#insert = database.prepare('INSERT INTO calls (id, ended_at, call) VALUES (?, ?, ?)');
		this.#latest = database.prepare('SELECT call FROM calls ORDER BY seq DESC LIMIT ? OFFSET ?');
		this.#count = database.prepare('SELECT count(*) AS total FROM calls');
	}

	/** An id for a call that begins. */
	nextId(): string {
		return this.#ids.uuid('call');
	}

	/**
	 * Ends a call: it is stored and, its post-processing being instant here, `call.completed` fires (section 6).
	 * To be called within a write.
	 */
	complete(fresh: NewCall): { call: Call; published: PublishedEvent } {
		const call: Call = {
			batchId: null,
			contactName: null,
			summary: summaryOf(fresh),
			transcript: transcriptOf(fresh),
			extractedData: {},
			...fresh,
			id: fresh.id ?? this.nextId(),
		};
		this.#insert.run(call.id, call.endedAt, JSON.stringify(call));
		const published = this.#outbox.publish({
			event: 'call.completed',
			serviceNumber: serviceNumberOf(call),
			data: toCallRecord(call),
		});
		return { call, published };
	}

	/** The latest first, and how many there are in all. */
	list(limit: number, offset: number): { calls: Call[]; total: number } {
		return {
			calls: this.#latest.all(limit, offset).map(({ call }) => JSON.parse(call) as Call),
			total: this.#count.get()?.total ?? 0,
		};
	}
}

function summaryOf({ direction, contactName }: NewCall): string {
	return direction === 'inbound'
		? 'The caller asked for the opening hours and was told them.'
		: `${contactName ?? 'The contact'} was reached, listened to the offer and will think about it.`;
}

function transcriptOf({ direction }: NewCall): TranscriptLine[] {
	return direction === 'inbound'
		? [
				{ role: 'agent', text: 'Hello, how can I help you?' },
				{ role: 'caller', text: 'When do you open on Saturday?' },
				{ role: 'agent', text: 'From ten to four.' },
			]
		: [
				{ role: 'agent', text: 'Hello, I am calling on behalf of the shop. Do you have a minute?' },
				{ role: 'caller', text: 'All right, go ahead.' },
			];
}
