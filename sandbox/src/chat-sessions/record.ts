import { Type, type Static } from 'typebox';
import { isoTime, isoTimeOrNull } from '../clock/clock.ts';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';
import { CHAT_SIDES, END_REASONS, type ChatSession } from './session.ts';

/** A website chat as `chat.session.completed` carries it. */
export const SessionRecord = Type.Object(
	{
		id: Type.String(),
		visitor_name: Nullable(Type.String()),
		agent_id: Nullable(Type.String()),
		status: OneOf(['open', 'completed']),
		messages: Type.Array(Type.Object({ from: OneOf(CHAT_SIDES), text: Type.String(), at: Timestamp })),
		opened_at: Timestamp,
		last_active_at: Timestamp,
		ended_at: Nullable(Timestamp),
		end_reason: Nullable(OneOf(END_REASONS)),
	},
	{ 'x-not-shown-in-interface': 'Section 6 leaves the fields of each event payload open' },
);

export function toSessionRecord(session: ChatSession): Static<typeof SessionRecord> {
	return {
		id: session.id,
		visitor_name: session.visitorName,
		agent_id: session.agentId,
		status: session.endedAt === null ? 'open' : 'completed',
		messages: session.lines.map(({ from, text, at }) => ({ from, text, at })),
		opened_at: isoTime(session.openedAt),
		last_active_at: isoTime(session.lastActiveAt),
		ended_at: isoTimeOrNull(session.endedAt),
		end_reason: session.endReason,
	};
}
