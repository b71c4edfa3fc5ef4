import { createHmac, timingSafeEqual } from 'crypto';

import { refused, type Verification } from './verification';

/** `sha256=` and the 64 hexadecimal digits of an HMAC-SHA256 (interface section 6). */
const SIGNATURE = /^sha256=([0-9a-fA-F]{64})$/;

/** Whether a header's value has the form of a signature. */
export const isSignature = (value: unknown): boolean => typeof value === 'string' && SIGNATURE.test(value);

/**
 * Whether one of the secrets signed exactly these bytes. Fails closed and never throws, whatever a stranger sends.
 * @param header The signature header's value, as Node's HTTP server gives it (several values arrive joined by commas).
 */
export function verifySignature(rawBody: unknown, header: unknown, secrets: string[]): Verification {
	if (secrets.length === 0) return refused('the credential holds no usable signing secret');
	if (header === undefined) return refused('the signature header is missing');
	const digits = typeof header === 'string' ? SIGNATURE.exec(header)?.[1] : undefined;
	if (digits === undefined) return refused('the signature header is malformed');
	if (!Buffer.isBuffer(rawBody)) return refused('the request has no body that can be verified');

	// Compared as text, since Node gives a digest as digits sooner than as bytes.
	const given = Buffer.from(digits.toLowerCase());
	// Every secret is tried whatever the first says, so that the time does not reveal which one matched.
	const matches = secrets.filter((secret) =>
		timingSafeEqual(Buffer.from(createHmac('sha256', secret).update(rawBody).digest('hex')), given),
	);
	return matches.length > 0 ? { valid: true } : refused('the signature does not match the body');
}
