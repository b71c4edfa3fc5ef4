import { createHash, timingSafeEqual } from 'crypto';

/** Compares hashes, so that neither time nor an exception tells the length of the token. */
const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Why a request is not proven to come from the service by its URL's token; undefined when it is.
 * @param given The query parameter `token`; an array when it was sent more than once.
 */
export function tokenFault(given: unknown, stored: unknown): string | undefined {
	const token = typeof stored === 'string' ? stored.trim() : '';
	if (token === '') return 'no chat-app token is stored in the credential';
	if (typeof given !== 'string' || given === '') return 'the request carries neither a signature nor a token';
	return timingSafeEqual(digest(given), digest(token)) ? undefined : 'the token does not match';
}
