import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

export const TranscriptLine = Type.Object({
	role: OneOf(['agent', 'caller', 'function']),
	text: Type.String(),
	name: Type.Optional(
		Type.String({ description: 'Of the function that the agent called and that answered this' }),
	),
});
export type TranscriptLine = Static<typeof TranscriptLine>;

/** A call that has ended, with the results of post-processing, as in `call.completed`. Numbers in E.164. */
export const Call = Type.Object(
	{
		id: Type.String(),
		direction: OneOf(['inbound', 'outbound']),
		from_number: Type.String(),
		to_number: Type.String(),
		agent_id: Nullable(Type.String()),
		batch_id: Nullable(Type.String({ description: 'The batch call that made it' })),
		contact_name: Nullable(Type.String()),
		status: Type.Literal('completed'),
		started_at: Timestamp,
		ended_at: Timestamp,
		duration_seconds: Type.Integer(),
		outcome: Type.String({
			description: 'The `outcome` among the extracted data, else `reached` or `not_reached`',
		}),
		summary: Type.String(),
		transcript: Type.Array(TranscriptLine),
		extracted_data: Type.Record(Type.String(), Type.Unknown()),
		recording_url: Nullable(
			Type.String({ description: 'Valid 24 hours from the end of the call; null for the seeded calls' }),
		),
	},
	{ 'x-not-shown-in-interface': 'Section 6 leaves the fields of each event payload open' },
);
export type Call = Static<typeof Call>;
