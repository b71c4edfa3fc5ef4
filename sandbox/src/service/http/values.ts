import { Type, type TSchema } from 'typebox';

/** `schema` or null. */
export function Nullable<Schema extends TSchema>(schema: Schema) {
	return Type.Union([schema, Type.Null()]);
}

/** An optional field; if it is absent, the handler gets the `default` of its schema. */
export function Defaulted<Schema extends TSchema>(schema: Schema): Schema {
	return Type.Optional(schema) as TSchema as Schema;
}

/** One of the given words. */
export function OneOf<const Word extends string>(words: readonly Word[]) {
	return Type.Enum([...words]);
}

/** A time as in answers: ISO 8601, UTC. */
export const Timestamp = Type.String({ format: 'date-time' });

/** Matches a number in E.164. */
export const E164_PATTERN = /^\+[1-9]\d{6,14}$/;

/** An SMS number: `+` and up to 15 digits (E.164). */
export const E164 = Type.String({
	pattern: E164_PATTERN.source,
	description: 'a number like +14155550123 (E.164)',
});

/** A number of either channel, with or without `+`. */
export const PhoneDigits = Type.String({
	pattern: '^\\+?[1-9]\\d{6,14}$',
	description: 'a number like 14155550123, with or without +',
});

/** Returns the digits of a phone number, however it is formatted. */
export function keepDigits(number: string): string {
	return number.replace(/\D/g, '');
}

/** An http or https URL that can receive webhooks. */
export const WebhookUrl = Type.Refine(
	Type.String({ maxLength: 2048, description: 'An http or https URL' }),
	isWebhookUrl,
	() => 'must be an http or https URL',
);

function isWebhookUrl(text: string): boolean {
	// URL.canParse overlooks line breaks and tabs, which have no place in a header.
	if (!/^https?:\/\/[^\s\p{Cc}]+$/iu.test(text) || !URL.canParse(text)) return false;
	// A fetch with a user and password in its URL would put them in logs.
	const { username, password } = new URL(text);
	return username === '' && password === '';
}
