import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { authenticate, carriesProof, type Authentication, type IncomingRequest } from './authentication';

/** How long a credential may let events in without being read again, in milliseconds. */
const ACCEPTS_FOR = 5_000;

/** How long it may also refuse a request, or say that an event is unknown. */
const DECIDES_FOR = 1_000;

interface RecentCredential {
	credential: ICredentialDataDecryptedObject;
	readAt: number;
}

/** The credentials that this process read last, and those it is reading, by the node that uses them. */
const recent = new Map<string, RecentCredential>();
const reading = new Map<string, Promise<ICredentialDataDecryptedObject>>();

/**
 * Decides with the node's credential whether a request comes from the service. To read a credential, n8n needs a database query and a
 * decryption, so a stranger's call would cost more than an event. A request without proof is therefore refused unread, and one
 * reading serves many: a new secret counts after {@link DECIDES_FOR} at the latest, a removed one for {@link ACCEPTS_FOR} more.
 * @throws What n8n throws when the credential cannot be read.
 */
export async function authenticateRequest(
	context: IWebhookFunctions,
	request: IncomingRequest,
): Promise<Authentication> {
	const proof = carriesProof(request);
	if (!proof.valid) return proof;

	const node = context.getNode();
	const user = [context.getWorkflow().id, node.id, node.credentials?.voiceAgentApi?.id].join(':');
	const kept = recent.get(user);
	const age = kept ? Date.now() - kept.readAt : Infinity;
	if (kept && age >= 0 && age < ACCEPTS_FOR) {
		const result = authenticate(request, kept.credential);
		const isAccepted = result.valid && result.event.kind !== undefined;
		if (isAccepted || age < DECIDES_FOR) return result;
	}
	return authenticate(request, await read(context, user));
}

/** Reads the credential once for all requests that wait for it. */
async function read(context: IWebhookFunctions, user: string): Promise<ICredentialDataDecryptedObject> {
	const underWay = reading.get(user);
	if (underWay) return await underWay;
	recent.delete(user);
	const started = context.getCredentials('voiceAgentApi');
	reading.set(user, started);
	try {
		const credential = await started;
		forgetOld();
		recent.set(user, { credential, readAt: Date.now() });
		return credential;
	} finally {
		reading.delete(user);
	}
}

/** A secret stays in memory no longer than it counts, provided that events come in. */
function forgetOld(): void {
	for (const [user, { readAt }] of recent) {
		if (Date.now() - readAt >= ACCEPTS_FOR) recent.delete(user);
	}
}
