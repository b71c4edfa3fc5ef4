import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import type { CredentialType } from '../client/credentials';

/** The time for which a credential that was read before accepts requests, in milliseconds. */
const ACCEPT_CACHE_MS = 5_000;

/** The time for which it also refuses requests and finds them unknown, in milliseconds. */
const REFUSE_CACHE_MS = 1_000;

/** A credential as this process last read it. */
interface CachedCredential {
	credential: ICredentialDataDecryptedObject;
	/** Milliseconds since 1970. */
	readAt: number;
}

/** The credentials that this process read last, and those it is reading, by the node that uses them. */
const credentialCache = new Map<string, CachedCredential>();
const pendingReads = new Map<string, Promise<ICredentialDataDecryptedObject>>();

/** A decision about a request that a credential makes. */
interface Decision<T> {
	decide: (credential: ICredentialDataDecryptedObject) => T;
	/** Tells if a result may come from a credential that was read up to {@link ACCEPT_CACHE_MS} before. */
	isAccepted: (result: T) => boolean;
}

/**
 * Decides about a request with the credential of the node that receives it. To read a credential, n8n needs a
 * database query and a decryption, so one reading serves many requests: a new secret counts after
 * {@link REFUSE_CACHE_MS} at the latest, a removed one for {@link ACCEPT_CACHE_MS} more.
 * @throws the error of n8n if the credential cannot be read.
 */
export async function decideWithCredential<T>(
	context: IWebhookFunctions,
	type: CredentialType,
	{ decide, isAccepted }: Decision<T>,
): Promise<T> {
	const node = context.getNode();
	const user = [context.getWorkflow().id, node.id, node.credentials?.[type]?.id].join(':');
	const kept = credentialCache.get(user);
	const age = kept ? Date.now() - kept.readAt : Infinity;
	if (kept && age >= 0 && age < ACCEPT_CACHE_MS) {
		const result = decide(kept.credential);
		if (isAccepted(result) || age < REFUSE_CACHE_MS) return result;
	}
	return decide(await readCredential(context, type, user));
}

/** Reads the credential once for all requests that wait for it. */
async function readCredential(
	context: IWebhookFunctions,
	type: CredentialType,
	user: string,
): Promise<ICredentialDataDecryptedObject> {
	const underWay = pendingReads.get(user);
	if (underWay) return await underWay;
	credentialCache.delete(user);
	const started = context.getCredentials(type);
	pendingReads.set(user, started);
	try {
		const credential = await started;
		forgetExpired();
		credentialCache.set(user, { credential, readAt: Date.now() });
		return credential;
	} finally {
		pendingReads.delete(user);
	}
}

/** A secret stays in memory no longer than it counts, provided that requests come in. */
function forgetExpired(): void {
	for (const [user, { readAt }] of credentialCache) {
		if (Date.now() - readAt >= ACCEPT_CACHE_MS) credentialCache.delete(user);
	}
}
