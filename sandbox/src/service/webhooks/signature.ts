import { createHmac, timingSafeEqual } from 'node:crypto';

/** Section 6, signature: the name of the header that carries it. */
export const SIGNATURE_HEADER = 'x-service-signature';

/**
 * Returns the signature of section 6: `sha256=` and the HMAC-SHA256 of the raw body keyed with the signing
 * secret, in hexadecimal.
 */
export function sign(body: string | Uint8Array, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}

/** Tells if a header is the signature of a body, in a time that does not depend on it. */
export function isSignature(header: unknown, body: string | Uint8Array, secret: string): boolean {
	const [given, right] = [Buffer.from(String(header)), Buffer.from(sign(body, secret))];
	return given.length === right.length && timingSafeEqual(given, right);
}
