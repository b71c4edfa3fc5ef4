import { Type, type Static } from 'typebox';
import { isoTime } from '../clock/clock.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import type { Call } from './call.ts';

const gap = 'Section 6 leaves the fields of each event payload open';

export const TranscriptRecord = Type.Object({ role: OneOf(['agent', 'caller']), text: Type.String() });

/** A call as `call.completed` carries it. */
export const CallRecord = Type.Object(
	{
		id: Type.String(),
		direction: OneOf(['inbound', 'outbound']),
		from_number: Type.String(),
		to_number: Type.String(),
		agent_id: Nullable(Type.String()),
		batch_id: Nullable(Type.String()),
		contact_name: Nullable(Type.String()),
		status: Type.Literal('completed'),
		started_at: Timestamp,
		ended_at: Timestamp,
		duration_seconds: Type.Integer(),
		summary: Type.String(),
		transcript: Type.Array(TranscriptRecord),
		extracted_data: Type.Record(Type.String(), Type.Unknown()),
	},
	{ 'x-not-shown-in-interface': gap },
);
export type CallRecord = Static<typeof CallRecord>;

export function toCallRecord(call: Call): CallRecord {
	return {
		id: call.id,
		direction: call.direction,
		from_number: call.fromNumber,
		to_number: call.toNumber,
		agent_id: call.agentId,
		batch_id: call.batchId,
		contact_name: call.contactName,
		status: 'completed',
		started_at: isoTime(call.startedAt),
		ended_at: isoTime(call.endedAt),
		duration_seconds: Math.round((call.endedAt - call.startedAt) / 1000),
		summary: call.summary,
		transcript: call.transcript.map(({ role, text }) => ({ role, text })),
		extracted_data: { ...call.extractedData },
	};
}
