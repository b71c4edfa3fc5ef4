import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { removeInvisibleAndTrim, trimText } from '../text/strings';

/** Patterns of secrets in strings that the service or the HTTP client wrote. */
const PATTERNS: Array<[RegExp, string]> = [
	[/\b(svc_|whsec_)[\w-]+/g, '$1***'],
	[/\b(Bearer\s+)[^\s"',;]+/gi, '$1***'],
	[/([?&;\s"']|^)((?:access_|refresh_)?token=)[^\s&"',;]+/gi, '$1$2***'],
];

const ADDRESS = /\bhttps?:\/\/[^\s"'<>]+/gi;

/** Returns an address without its user info and its query. */
const shortenAddress = (address: string): string =>
	(address.split('?', 1)[0] ?? '').replace(/^(https?:\/\/)[^/?#]+@/i, '$1');

/** The fields of both credentials that hold one secret each. */
const SECRET_FIELDS = ['apiKey', 'chatAppToken', 'password', 'sessionToken', 'refreshToken'];

/** Shorter values are masked by their form alone: replacing every "a" would be useless. */
const MIN_MASKED_LENGTH = 6;

/**
 * Returns a string as it may be shown or logged: without the credential's secrets, also as JSON writes them, and
 * without anything that looks like one.
 */
export function maskSecrets(text: string, credential: ICredentialDataDecryptedObject = {}): string {
	const secrets = [
		...SECRET_FIELDS.map((field) => trimText(credential[field])).flatMap((secret) => [
			secret,
			removeInvisibleAndTrim(secret),
		]),
		...[credential.signingSecret, credential.previousSigningSecret].flatMap(splitSigningSecrets),
	];
	let masked = text;
	for (const secret of secrets.filter(({ length }) => length >= MIN_MASKED_LENGTH)) {
		masked = masked.replaceAll(secret, '***').replaceAll(JSON.stringify(secret).slice(1, -1), '***');
	}
	for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
	return masked.replace(ADDRESS, shortenAddress);
}

/** The fewest characters of a signing secret or token; fewer could be guessed. */
export const MIN_SECRET_LENGTH = 16;

/** Matches ASCII without spaces, and so no invisible characters, such as zero-width spaces. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The characters that a URL holds without encoding (RFC 3986, unreserved characters). */
const URL_SAFE = /^[A-Za-z0-9._~-]+$/;

/**
 * Returns the signing secrets in a field, which may hold those of several API keys, separated by spaces or commas.
 */
const splitSigningSecrets = (value: unknown): string[] =>
	typeof value === 'string' ? value.split(/[\s,]+/).filter((secret) => secret !== '') : [];

/** Returns those of a field's signing secrets that may let an event in. */
export const findUsableSigningSecrets = (value: unknown): string[] =>
	splitSigningSecrets(value).filter((secret) => validateOneSecret(secret) === undefined);

/**
 * Says why the signing secrets in a field must not let anything in, as the end of a sentence such as "The Signing
 * Secret ...". Returns undefined if they all may.
 */
export function validateSigningSecrets(value: unknown): string | undefined {
	const secrets = splitSigningSecrets(value);
	if (secrets.length === 0) return 'is empty';
	const problem = secrets.map(validateOneSecret).find((one) => one !== undefined);
	return problem !== undefined && secrets.length > 1
		? `holds several secrets, one of which ${problem}`
		: problem;
}

function validateOneSecret(secret: string): string | undefined {
	if (/^svc_/i.test(secret)) return 'is an API key (svc_...) and not a signing secret (whsec_...)';
	if (!PRINTABLE.test(secret)) return 'contains a character that is not printable';
	return secret.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}

/** Says the same of the token at the end of the webhook URL of a chat-app account. */
export function validateChatAppToken(value: unknown): string | undefined {
	const token = trimText(value);
	if (token === '') return 'is empty';
	if (!URL_SAFE.test(token)) return 'may hold only letters, digits and . _ ~ -, since it is part of a URL';
	return token.length < MIN_SECRET_LENGTH ? `is shorter than ${MIN_SECRET_LENGTH} characters` : undefined;
}
