import { Type, type Static } from 'typebox';
import { CustomFunction } from '../custom-functions/schema.ts';
import { Defaulted, E164, Nullable, OneOf, Timestamp } from '../http/values.ts';

/** The form of a function's arguments in a JSON body. */
export const BodyForm = Type.Enum(['flat', 'wrapped'], {
	description:
		'flat: the arguments are the top level of a JSON body; wrapped: they are in its field arguments, beside the phone call in its field call',
	'x-not-shown-in-interface': 'Section 2 leaves the form of a call open',
});
export type BodyForm = Static<typeof BodyForm>;

/** The settings of function calls, which the interface leaves open. */
export const FunctionCallSettings = Type.Object({ body_form: BodyForm });
export type FunctionCallSettings = Static<typeof FunctionCallSettings>;

export const DEFAULT_FUNCTION_CALL_SETTINGS: FunctionCallSettings = { body_form: 'flat' };

/** The values that an agent has collected, by the names of `body_schema`. */
export const Arguments = Type.Record(Type.String(), Type.Unknown());
export type Arguments = Static<typeof Arguments>;

/** The phone call in which an agent calls a function. */
const PhoneCall = Type.Object(
	{
		id: Type.String({
			pattern: '^[\\w-]{1,100}$',
			description: 'Of your choice; POST /events/call.completed with it ends the call',
		}),
		direction: Defaulted({ ...OneOf(['inbound', 'outbound']), default: 'inbound' }),
		from_number: Type.Optional(E164),
		to_number: Type.Optional(E164),
		started_at: Type.Optional({ ...Timestamp, description: 'Now when absent' }),
	},
	{ additionalProperties: false, description: 'The phone call in which the agent calls it' },
);

/** The function that an agent is to call, and its arguments. */
export const FunctionCallRequest = Type.Object(
	{
		agent: Type.String({ description: 'The id or the name of the agent' }),
		name: Type.String({ description: 'Of the function' }),
		arguments: Defaulted(Type.Record(Type.String(), Type.Unknown(), { default: {}, description: 'By name' })),
		body_form: Type.Optional(BodyForm),
		send_anyway: Defaulted(
			Type.Boolean({
				default: false,
				description: 'Also with arguments that do not fit, with which no agent would call it',
			}),
		),
		call: Type.Optional(PhoneCall),
	},
	// A misspelt field would be ignored, which would make a different call.
	{ additionalProperties: false },
);
export type FunctionCallRequest = Static<typeof FunctionCallRequest>;

/** The consequences of an attempt: network errors, time-outs and any 5xx are retried; 2xx is success. */
const ATTEMPT_VERDICTS = ['success', 'retry', 'failed'] as const;

/** A logged attempt. */
const FunctionAttempt = Type.Object({
	number: Type.Integer(),
	started_at: Timestamp,
	duration_ms: Type.Integer(),
	http_status: Nullable(Type.Integer({ description: 'None when no answer began' })),
	response_headers: Nullable(
		Type.Record(Type.String(), Type.Unknown(), { description: 'Those of the answer; cookies are not kept' }),
	),
	response_body: Nullable(Type.String({ description: 'Its beginning' })),
	error: Nullable(Type.String({ description: 'Why there is no answer, or no whole one' })),
	verdict: OneOf(ATTEMPT_VERDICTS),
});
export type FunctionAttempt = Static<typeof FunctionAttempt>;

/** The request, which is the same for every attempt. */
const FunctionRequest = Type.Object({
	method: CustomFunction.properties.http_method,
	url: Type.String(),
	headers: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
		description: 'The values that the function sets are sent and not kept',
	}),
	body: Nullable(Type.String({ description: 'The very bytes that are sent' })),
});

/** A response variable whose path found nothing in the answer. */
const MissedVariable = Type.Object({
	name: Type.String(),
	json_path: Type.String(),
	suggestion: Nullable(Type.String({ description: 'A path that would find something' })),
});
export type MissedVariable = Static<typeof MissedVariable>;

/** A call that an agent has made of one of its functions. */
export const FunctionCall = Type.Object({
	id: Type.String(),
	name: Type.String(),
	status: OneOf(['running', 'succeeded', 'failed']),
	agent_id: Type.String(),
	custom_function_id: Type.String(),
	call_id: Nullable(Type.String({ description: 'The phone call in which it was made' })),
	created_at: Timestamp,
	finished_at: Nullable(Timestamp),
	error: Nullable(Type.String({ description: 'Why it failed' })),
	arguments: Arguments,
	body_form: BodyForm,
	values: Type.Record(Type.String(), Type.Unknown(), {
		description:
			'What the agent takes from the answer, by response variable; null where its path finds nothing',
	}),
	missed: Type.Optional(
		Type.Array(MissedVariable, { description: 'If it succeeded, and the path of a variable found nothing' }),
	),
	request: FunctionRequest,
	attempts: Type.Array(FunctionAttempt),
});
export type FunctionCall = Static<typeof FunctionCall>;
