import { withoutInvisible } from '../invisible';

/** A key of the service as it counts: pasted text often has blanks and invisible marks around it. */
export const cleanKey = (typed: unknown): string =>
	typeof typed === 'string' ? withoutInvisible(typed).trim() : '';

/** Why a text cannot be an API key, and what to enter instead; undefined when it may be one (interface section 5). */
export function validateApiKey(typed: unknown): string | undefined {
	const key = cleanKey(typed);
	if (key === '') {
		return 'The API Key is empty. Paste the key that the dashboard showed when it was created.';
	}
	if (/^whsec_/i.test(key)) {
		return 'The API Key holds a signing secret (whsec_...). Paste the key, which begins with svc_, and put the secret under Signing Secret.';
	}
	if (!/^[\x21-\x7e]+$/.test(key)) {
		return 'The API Key holds a blank or a character that is not printable. Paste it once more.';
	}
	return undefined;
}
