import { Type, type Static } from 'typebox';
import { Nullable, OneOf, Timestamp } from '../http/values.ts';

/** A line of a chat. */
const ChatLine = Type.Object({ from: OneOf(['visitor', 'agent']), text: Type.String(), at: Timestamp });
export type ChatLine = Static<typeof ChatLine>;

/** A website chat as in `chat.session.completed`. */
export const ChatSession = Type.Object(
	{
		id: Type.String(),
		visitor_name: Nullable(Type.String()),
		agent_id: Nullable(Type.String()),
		status: OneOf(['open', 'completed']),
		messages: Type.Array(ChatLine),
		opened_at: Timestamp,
		last_active_at: Timestamp,
		ended_at: Nullable(Timestamp),
		end_reason: Nullable(OneOf(['closed', 'inactivity'])),
	},
	{ 'x-not-shown-in-interface': 'Section 6 leaves the fields of each event payload open' },
);
export type ChatSession = Static<typeof ChatSession>;

/** A line to be written; absent fields have defaults. */
export const NewLine = Type.Partial(
	Type.Object({ from: ChatLine.properties.from, text: Type.String({ minLength: 1, maxLength: 10_000 }) }),
);
