/** The fewest characters of a signing secret or token; fewer could be guessed. */
const SHORTEST = 16;

/** ASCII without blanks, which leaves out what cannot be seen, such as zero-width spaces. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** What a URL holds without encoding (RFC 3986, unreserved characters). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/** A secret as it counts: pasted text often has blanks around it. */
export const trimmedSecret = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/**
 * Why a signing secret (interface section 6) must not let anything in, as the end of a sentence such as "The Signing Secret ...".
 * Undefined when it may.
 */
export function signingSecretFlaw(value: unknown): string | undefined {
	const secret = trimmedSecret(value);
	if (secret === '') return 'is empty';
	if (!PRINTABLE.test(secret)) return 'contains a blank or a character that is not printable';
	return secret.length < SHORTEST ? `is shorter than ${SHORTEST} characters` : undefined;
}

/** The same for the token at the end of a chat-app account's webhook URL. */
export function chatAppTokenFlaw(value: unknown): string | undefined {
	const token = trimmedSecret(value);
	if (token === '') return 'is empty';
	if (!URL_SAFE.test(token)) return 'may hold only letters, digits and . _ ~ -, since it is part of a URL';
	return token.length < SHORTEST ? `is shorter than ${SHORTEST} characters` : undefined;
}
