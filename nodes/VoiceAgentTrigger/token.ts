import { createHash, timingSafeEqual } from 'crypto';

import { chatAppTokenFlaw, trimmedSecret } from '../shared/wire/webhookSecrets';
import { refused, type Verification } from './verification';

/** Hashes have one length, so that neither time nor an exception reveals that of the token. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Whether the token of a request's URL is the stored one.
 * @param given The query parameter `token`; an array when it was sent more than once.
 */
export function verifyToken(given: unknown, stored: unknown): Verification {
	if (chatAppTokenFlaw(stored)) return refused('the credential holds no usable chat-app token');
	if (typeof given !== 'string' || given === '') return refused('the token is empty or not a text');
	const isSame = timingSafeEqual(digest(given), digest(trimmedSecret(stored)));
	return isSame ? { valid: true } : refused('the token does not match');
}
