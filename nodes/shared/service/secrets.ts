import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

/** What looks like a secret in a text that the service or the HTTP client wrote. */
const PATTERNS: Array<[RegExp, string]> = [
	[/\b(svc_|whsec_)[\w-]+/g, '$1***'],
	[/\b(Bearer\s+)[^\s"',;]+/gi, '$1***'],
	[/([?&;\s"']|^)((?:access_|refresh_)?token=)[^\s&"',;]+/gi, '$1$2***'],
	// User info and query of an address.
	[/\b(https?:\/\/)[^\s/?#"'<>]+@/gi, '$1'],
	[/\b(https?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, '$1'],
];

/** The fields of both credentials that nobody but their owner may see. */
const SECRET_FIELDS = [
	'apiKey',
	'signingSecret',
	'previousSigningSecret',
	'chatAppToken',
	'password',
	'sessionToken',
	'refreshToken',
];

/** Shorter values are masked by their form alone: replacing every "a" would help nobody. */
const SHORTEST_SECRET = 6;

/** A text as it may be shown or logged: without the credential's secrets, and without anything that looks like one. */
export function withoutSecrets(text: string, credential: ICredentialDataDecryptedObject = {}): string {
	let masked = text;
	for (const field of SECRET_FIELDS) {
		const value = credential[field];
		const secret = typeof value === 'string' ? value.trim() : '';
		if (secret.length >= SHORTEST_SECRET) masked = masked.replaceAll(secret, '***');
	}
	for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
	return masked;
}
