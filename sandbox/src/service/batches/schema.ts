import { Type, type Static } from 'typebox';
import type { Row } from '../http/times.ts';
import { Nullable, OneOf, Timestamp, Defaulted, E164 } from '../http/values.ts';

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

/** Section 4, batch calls: `HH:MM`. */
const TimeOfDay = (fallback: string) =>
	Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', default: fallback, description: 'HH:MM, UTC' });

/**
 * The fields of a campaign. The control API creates it as a draft, as the dashboard of the interface does.
 */
export const DraftRequest = Type.Object({
	name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
	caller_id: Type.String({ ...E164, description: 'An active number of the account, E.164' }),
	recipients: Type.Array(
		Type.Object({
			phone_number: E164,
			name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
		}),
		{ minItems: 1, maxItems: 100_000 },
	),
	agent_id: Type.Optional(
		Type.String({ description: 'Default: the agent assigned to the caller_id number' }),
	),
	window_start_time: Defaulted(TimeOfDay('00:00')),
	window_end_time: Defaulted(TimeOfDay('23:59')),
	window_days: Defaulted(
		Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
			minItems: 1,
			maxItems: 7,
			default: [0, 1, 2, 3, 4, 5, 6],
			description: '0 is Sunday, 6 Saturday',
		}),
	),
	reserved_concurrency: Defaulted(
		Type.Integer({
			minimum: 0,
			maximum: 10_000,
			default: 5,
			description: 'Concurrency slots kept free for non-batch calls',
		}),
	),
	purpose: Type.Optional(Type.String({ maxLength: 10_000 })),
	goal: Type.Optional(Type.String({ maxLength: 10_000 })),
});

/** Section 4, batch calls, action `create`. */
export const CreateRequest = Type.Object({
	action: Type.Literal('create'),
	...DraftRequest.properties,
	send_now: Defaulted(Type.Boolean({ default: true })),
	scheduled_at: Type.Optional(
		Type.String({ description: 'ISO 8601; required when send_now is false, otherwise not looked at' }),
	),
});

/** Section 4, batch calls, action `cancel`. */
export const CancelRequest = Type.Object({
	action: Type.Literal('cancel'),
	batch_id: Type.String({ minLength: 1 }),
});
