import { createHash, timingSafeEqual } from 'crypto';

/** The verdict on a request. The reason of a refusal is for the log and holds nothing of the request. */
export type Verification<T = unknown> = ({ valid: true } & T) | { valid: false; reason: string };

export const refused = (reason: string): { valid: false; reason: string } => ({ valid: false, reason });

/**
 * Compares two secrets by their hashes, which have one length, so that neither time nor an
 * exception reveals that of the stored one.
 */
export const isSameSecret = (given: string, stored: string): boolean =>
	timingSafeEqual(digest(given), digest(stored));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
