import { createHash, timingSafeEqual } from 'node:crypto';

/** Hashes a secret that must not be readable from the database, with SHA-256. */
export function hashSecret(secret: string): Buffer {
	return createHash('sha256').update(secret).digest();
}

/** Compares two secrets in a time that reveals neither their contents nor their lengths. */
export function sameSecret(one: string, other: string): boolean {
	return timingSafeEqual(hashSecret(one), hashSecret(other));
}
