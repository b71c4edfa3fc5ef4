import { createHash, timingSafeEqual } from 'crypto';

import { parseExactJson } from '../text/json';
import { maskSecrets } from './credentials';
import { ExplainedError } from '../n8n/errors';

/** Refuses a request. @param problem The reason, for the log; it holds nothing of the request. */
export const refuse = (problem: string): { ok: false; problem: string } => ({ ok: false, problem });

/**
 * Compares two secrets by their hashes, which have one length, so that neither time nor an exception reveals the
 * length of the stored one.
 */
export const isSameSecret = (given: string, stored: string): boolean =>
	timingSafeEqual(digest(given), digest(stored));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Returns the body as text, without a byte order mark. */
export const decodeBody = (rawBody: Buffer): string => rawBody.toString('utf8').replace(/^\ufeff/, '');

/** Returns the body as JSON, with long numbers as text; undefined if it is not JSON. */
export const parsePayload = (rawBody: Buffer): unknown => parseExactJson(decodeBody(rawBody));

/** Returns an error as one string without secrets for the log: with its class, unless it is written for the user. */
export const toLogText = (caught: unknown): string =>
	maskSecrets(caught instanceof ExplainedError ? caught.fullText : String(caught));
