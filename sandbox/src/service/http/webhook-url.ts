import { Type } from 'typebox';

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
