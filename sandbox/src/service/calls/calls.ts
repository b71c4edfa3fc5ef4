import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import { Nullable, OneOf, Timestamp, keepDigits } from '../http/values.ts';
import { isoTime } from '../time.ts';
import type { EventReceiver } from '../webhooks/outbox.ts';

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

/** A call, for the OpenAPI document. */
export const CALL_EXAMPLE: Call = {
	id: '3c9f0d5e-2b41-4f7a-9c36-8e1d2a4b6c70',
	direction: 'inbound',
	from_number: '+14155550123',
	to_number: '+14155550100',
	agent_id: 'c1f0a3b2-7d64-4e0b-8a55-2f9e6b1c3d70',
	batch_id: null,
	contact_name: 'Ada',
	status: 'completed',
	started_at: '2026-03-02T09:14:00.000Z',
	ended_at: '2026-03-02T09:15:00.000Z',
	duration_seconds: 60,
	outcome: 'moved',
	summary: 'Ada moved her appointment to Thursday.',
	transcript: [
		{ role: 'agent', text: 'Hello, how can I help you?' },
		{ role: 'caller', text: 'Can I move my appointment to Thursday?' },
	],
	extracted_data: { outcome: 'moved', appointment: 'Thursday' },
	recording_url: 'http://127.0.0.1:4010/media/v1/voice_note?expires=1772529300000&signature=0123456789abcdef',
};

/** The transcript of a call and the results of post-processing. */
export type CallOutcome = Pick<Call, 'summary' | 'transcript' | 'extracted_data'>;

/** Returns the outcome that was extracted from a call, or else whether the other person has said something. */
function toOutcome({ extracted_data: data, transcript }: CallOutcome): string {
	if (typeof data.outcome === 'string' && data.outcome !== '') return data.outcome;
	return transcript.some(({ role }) => role === 'caller') ? 'reached' : 'not_reached';
}

/** The fields of a new call; the others are derived or made up. Times in milliseconds. */
export type NewCall = Pick<Call, 'direction' | 'from_number' | 'to_number' | 'agent_id'> &
	Partial<CallOutcome & Pick<Call, 'id' | 'batch_id' | 'contact_name' | 'outcome' | 'recording_url'>> & {
		readonly startedAt: number;
		readonly endedAt: number;
	};

/** The default outcome of an inbound call. */
const INBOUND: CallOutcome = {
	summary: 'The caller asked for the opening hours and was told them.',
	transcript: [
		{ role: 'agent', text: 'Hello, how can I help you?' },
		{ role: 'caller', text: 'When do you open on Saturday?' },
		{ role: 'agent', text: 'From ten to four.' },
	],
	extracted_data: {},
};
const outboundTo = (contact: string): CallOutcome => ({
	summary: `${contact} was reached and asked to be sent the details by text.`,
	transcript: [
		{ role: 'agent', text: 'Hello, I am calling from the shop. Do you have a minute?' },
		{ role: 'caller', text: 'Not now. Could you send me the details by text?' },
		{ role: 'agent', text: 'Of course, you will get them in a moment.' },
	],
	extracted_data: {},
});

const BETWEEN = "(ltrim(record ->> 'from_number', '+') = ? OR ltrim(record ->> 'to_number', '+') = ?)";

/** The calls that have ended, the latest end first. */
export class Calls extends Records<Call, 'ids' | 'mediaLinks' | 'outbox'> {
	protected override readonly order = "ORDER BY record ->> 'ended_at' DESC, seq DESC";

	/** Creates the id of a call that begins. */
	createId(): string {
		return this.app.ids.uuid('call');
	}

	/** The calls from or to a number, however it is formatted, latest first. */
	listOf(number: string, limit: number): Call[] {
		const digits = keepDigits(number);
		return this.select(`WHERE ${BETWEEN} ${this.order} LIMIT ?`, digits, digits, limit);
	}

	/** Stores a call that has ended. To be called within a transaction. */
	record({ startedAt, endedAt, ...given }: NewCall): Call {
		const outcome = given.direction === 'inbound' ? INBOUND : outboundTo(given.contact_name ?? 'The contact');
		const fresh = { ...outcome, ...given };
		return this.add({
			batch_id: null,
			contact_name: null,
			status: 'completed',
			started_at: isoTime(startedAt),
			ended_at: isoTime(endedAt),
			duration_seconds: Math.round((endedAt - startedAt) / 1000),
			outcome: toOutcome(fresh),
			recording_url: null,
			...fresh,
			id: fresh.id ?? this.createId(),
		});
	}

	/**
	 * Ends a call: it is stored and, its post-processing being instant here, `call.completed` fires (section
	 * 6). To be called within a transaction.
	 * @param only gets the event in place of the account's webhooks
	 */
	complete(fresh: NewCall, only?: EventReceiver): { call: Call; eventId: string } {
		const call = this.record({ recording_url: this.app.mediaLinks.sign('voice_note'), ...fresh });
		// The number that received the call or made it.
		const serviceNumber = call.direction === 'inbound' ? call.to_number : call.from_number;
		return { call, eventId: this.app.outbox.publish('call.completed', serviceNumber, call, only) };
	}
}
