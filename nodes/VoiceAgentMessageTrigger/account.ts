import { createHash } from 'crypto';

import type { VoiceAgentClient } from '../shared/client/client';

/**
 * Names the account that a credential leads to, as far as the credential tells: a new key of the same account gives another name. A hash,
 * since n8n exports what it stores with a workflow. It does not cover a password, which could be guessed from it.
 * @param salt Makes it another name for each trigger.
 */
export function hashAccount(
	{ connection, credentialType, credential }: VoiceAgentClient,
	salt: string,
): string {
	const holder = credentialType === 'voiceAgentApi' ? credential.apiKey : credential.email;
	const identity = [salt, connection.baseUrl, credentialType, String(holder).trim()];
	return createHash('sha256').update(JSON.stringify(identity)).digest('hex').slice(0, 32);
}
