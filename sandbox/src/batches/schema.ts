import { Type, type Static } from 'typebox';
import { isoTimeOrNull } from '../clock/clock.ts';
import { E164, Nullable } from '../http/values.ts';
import type { Recipient, RecipientRecord } from './batch.ts';

/** Section 4, batch calls: `HH:MM`. */
const TimeOfDay = (fallback: string) =>
	Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', default: fallback, description: 'HH:MM, UTC' });
const EVERY_DAY = [0, 1, 2, 3, 4, 5, 6];

/** What a campaign is made of, whoever asks for it. */
const campaign = {
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
	window_start_time: Type.Optional(TimeOfDay('00:00')),
	window_end_time: Type.Optional(TimeOfDay('23:59')),
	window_days: Type.Optional(
		Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
			minItems: 1,
			maxItems: 7,
			default: EVERY_DAY,
			description: '0 is Sunday, 6 Saturday',
		}),
	),
	reserved_concurrency: Type.Optional(
		Type.Integer({
			minimum: 0,
			maximum: 10_000,
			default: 5,
			description: 'Concurrency slots kept free for non-batch calls',
		}),
	),
	purpose: Type.Optional(Type.String({ maxLength: 10_000 })),
	goal: Type.Optional(Type.String({ maxLength: 10_000 })),
};

/** A campaign kept as a draft: by the control API, as the dashboard of the interface does. */
export const DraftRequest = Type.Object(campaign);
export type DraftRequest = Static<typeof DraftRequest>;

/** Section 4, batch calls, action `create`. */
export const CreateRequest = Type.Object({
	action: Type.Literal('create'),
	...campaign,
	send_now: Type.Optional(Type.Boolean({ default: true })),
	scheduled_at: Type.Optional(
		Type.String({ description: 'ISO 8601; required when send_now is false, otherwise not looked at' }),
	),
});
export type CreateRequest = Static<typeof CreateRequest>;

/** Section 4, batch calls, action `cancel`. */
export const CancelRequest = Type.Object({
	action: Type.Literal('cancel'),
	batch_id: Type.String({ minLength: 1 }),
});
export type CancelRequest = Static<typeof CancelRequest>;

/** A recipient as the control API shows it. */
export function toRecipientRecord(recipient: Recipient): Static<typeof RecipientRecord> {
	const ended = recipient.status === 'completed' || recipient.status === 'failed';
	return {
		name: recipient.name,
		phone_number: recipient.phoneNumber,
		status: recipient.status,
		call_id: recipient.callId,
		// Known from the dial on, but nobody is told before the call has failed.
		failure_reason: recipient.status === 'failed' ? recipient.failureReason : null,
		call_started_at: isoTimeOrNull(recipient.callStartedAt),
		call_ended_at: ended ? isoTimeOrNull(recipient.callEndsAt) : null,
	};
}
