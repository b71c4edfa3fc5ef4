import { createHmac } from 'node:crypto';

/** Section 6, signature: the name of the header that carries it. */
export const SIGNATURE_HEADER = 'x-service-signature';

/**
 * Returns the signature of section 6: `sha256=` and the HMAC-SHA256 of the raw body keyed with the signing
 * secret, in hexadecimal.
 */
export function sign(body: string, secret: string): string {
	return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
