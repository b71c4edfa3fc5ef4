import { Type } from 'typebox';
import { Defaulted, E164, Nullable } from '../http/values.ts';

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
