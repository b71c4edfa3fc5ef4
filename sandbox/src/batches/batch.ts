import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

/** Section 3, batch campaign status. */
const BATCH_STATUSES = [
	'draft',
	'scheduled',
	'running',
	'paused',
	'completed',
	'cancelled',
	'failed',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** Where a recipient stands; `skipped`: the campaign ended before the dial. */
const RECIPIENT_STATUSES = ['pending', 'calling', 'completed', 'failed', 'skipped'] as const;

/** Section 2, batch call campaign. */
export const BatchRecord = Type.Object({
	id: Type.String(),
	user_id: Type.String(),
	name: Type.String(),
	caller_id: Type.String({ description: 'E.164' }),
	status: OneOf(BATCH_STATUSES),
	send_now: Type.Boolean(),
	total_recipients: Type.Integer(),
	completed_count: Type.Integer(),
	failed_count: Type.Integer(),
	created_at: Timestamp,
});

/** A campaign as it is kept, with what the interface does not show. */
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

/** Whom to call; `phoneNumber` in E.164. */
export interface NewRecipient {
	readonly name: string | null;
	readonly phoneNumber: string;
}

/** A recipient as stored; times in milliseconds. */
export interface Recipient extends NewRecipient {
	readonly seq: number;
	readonly status: (typeof RECIPIENT_STATUSES)[number];
	readonly callId: string | null;
	readonly failureReason: string | null;
	readonly callStartedAt: number | null;
	readonly callEndsAt: number | null;
}

export const RecipientRecord = Type.Object({
	name: Nullable(Type.String()),
	phone_number: Type.String(),
	status: OneOf(RECIPIENT_STATUSES),
	call_id: Nullable(Type.String()),
	failure_reason: Nullable(Type.String()),
	call_started_at: Nullable(Timestamp),
	call_ended_at: Nullable(Timestamp),
});

/** What makes a campaign. */
export type NewBatch = Omit<
	Batch,
	'id' | 'total_recipients' | 'completed_count' | 'failed_count' | 'created_at' | 'started_at' | 'finished_at'
> & { readonly recipients: readonly NewRecipient[]; readonly created_at?: string };

/** Whether a campaign that stands so never moves again. */
export function isFinal(status: BatchStatus): boolean {
	return status === 'completed' || status === 'cancelled' || status === 'failed';
}
