import { isoTime } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import { Records, recordTable } from '../database/records.ts';
import type { App } from '../plugin.ts';
import { isFinal, type Batch, type BatchStatus, type NewBatch, type Recipient } from './batch.ts';

export const BATCH_TABLES = `
	${recordTable('batches', 'status')}

	CREATE TABLE batch_recipients (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		batch_id TEXT NOT NULL REFERENCES batches (id),
		name TEXT,
		phone_number TEXT NOT NULL,
		status TEXT NOT NULL DEFAULT 'pending',
		call_id TEXT,
		failure_reason TEXT,
		call_started_at INTEGER,
		call_ends_at INTEGER
	) STRICT;
	CREATE INDEX batch_recipients_by_status ON batch_recipients (batch_id, status, seq);
	CREATE INDEX batch_recipients_calling ON batch_recipients (call_ends_at) WHERE status = 'calling';
`;

const RECIPIENT_COLUMNS = `seq, name, phone_number AS phoneNumber, status, call_id AS callId, failure_reason AS failureReason, call_started_at AS callStartedAt,
	call_ends_at AS callEndsAt`;

/** The account's campaigns and their recipients. */
export class Batches extends Records<Batch> {
	readonly #statements: ReturnType<typeof prepareStatements>;

	constructor(app: App) {
		super(app, 'batches', 'Batch');
		this.#statements = prepareStatements(app.database);
	}

	/** Stores a campaign with its recipients. To be called within a write. */
	create({ recipients, ...fresh }: NewBatch): Batch {
		const createdAt = fresh.created_at ?? isoTime(this.app.clock.now());
		const batch = this.add({
			id: this.app.ids.uuid('batch'),
			total_recipients: recipients.length,
			completed_count: 0,
			failed_count: 0,
			started_at: fresh.status === 'running' ? createdAt : null,
			finished_at: null,
			...fresh,
			created_at: createdAt,
		});
		for (const { name, phoneNumber } of recipients) {
			this.#statements.insertRecipient.run(batch.id, name, phoneNumber);
		}
		return batch;
	}

	/** A campaign's recipients in their order. */
	listRecipients(batch: Batch, limit: number, offset: number): Recipient[] {
		return this.#statements.recipients.all(batch.id, limit, offset);
	}

	/** The running campaigns that still have somebody to dial, oldest first. */
	listDialling(): Batch[] {
		return this.listBy('status', 'running')
			.filter((batch) => this.listPending(batch, 1).length > 0)
			.reverse();
	}

	/** The scheduled campaigns whose time has come by `time`, the earliest first. */
	listStarting(time: number): Batch[] {
		return this.#scheduled().filter((batch) => startOf(batch) <= time);
	}

	/** When the next scheduled campaign starts; undefined when none does. */
	findNextStart(): number | undefined {
		const [next] = this.#scheduled();
		return next && startOf(next);
	}

	#scheduled(): Batch[] {
		const scheduled = this.listBy('status', 'scheduled').reverse();
		return scheduled.sort((one, other) => startOf(one) - startOf(other));
	}

	/** When the next call of any campaign ends; undefined when none is going on. */
	findNextCallEnd(): number | undefined {
		return this.#statements.nextCallEnd.get()?.at ?? undefined;
	}

	/** The calls that end by `time`, with their campaigns. */
	listEndingCalls(time: number): Array<{ recipient: Recipient; batch: Batch }> {
		return this.#statements.endingCalls.all(time).map(({ batchId, ...recipient }) => ({
			recipient,
			batch: this.require(batchId),
		}));
	}

	/** How many calls of campaigns are going on. */
	countCalling(): number {
		return this.#statements.calling.get()?.total ?? 0;
	}

	/** The next ones to be dialled. */
	listPending(batch: Batch, limit: number): Recipient[] {
		return this.#statements.pending.all(batch.id, limit);
	}

	/** Whether somebody is yet to be dialled or on the phone. */
	hasOpenRecipients(batch: Batch): boolean {
		return this.#statements.open.get(batch.id) !== undefined;
	}

	/** Changes where a campaign stands; a final status is final at `at`. To be called within a write. */
	setStatus(batch: Batch, status: BatchStatus, at: number): Batch {
		return this.change(batch.id, {
			status,
			started_at: status === 'running' ? isoTime(at) : batch.started_at,
			finished_at: isFinal(status) ? isoTime(at) : null,
		});
	}

	/** To be called within a write. */
	beginCall(
		recipient: Recipient,
		call: { callId: string; startedAt: number; endsAt: number; failureReason: string | null },
	): void {
		this.#statements.beginCall.run(
			call.callId,
			call.failureReason,
			call.startedAt,
			call.endsAt,
			recipient.seq,
		);
	}

	/** Settles a call and counts it. To be called within a write. */
	endCall(batch: Batch, recipient: Recipient, status: 'completed' | 'failed'): void {
		this.#statements.endCall.run(status, recipient.seq);
		const { completed_count: completed, failed_count: failed } = this.require(batch.id);
		const counts = status === 'completed' ? { completed_count: completed + 1 } : { failed_count: failed + 1 };
		this.change(batch.id, counts);
	}

	/** Section 3: marks who has not been dialled as skipped. To be called within a write. */
	skipPending(batch: Batch): void {
		this.#statements.skipPending.run(batch.id);
	}
}

/** When a scheduled campaign starts. */
function startOf({ scheduled_at: at, created_at: created }: Batch): number {
	return Date.parse(at ?? created);
}

function prepareStatements(database: Database) {
	const recipients = (rest: string) =>
		database.prepare<Recipient>(`SELECT ${RECIPIENT_COLUMNS} FROM batch_recipients ${rest}`);
	return {
		insertRecipient: database.prepare<never>(
			'INSERT INTO batch_recipients (batch_id, name, phone_number) VALUES (?, ?, ?)',
		),
		recipients: recipients('WHERE batch_id = ? ORDER BY seq LIMIT ? OFFSET ?'),
		nextCallEnd: database.prepare<{ at: number | null }>(
			"SELECT min(call_ends_at) AS at FROM batch_recipients WHERE status = 'calling'",
		),
		endingCalls: database.prepare<Recipient & { batchId: string }>(
			`SELECT ${RECIPIENT_COLUMNS}, batch_id AS batchId FROM batch_recipients
			WHERE status = 'calling' AND call_ends_at <= ? ORDER BY call_ends_at, seq`,
		),
		calling: database.prepare<{ total: number }>(
			"SELECT count(*) AS total FROM batch_recipients WHERE status = 'calling'",
		),
		pending: recipients("WHERE batch_id = ? AND status = 'pending' ORDER BY seq LIMIT ?"),
		open: database.prepare<{ seq: number }>(
			"SELECT seq FROM batch_recipients WHERE batch_id = ? AND status IN ('pending', 'calling') LIMIT 1",
		),
		beginCall: database.prepare<never>(
			`UPDATE batch_recipients SET status = 'calling', call_id = ?, failure_reason = ?, call_started_at = ?,
				call_ends_at = ?
			WHERE seq = ?`,
		),
		endCall: database.prepare<never>('UPDATE batch_recipients SET status = ? WHERE seq = ?'),
		skipPending: database.prepare<never>(
			"UPDATE batch_recipients SET status = 'skipped' WHERE batch_id = ? AND status = 'pending'",
		),
	};
}
