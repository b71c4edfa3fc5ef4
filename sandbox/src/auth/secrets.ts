import { createHash, timingSafeEqual } from 'node:crypto';

/** What is stored of a secret that must not be readable from the database: its SHA-256. */
export function hashOf(secret: string): Buffer {
	return createHash('sha256').update(secret).digest();
}

/** Whether two secrets are the same, in a time that tells neither their contents nor their lengths. */
export function sameSecret(one: string, other: string): boolean {
	return timingSafeEqual(hashOf(one), hashOf(other));
}
