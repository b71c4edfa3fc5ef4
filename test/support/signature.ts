import { createHmac } from 'node:crypto';

/** The value of the service's signature header for a body (interface section 6). */
export const signatureOf = (body: Buffer | string, secret: string): string =>
	`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;

/** The header that vouches for a body. */
export const signedWith = (secret: string, body: Buffer | string): Record<string, string> => ({
	'x-service-signature': signatureOf(body, secret),
});
