import type { ICredentialDataDecryptedObject, IWebhookFunctions } from 'n8n-workflow';

import { authenticate, type Authentication, type IncomingRequest } from './authentication';

/** How long a credential that was read may let events in without being read again, in milliseconds. */
const FRESH_FOR = 5_000;

/** The credentials that this process has read last, by the node that uses them. */
const recent = new Map<string, { credential: ICredentialDataDecryptedObject; until: number }>();

/**
 * Decides with the node's credential whether a request comes from the service. n8n takes a database query, a decryption and a fresh
 * isolate to read a credential, about a third of an event's cost, so one that was just read may accept an event; only one
 * that is read now refuses it or fails to know its kind. So a new secret counts at once, and a removed one for {@link FRESH_FOR} more.
 * @throws What n8n throws when the credential cannot be read.
 */
export async function authenticateRequest(
	context: IWebhookFunctions,
	request: IncomingRequest,
): Promise<Authentication> {
	const node = context.getNode();
	const user = [context.getWorkflow().id, node.id, node.credentials?.voiceAgentApi?.id].join(':');
	const kept = recent.get(user);
	if (kept && Date.now() < kept.until) {
		const result = authenticate(request, kept.credential);
		if ('event' in result && result.event.kind !== undefined) return result;
	}
	recent.delete(user);
	const credential = await context.getCredentials('voiceAgentApi');
	forgetOld();
	recent.set(user, { credential, until: Date.now() + FRESH_FOR });
	return authenticate(request, credential);
}

/** A secret stays in memory no longer than it counts, provided that events come in. */
function forgetOld(): void {
	for (const [user, { until }] of recent) if (until <= Date.now()) recent.delete(user);
}
