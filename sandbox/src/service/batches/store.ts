import { Records, recordTable } from '../database/records.ts';
import { plainError } from '../http/errors.ts';
import { withIsoTimes, type Row } from '../http/times.ts';
import { isoTime } from '../time.ts';
import { isFinal, type Batch, type Recipient, type RecipientRecord } from './schema.ts';

export const BATCH_TABLES = `
	${recordTable('batches', 'status')}

	CREATE TABLE IF NOT EXISTS batch_recipients (
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
	CREATE INDEX IF NOT EXISTS batch_recipients_by_status ON batch_recipients (batch_id, status, seq);
	CREATE INDEX IF NOT EXISTS batch_recipients_named ON batch_recipients (phone_number, seq)
		WHERE name IS NOT NULL;
	CREATE INDEX IF NOT EXISTS batch_recipients_calling ON batch_recipients (call_ends_at)
		WHERE status = 'calling';
`;

const IS_OVER = "IN ('completed', 'cancelled', 'failed')";
const IS_CALLED = "status IN ('pending', 'calling')";
/** Matches the campaigns that are over, and whose calls have ended. */
export const PAST_BATCH = `record ->> 'status' ${IS_OVER} AND NOT EXISTS (
	SELECT 1 FROM batch_recipients WHERE batch_id = batches.id AND ${IS_CALLED}
)`;
/** Matches the recipients of campaigns that are over, except those in a call. */
export const PAST_RECIPIENT = `NOT ${IS_CALLED} AND batch_id IN (
	SELECT id FROM batches WHERE record ->> 'status' ${IS_OVER}
)`;

/** The fields of a new campaign. */
type NewBatch = Omit<
	Batch,
	'id' | 'total_recipients' | 'completed_count' | 'failed_count' | 'created_at' | 'started_at' | 'finished_at'
> &
	Partial<Pick<Batch, 'created_at'>>;

/**
 * The account's campaigns and their recipients. Methods that change something are to be called within a
 * transaction.
 */
export class Batches extends Records<Batch, 'calls' | 'clock' | 'ids'> {
	/** Stores a campaign with its recipients. */
	create(
		fresh: NewBatch,
		recipients: ReadonlyArray<{ phone_number: string; name?: string | null | undefined }>,
	): Batch {
		const { created_at = this.app.clock.stamp() } = fresh;
		const batch = this.add({
			...fresh,
			id: this.app.ids.uuid('batch'),
			total_recipients: recipients.length,
			completed_count: 0,
			failed_count: 0,
			created_at,
			started_at: fresh.status === 'running' ? created_at : null,
			finished_at: null,
		});
		for (const { name = null, phone_number } of recipients) {
			this.app.database.insert('batch_recipients', { batch_id: batch.id, name, phone_number });
		}
		return batch;
	}

	/**
	 * Cancels a campaign that is not over (section 3). Recipients not yet dialled are skipped; calls in
	 * progress end by themselves.
	 *
	 * @throws {ServiceError} 404 for an unknown id, 409 when the campaign is over
	 */
	cancel(id: string): void {
		const batch = this.require(id);
		if (isFinal(batch.status)) throw plainError(409, `A ${batch.status} batch cannot be cancelled`);
		this.end(batch, 'cancelled', this.app.clock.now());
	}

	/** Changes the status of a campaign; `at` is the time at which a final status was reached. */
	setStatus({ id, started_at }: Batch, status: Batch['status'], at: number): Batch {
		return this.change(id, {
			status,
			started_at: status === 'running' ? isoTime(at) : started_at,
			finished_at: isFinal(status) ? isoTime(at) : null,
		});
	}

	/** Gives a campaign a final status; recipients that have not been dialled are skipped. */
	end(batch: Batch, status: Batch['status'], at: number): void {
		this.app.database.run(
			"UPDATE batch_recipients SET status = 'skipped' WHERE batch_id = ? AND status = 'pending'",
			batch.id,
		);
		this.setStatus(batch, status, at);
	}

	/** The running campaigns that still have recipients to dial, oldest first. */
	listDialling(): Batch[] {
		return this.listBy('status', 'running')
			.filter((batch) => this.listPending(batch, 1).length > 0)
			.reverse();
	}

	/** The scheduled campaigns, in the order in which they start. */
	listScheduled(): Batch[] {
		const scheduled = this.listBy('status', 'scheduled').reverse();
		return scheduled.sort((one, other) => toStartTime(one) - toStartTime(other));
	}

	/** A campaign's recipients in their order. */
	listRecipients(id: string, limit: number, offset: number): RecipientRecord[] {
		// The reason for a failure is set when the number is dialled, but shown only once the call has failed.
		const rows = this.app.database.all<Row<RecipientRecord>>(
			`SELECT recipient.*, iif(status = 'failed', failure_reason, NULL) AS failure_reason,
				iif(status IN ('completed', 'failed'), call_ends_at, NULL) AS call_ended_at,
				calls.record ->> 'summary' AS call_summary
			FROM batch_recipients AS recipient LEFT JOIN calls ON calls.id = call_id
			WHERE batch_id = ? ORDER BY recipient.seq LIMIT ? OFFSET ?`,
			id,
			limit,
			offset,
		);
		return rows.map((row) => withIsoTimes(row));
	}

	/** Counts the calls of a campaign by the outcome that was extracted from them. */
	countOutcomes(id: string): Record<string, number> {
		const rows = this.app.database.all<{ outcome: string; total: number }>(
			`SELECT record ->> '$.extracted_data.outcome' AS outcome, count(*) AS total
			FROM calls
			WHERE record ->> 'batch_id' = ? AND json_type(record, '$.extracted_data.outcome') = 'text'
			GROUP BY outcome ORDER BY min(seq)`,
			id,
		);
		return Object.fromEntries(rows.map(({ outcome, total }) => [outcome, total]));
	}

	/** The next recipients to be dialled. */
	listPending({ id }: Batch, limit: number): Recipient[] {
		return this.#recipients("WHERE batch_id = ? AND status = 'pending' ORDER BY seq LIMIT ?", id, limit);
	}

	/** The calls that end by `time`. */
	listEndingCalls(time: number): Recipient[] {
		return this.#recipients(
			"WHERE status = 'calling' AND call_ends_at <= ? ORDER BY call_ends_at, seq",
			time,
		);
	}

	/** Returns the time at which the next call of any campaign ends; undefined if none is in progress. */
	findNextCallEnd(): number | undefined {
		const [next] = this.#recipients("WHERE status = 'calling' ORDER BY call_ends_at LIMIT 1");
		return next?.call_ends_at ?? undefined;
	}

	/** Tells if a recipient is still to be dialled or in a call. */
	hasOpenRecipients({ id }: Batch): boolean {
		const open = "WHERE batch_id = ? AND status IN ('pending', 'calling') LIMIT 1";
		return this.#recipients(open, id).length > 0;
	}

	/** Counts the campaign calls in progress. */
	countCalling(): number {
		const sql = "SELECT count(*) AS total FROM batch_recipients WHERE status = 'calling'";
		return this.app.database.get<{ total: number }>(sql)?.total ?? 0;
	}

	protected override erase(seq: number, batch: Batch): void {
		this.app.database.run('DELETE FROM batch_recipients WHERE batch_id = ?', batch.id);
		super.erase(seq, batch);
	}

	beginCall({ seq }: Recipient, failureReason: string | null, startedAt: number, endsAt: number): void {
		this.app.database.run(
			`UPDATE batch_recipients SET status = 'calling', call_id = ?, failure_reason = ?, call_started_at = ?,
				call_ends_at = ?
			WHERE seq = ?`,
			this.app.calls.createId(),
			failureReason,
			startedAt,
			endsAt,
			seq,
		);
	}

	/** Ends a call and counts it; returns the changed campaign. */
	endCall({ seq, batch_id: id, failure_reason: reason }: Recipient): Batch {
		const status = reason === null ? 'completed' : 'failed';
		this.app.database.run('UPDATE batch_recipients SET status = ? WHERE seq = ?', status, seq);
		const field = `${status}_count` as const;
		return this.change(id, { [field]: this.require(id)[field] + 1 });
	}

	#recipients(rest: string, ...values: Array<string | number>): Recipient[] {
		return this.app.database.all(`SELECT * FROM batch_recipients ${rest}`, ...values);
	}
}

/** Returns the time at which a scheduled campaign starts. */
export function toStartTime({ scheduled_at: at, created_at: created }: Batch): number {
	return Date.parse(at ?? created);
}
