import { createHmac, timingSafeEqual } from 'crypto';

/** `sha256=` and the 64 hexadecimal digits of an HMAC-SHA256 (interface section 6). */
const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

const SECRET_PREFIX = 'whsec_';

/** The secrets that can vouch for anything: blank ones, and the bare prefix, are what an unfilled field holds. */
export function usableSecrets(...stored: unknown[]): string[] {
	return stored
		.map((secret) => (typeof secret === 'string' ? secret.trim() : ''))
		.filter((secret) => secret !== '' && secret !== SECRET_PREFIX);
}

/**
 * Why a body is not proven to come from the service; undefined when one of the secrets signed exactly these bytes.
 * Fails closed and never throws, whatever a stranger sends.
 * @param header The signature header's value, as Node's HTTP server gives it (several values arrive joined by commas).
 */
export function signatureFault(rawBody: unknown, header: unknown, secrets: string[]): string | undefined {
	if (secrets.length === 0) return 'no signing secret is stored in the credential';
	if (header === undefined) return 'the signature header is missing';
	const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
	if (digits === undefined) return 'the signature header is malformed';
	if (!Buffer.isBuffer(rawBody)) return 'the request has no body that can be verified';

	// As text: Node gives a digest as digits sooner than as bytes.
	const given = Buffer.from(digits.toLowerCase());
	// Every secret is tried whatever the first says, so that the time tells nothing about which one matched.
	const matches = secrets.filter((secret) =>
		timingSafeEqual(Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex')), given),
	);
	return matches.length > 0 ? undefined : 'the signature does not match the body';
}
