import { Type, type Static } from 'typebox';
import { Call } from '../calls/schema.ts';
import { WantedCall } from '../function-calls/schema.ts';
import { Defaulted, E164, Nullable, OneOf, Timestamp } from '../http/values.ts';

/** The longest call, in seconds. */
const LONGEST_SECONDS = 86_400;

const AtSeconds = Type.Number({
	minimum: 0,
	maximum: LONGEST_SECONDS,
	description: 'How long after the beginning of the call',
});

const { agent: _, ...functionFields } = WantedCall.properties;

/** A function that the agent calls (section 2, custom function). */
const WantedFunction = Type.Object(
	{ at_seconds: AtSeconds, ...functionFields },
	{ additionalProperties: false },
);
export type WantedFunction = Static<typeof WantedFunction>;

/** A line of the script. */
const Line = Type.Object(
	{
		at_seconds: Defaulted({ ...AtSeconds, default: 0 }),
		role: OneOf(['agent', 'caller']),
		text: Type.String(),
	},
	{ additionalProperties: false },
);

/** The script of an inbound call, with its lines and functions, each at its second. */
export const CallScript = Type.Object(
	{
		from_number: Type.Optional(E164),
		to_number: Type.Optional(E164),
		agent: Type.Optional(
			Type.String({ description: 'The id or the name of the agent; that of the number when absent' }),
		),
		contact_name: Type.Optional(Nullable(Type.String({ maxLength: 200 }))),
		duration_seconds: Type.Optional(
			Type.Integer({
				minimum: 0,
				maximum: LONGEST_SECONDS,
				description:
					'When absent, it ends with what happens last; it never ends before a function has answered',
			}),
		),
		summary: Type.Optional(Type.String({ maxLength: 10_000 })),
		transcript: Defaulted(
			Type.Array(Line, { maxItems: 1000, default: [], description: 'What is said beside the answers' }),
		),
		extracted_data: Defaulted({ ...Call.properties.extracted_data, default: {} }),
		functions: Type.Array(WantedFunction, { minItems: 1, maxItems: 100 }),
	},
	// A misspelt field would be ignored, which would make a different call.
	{ additionalProperties: false },
);
export type CallScript = Static<typeof CallScript>;

/** A function of a script, with its result. */
const ScriptedFunction = Type.Object({
	...WantedFunction.properties,
	status: OneOf(['waiting', 'succeeded', 'failed']),
	function_call_id: Nullable(Type.String({ description: 'Of the call of the function, with every attempt' })),
	answered_at_seconds: Nullable(
		Type.Number({
			description: 'When its answer had come, or it had failed, after the beginning of the call',
		}),
	),
	text: Nullable(Type.String({ description: 'The answer, or why there is none, as the transcript has it' })),
	values: Type.Record(Type.String(), Type.Unknown(), {
		description: 'What the agent took from the answer, by response variable',
	}),
});

export type ScriptedFunction = Static<typeof ScriptedFunction>;

/**
 * An inbound call that follows a script; once it has ended, it is a call like any other, with the same id.
 */
export const ScriptedCall = Type.Object({
	id: Type.String(),
	status: OneOf(['running', 'ended']),
	agent_id: Type.String(),
	from_number: Type.String(),
	to_number: Type.String(),
	contact_name: Nullable(Type.String()),
	started_at: Timestamp,
	duration_seconds: Type.Number({ description: 'How long it lasts, if every function answers in time' }),
	summary: Type.String(),
	transcript: Type.Array(Line),
	extracted_data: Call.properties.extracted_data,
	functions: Type.Array(ScriptedFunction),
	event_id: Nullable(Type.String({ description: 'Of call.completed, which fires at its end' })),
});
export type ScriptedCall = Static<typeof ScriptedCall>;
