import { Type, type TSchema } from 'typebox';

/** `schema` or null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
	return Type.Union([schema, Type.Null()]);
}

/** One of the given words. */
export function OneOf<const Word extends string>(words: readonly Word[]) {
	return Type.Enum([...words]);
}

/** A time as answered: ISO 8601, UTC. */
export const Timestamp = Type.String({ format: 'date-time' });

/** An SMS number: `+` and up to 15 digits (E.164). */
export const E164 = Type.String({
	pattern: '^\\+[1-9]\\d{6,14}$',
	description: 'a number like +14155550123 (E.164)',
});

/** The digits of a number, however it is written. */
export function digitsOf(number: string): string {
	return number.replace(/\D/g, '');
}
