import { Type, type Static } from 'typebox';
import { Nullable } from '../http/values.ts';

/** A rule by which somebody replies. */
export const ScriptedReply = Type.Object({
	id: Type.String(),
	replier: Type.Enum(['person', 'agent'], {
		description: 'person: answers what is sent to them; agent: answers the SMS that arrive',
	}),
	/** Whose rule it is: the person's number, or the service number on which the agent answers. */
	number: Nullable(
		Type.String({
			pattern: '^\\+?[1-9]\\d{6,14}$',
			description: 'a number like 14155550123, with or without +',
		}),
	),
	contains: Nullable(Type.String({ minLength: 1, description: 'Part of the text that is replied to' })),
	body: Type.String({ minLength: 1, maxLength: 4096 }),
	after_seconds: Type.Number({ minimum: 0, maximum: 31_536_000, default: 2 }),
	remaining: Nullable(Type.Integer({ description: 'How often it is still used; null: until removed' })),
});
export type ScriptedReply = Static<typeof ScriptedReply>;
