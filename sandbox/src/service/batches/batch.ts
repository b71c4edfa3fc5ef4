import { Type, type Static } from 'typebox';
import type { Row } from '../http/times.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

/** Section 2, batch call campaign. */
export const BatchRecord = Type.Object({
	id: Type.String(),
	user_id: Type.String(),
	name: Type.String(),
	caller_id: Type.String({ description: 'E.164' }),
	/** Section 3. */
	status: OneOf(['draft', 'scheduled', 'running', 'paused', 'completed', 'cancelled', 'failed']),
	send_now: Type.Boolean(),
	total_recipients: Type.Integer(),
	completed_count: Type.Integer(),
	failed_count: Type.Integer(),
	created_at: Timestamp,
});

/** A campaign as stored, with the fields that the interface does not show. */
export const Batch = Type.Object({
	...BatchRecord.properties,
	agent_id: Nullable(Type.String()),
	scheduled_at: Nullable(Timestamp),
	window_start_time: Type.String(),
	window_end_time: Type.String(),
	window_days: Type.Array(Type.Integer()),
	reserved_concurrency: Type.Integer({ description: 'Concurrency slots kept free for other calls' }),
	purpose: Nullable(Type.String()),
	goal: Nullable(Type.String()),
	started_at: Nullable(Timestamp),
	finished_at: Nullable(Timestamp),
});
export type Batch = Static<typeof Batch>;

/** Tells if a status is final. */
export function isFinal(status: Batch['status']): boolean {
	return status === 'completed' || status === 'cancelled' || status === 'failed';
}

/** A recipient as the control API shows it. */
export const RecipientRecord = Type.Object({
	name: Nullable(Type.String()),
	phone_number: Type.String(),
	/** `skipped` means that the campaign ended before the recipient was dialled. */
	status: OneOf(['pending', 'calling', 'completed', 'failed', 'skipped']),
	call_id: Nullable(Type.String()),
	failure_reason: Nullable(Type.String()),
	call_started_at: Nullable(Timestamp),
	call_ended_at: Nullable(Timestamp),
	call_summary: Nullable(Type.String()),
});
export type RecipientRecord = Static<typeof RecipientRecord>;

/**
 * A recipient as stored; times in milliseconds. The reason for a failure is set when the number is dialled.
 */
export type Recipient = Omit<Row<RecipientRecord>, 'status' | 'call_ended_at' | 'call_summary'> & {
	readonly seq: number;
	readonly batch_id: string;
	readonly call_ends_at: number | null;
};
