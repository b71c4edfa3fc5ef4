import { trimmedText } from '../text/trimmedText';

/** The fewest characters of a signing secret or token; fewer could be guessed. */
export const MIN_SECRET_LENGTH = 16;

/** ASCII without blanks, which leaves out what cannot be seen, such as zero-width spaces. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The characters that a URL holds without encoding (RFC 3986, unreserved characters). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/**
 * The signing secrets in a field, which may hold those of several API keys, separated by spaces or commas.
 */
export const signingSecretsIn = (value: unknown): string[] =>
	typeof value === 'string' ? value.split(/[\s,]+/).filter((secret) => secret !== '') : [];

/** Those of a field's signing secrets that may let an event in. */
export const usableSigningSecrets = (value: unknown): string[] =>
	signingSecretsIn(value).filter((secret) => flawOfOne(secret) === undefined);

/**
 * Says why a field's signing secrets (interface section 6) must not let anything in, as the end of a sentence
 * such as "The Signing Secret ...". Undefined when they all may.
 */
export function signingSecretFlaw(value: unknown): string | undefined {
	const secrets = signingSecretsIn(value);
	if (secrets.length === 0) return 'is empty';
	const flaw = secrets.map(flawOfOne).find((one) => one !== undefined);
	return flaw !== undefined && secrets.length > 1 ? `holds several secrets, one of which ${flaw}` : flaw;
}

function flawOfOne(secret: string): string | undefined {
	if (/^svc_/i.test(secret)) return 'is an API key (svc_...) and not a signing secret (whsec_...)';
	if (!PRINTABLE.test(secret)) return 'contains a character that is not printable';
	return secret.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}

/** The same for the token at the end of a chat-app account's webhook URL. */
export function chatAppTokenFlaw(value: unknown): string | undefined {
	const token = trimmedText(value);
	if (token === '') return 'is empty';
	if (!URL_SAFE.test(token)) return 'may hold only letters, digits and . _ ~ -, since it is part of a URL';
	return token.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}
