import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { withoutInvisible } from '../text/invisible';
import { trimmedText } from '../text/trimmedText';
import { signingSecretsIn } from '../wire/webhookSecrets';

/** Patterns of secrets in texts that the service or the HTTP client wrote. */
const PATTERNS: Array<[RegExp, string]> = [
	[/\b(svc_|whsec_)[\w-]+/g, '$1***'],
	[/\b(Bearer\s+)[^\s"',;]+/gi, '$1***'],
	[/([?&;\s"']|^)((?:access_|refresh_)?token=)[^\s&"',;]+/gi, '$1$2***'],
	// User info and query of an address.
	[/\b(https?:\/\/)[^\s/?#"'<>]+@/gi, '$1'],
	[/\b(https?:\/\/[^\s?"'<>]+)\?[^\s"'<>]*/gi, '$1'],
];

/** The fields of both credentials that hold one secret each. */
const SECRET_FIELDS = ['apiKey', 'chatAppToken', 'password', 'sessionToken', 'refreshToken'];

/** Shorter values are masked by their form alone: replacing every "a" would be of no use. */
const MIN_MASKED_LENGTH = 6;

/**
 * A text as it may be shown or logged: without the credential's secrets,
 * and without anything that looks like one.
 */
export function withoutSecrets(text: string, credential: ICredentialDataDecryptedObject = {}): string {
	const secrets = [
		...SECRET_FIELDS.map((field) => trimmedText(credential[field])).flatMap((secret) => [
			secret,
			withoutInvisible(secret).trim(),
		]),
		...[credential.signingSecret, credential.previousSigningSecret].flatMap(signingSecretsIn),
	];
	let masked = text;
	for (const secret of secrets) {
		if (secret.length >= MIN_MASKED_LENGTH) masked = masked.replaceAll(secret, '***');
	}
	for (const [pattern, replacement] of PATTERNS) masked = masked.replace(pattern, replacement);
	return masked;
}
