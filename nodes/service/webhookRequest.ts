import { createHash, timingSafeEqual } from 'crypto';
import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { parseExactJson } from '../text/json';
import { maskSecrets, type CredentialType } from './credentials';
import { ExplainedError } from '../n8n/errors';
import { getNodeKey } from '../n8n/node';
import { SharedWork } from './concurrency';

/** The result of checking a request. The reason of a refusal is for the log and holds nothing of the request. */
export type Verification<T = unknown> = ({ valid: true } & T) | { valid: false; reason: string };

export const refuse = (reason: string): { valid: false; reason: string } => ({ valid: false, reason });

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

/** The time for which a credential that was read before accepts requests, in milliseconds. */
const ACCEPT_CACHE_MS = 5_000;

/** The time for which such a credential also refuses requests, in milliseconds. */
const REFUSE_CACHE_MS = 1_000;

/** A credential as this process last read it. */
interface CachedCredential {
	credential: ICredentialDataDecryptedObject;
	/** Milliseconds since 1970. */
	readAt: number;
}

/** The credentials that this process read last, and those it is reading, by the node that uses them. */
const credentialReads = new SharedWork<CachedCredential>({ ttlMs: ACCEPT_CACHE_MS, maxKeys: 1_000 });

/** A decision about a request, for which a credential is needed. */
interface Decision<T> {
	decide: (credential: ICredentialDataDecryptedObject) => T;
	/** Tells whether a result may come from a credential that was read up to {@link ACCEPT_CACHE_MS} before. */
	isAccepted: (result: T) => boolean;
}

/**
 * Decides about a request with the credential of the node that receives it. To read a credential, n8n needs a
 * database query and a decryption, so one reading serves many requests: a new secret counts after
 * {@link REFUSE_CACHE_MS} at the latest, a removed one for {@link ACCEPT_CACHE_MS} more.
 * @throws the error of n8n if the credential cannot be read.
 */
export async function verifyWithCachedCredential<T>(
	context: IWebhookFunctions,
	type: CredentialType,
	{ decide, isAccepted }: Decision<T>,
): Promise<T> {
	const user = `${getNodeKey(context)}:${context.getNode().credentials?.[type]?.id}`;
	const kept = credentialReads.findResult(user);
	if (kept) {
		const age = Date.now() - kept.readAt;
		const isFresh = age >= 0 && age < ACCEPT_CACHE_MS;
		const result = decide(kept.credential);
		if (isFresh && (isAccepted(result) || age < REFUSE_CACHE_MS)) return result;
		credentialReads.forget(user);
	}
	const { credential } = await credentialReads.share(user, async () => ({
		credential: await context.getCredentials(type),
		readAt: Date.now(),
	}));
	return decide(credential);
}
