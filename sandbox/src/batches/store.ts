import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/database.ts';
import type { Ids } from '../ids/ids.ts';
import type { Batch, BatchStatus, NewBatch, Recipient } from './batch.ts';

export const BATCH_TABLES = `
	CREATE TABLE batches (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		user_id TEXT NOT NULL,
		name TEXT NOT NULL,
		caller_id TEXT NOT NULL,
		agent_id TEXT,
		status TEXT NOT NULL,
		send_now INTEGER NOT NULL,
		scheduled_at INTEGER,
		window_start_time TEXT NOT NULL,
		window_end_time TEXT NOT NULL,
		window_days TEXT NOT NULL,
		reserved_concurrency INTEGER NOT NULL,
		purpose TEXT,
		goal TEXT,
		total_recipients INTEGER NOT NULL,
		completed_count INTEGER NOT NULL DEFAULT 0,
		failed_count INTEGER NOT NULL DEFAULT 0,
		created_at INTEGER NOT NULL,
		started_at INTEGER,
		finished_at INTEGER
	) STRICT;
	CREATE INDEX batches_by_status ON batches (status, scheduled_at);

	CREATE TABLE batch_recipients (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		batch_seq INTEGER NOT NULL REFERENCES batches (seq),
		name TEXT,
		phone_number TEXT NOT NULL,
		status TEXT NOT NULL DEFAULT 'pending',
		call_id TEXT,
		failure_reason TEXT,
		call_started_at INTEGER,
		call_ends_at INTEGER
	) STRICT;
	CREATE INDEX batch_recipients_by_status ON batch_recipients (batch_seq, status, seq);
	CREATE INDEX batch_recipients_calling ON batch_recipients (call_ends_at) WHERE status = 'calling';
`;

interface Row {
	seq: number;
	id: string;
	user_id: string;
	name: string;
	caller_id: string;
	agent_id: string | null;
	status: BatchStatus;
	send_now: number;
	scheduled_at: number | null;
	window_start_time: string;
	window_end_time: string;
	window_days: string;
	reserved_concurrency: number;
	purpose: string | null;
	goal: string | null;
	total_recipients: number;
	completed_count: number;
	failed_count: number;
	created_at: number;
	started_at: number | null;
	finished_at: number | null;
}

const RECIPIENT_COLUMNS = `batch_recipients.seq, batch_recipients.name, phone_number AS phoneNumber,
	batch_recipients.status, call_id AS callId, failure_reason AS failureReason, call_started_at AS callStartedAt,
	call_ends_at AS callEndsAt`;

/** The account's campaigns and their recipients. */
export class Batches {
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #statements: ReturnType<typeof prepareStatements>;

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#clock = clock;
		this.#ids = ids;
		this.#statements = prepareStatements(database);
	}

	/** Stores a campaign with its recipients. To be called within a write. */
	add(fresh: NewBatch): Batch {
		const id = this.#ids.uuid('batch');
		const createdAt = fresh.createdAt ?? this.#clock.now();
		const inserted = this.#statements.insert.run(
			id,
			fresh.userId,
			fresh.name,
			fresh.callerId,
			fresh.agentId,
			fresh.status,
			Number(fresh.sendNow),
			fresh.scheduledAt,
			fresh.window.startTime,
			fresh.window.endTime,
			JSON.stringify(fresh.window.days),
			fresh.reservedConcurrency,
			fresh.purpose,
			fresh.goal,
			fresh.recipients.length,
			createdAt,
			fresh.status === 'running' ? createdAt : null,
		);
		const seq = Number(inserted.lastInsertRowid);
		for (const { name, phoneNumber } of fresh.recipients) {
			this.#statements.insertRecipient.run(seq, name, phoneNumber);
		}
		return this.#require(id);
	}

	find(id: string): Batch | undefined {
		const row = this.#statements.byId.get(id);
		return row && fromRow(row);
	}

	/** Newest first, and how many there are in all. */
	list(limit: number, offset: number): { batches: Batch[]; total: number } {
		return {
			batches: this.#statements.page.all(limit, offset).map(fromRow),
			total: this.#statements.count.get()?.total ?? 0,
		};
	}

	/** A campaign's recipients in their order. */
	listRecipients(batch: Batch, limit: number, offset: number): Recipient[] {
		return this.#statements.recipients.all(batch.seq, limit, offset);
	}

	/** The running campaigns that still have somebody to dial, oldest first. */
	listDialling(): Batch[] {
		return this.#statements.dialling.all().map(fromRow);
	}

	/** The scheduled campaigns whose time has come by `time`, the earliest first. */
	listStarting(time: number): Batch[] {
		return this.#statements.starting.all(time).map(fromRow);
	}

	/** When the next scheduled campaign starts; undefined when none does. */
	findNextStart(): number | undefined {
		return this.#statements.nextStart.get()?.at ?? undefined;
	}

	/** When the next call of any campaign ends; undefined when none is going on. */
	findNextCallEnd(): number | undefined {
		return this.#statements.nextCallEnd.get()?.at ?? undefined;
	}

	/** The calls that end by `time`, with their campaigns. */
	listEndingCalls(time: number): Array<{ recipient: Recipient; batch: Batch }> {
		return this.#statements.endingCalls.all(time).map(({ batchId, ...recipient }) => ({
			recipient,
			batch: this.#require(batchId),
		}));
	}

	/** How many calls of campaigns are going on. */
	countCalling(): number {
		return this.#statements.calling.get()?.total ?? 0;
	}

	/** The next ones to be dialled. */
	listPending(batch: Batch, limit: number): Recipient[] {
		return this.#statements.pending.all(batch.seq, limit);
	}

	/** Whether somebody is yet to be dialled or on the phone. */
	hasOpenRecipients(batch: Batch): boolean {
		return this.#statements.open.get(batch.seq) !== undefined;
	}

	/** Changes where a campaign stands; a final status is final at `at`. To be called within a write. */
	setStatus(batch: Batch, status: BatchStatus, at: number): Batch {
		const startedAt = status === 'running' ? at : batch.startedAt;
		const finishedAt = isFinal(status) ? at : null;
		this.#statements.setStatus.run(status, startedAt, finishedAt, batch.seq);
		return this.#require(batch.id);
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
		const [completed, failed] = status === 'completed' ? [1, 0] : [0, 1];
		this.#statements.countCall.run(completed, failed, batch.seq);
	}

	/** Section 3: marks who has not been dialled as skipped. To be called within a write. */
	skipPending(batch: Batch): void {
		this.#statements.skipPending.run(batch.seq);
	}

	#require(id: string): Batch {
		const batch = this.find(id);
		if (batch === undefined) throw new Error('A batch that has just been seen is gone.');
		return batch;
	}
}

/** Whether a campaign that stands so never moves again. */
export function isFinal(status: BatchStatus): boolean {
	return status === 'completed' || status === 'cancelled' || status === 'failed';
}

function prepareStatements(database: Database) {
	const batches = (rest: string) => database.prepare<Row>(`SELECT * FROM batches ${rest}`);
	const recipients = (rest: string) =>
		database.prepare<Recipient>(`SELECT ${RECIPIENT_COLUMNS} FROM batch_recipients ${rest}`);
	return {
		insert: database.prepare<never>(
			`INSERT INTO batches (id, user_id, name, caller_id, agent_id, status, send_now, scheduled_at, window_start_time,
				window_end_time, window_days, reserved_concurrency, purpose, goal, total_recipients, created_at, started_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		),
		insertRecipient: database.prepare<never>(
			'INSERT INTO batch_recipients (batch_seq, name, phone_number) VALUES (?, ?, ?)',
		),
		byId: batches('WHERE id = ?'),
		page: batches('ORDER BY created_at DESC, seq DESC LIMIT ? OFFSET ?'),
		count: database.prepare<{ total: number }>('SELECT count(*) AS total FROM batches'),
		recipients: recipients('WHERE batch_seq = ? ORDER BY seq LIMIT ? OFFSET ?'),
		dialling: batches(
			`WHERE status = 'running' AND EXISTS (
				SELECT 1 FROM batch_recipients WHERE batch_seq = batches.seq AND batch_recipients.status = 'pending'
			) ORDER BY seq`,
		),
		starting: batches("WHERE status = 'scheduled' AND scheduled_at <= ? ORDER BY scheduled_at, seq"),
		nextStart: database.prepare<{ at: number | null }>(
			"SELECT min(scheduled_at) AS at FROM batches WHERE status = 'scheduled'",
		),
		nextCallEnd: database.prepare<{ at: number | null }>(
			"SELECT min(call_ends_at) AS at FROM batch_recipients WHERE status = 'calling'",
		),
		endingCalls: database.prepare<Recipient & { batchId: string }>(
			`SELECT ${RECIPIENT_COLUMNS}, batches.id AS batchId
			FROM batch_recipients JOIN batches ON batches.seq = batch_recipients.batch_seq
			WHERE batch_recipients.status = 'calling' AND call_ends_at <= ? ORDER BY call_ends_at, batch_recipients.seq`,
		),
		calling: database.prepare<{ total: number }>(
			"SELECT count(*) AS total FROM batch_recipients WHERE status = 'calling'",
		),
		pending: recipients("WHERE batch_seq = ? AND status = 'pending' ORDER BY seq LIMIT ?"),
		open: database.prepare<{ seq: number }>(
			"SELECT seq FROM batch_recipients WHERE batch_seq = ? AND status IN ('pending', 'calling') LIMIT 1",
		),
		setStatus: database.prepare<never>(
			'UPDATE batches SET status = ?, started_at = ?, finished_at = ? WHERE seq = ?',
		),
		beginCall: database.prepare<never>(
			`UPDATE batch_recipients SET status = 'calling', call_id = ?, failure_reason = ?, call_started_at = ?,
				call_ends_at = ?
			WHERE seq = ?`,
		),
		endCall: database.prepare<never>('UPDATE batch_recipients SET status = ? WHERE seq = ?'),
		countCall: database.prepare<never>(
			'UPDATE batches SET completed_count = completed_count + ?, failed_count = failed_count + ? WHERE seq = ?',
		),
		skipPending: database.prepare<never>(
			"UPDATE batch_recipients SET status = 'skipped' WHERE batch_seq = ? AND status = 'pending'",
		),
	};
}

function fromRow(row: Row): Batch {
	return {
		seq: row.seq,
		id: row.id,
		userId: row.user_id,
		name: row.name,
		callerId: row.caller_id,
		agentId: row.agent_id,
		status: row.status,
		sendNow: row.send_now === 1,
		scheduledAt: row.scheduled_at,
		window: {
			startTime: row.window_start_time,
			endTime: row.window_end_time,
			days: JSON.parse(row.window_days) as number[],
		},
		reservedConcurrency: row.reserved_concurrency,
		purpose: row.purpose,
		goal: row.goal,
		totalRecipients: row.total_recipients,
		completedCount: row.completed_count,
		failedCount: row.failed_count,
		createdAt: row.created_at,
		startedAt: row.started_at,
		finishedAt: row.finished_at,
	};
}
