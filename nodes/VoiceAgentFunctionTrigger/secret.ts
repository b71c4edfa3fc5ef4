import { createHash, randomBytes } from 'crypto';
import type { FunctionsBase } from 'n8n-workflow';

import { isSameSecret, refuse, type Verification } from '../service/webhookRequest';

/**
 * The header with the secret by which a trigger recognizes its agent's calls; in lower case, as Node's HTTP server
 * names headers.
 */
export const SECRET_HEADER = 'x-voice-agent-function-secret';

/**
 * Creates a secret, as 64 hexadecimal digits. It is random, and not derived from the credential: whoever may read the
 * functions of the agent knows it, and could otherwise try passwords until one gives this secret.
 */
export const createSecret = (): string => randomBytes(32).toString('hex');

/**
 * Returns what n8n keeps of a secret, since workflows and executions are exported and shared. A fast hash is enough for
 * a value that has 256 random bits.
 */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

type StaticDataContext = Pick<FunctionsBase, 'getWorkflowStaticData'>;

/**
 * Returns the hash of the secret that the trigger has registered, as n8n stores it with the workflow and, while it
 * listens for a test, with the test; an empty string if there is none.
 */
export function readSecretHash(context: StaticDataContext): string {
	const { secretHash } = context.getWorkflowStaticData('node');
	return typeof secretHash === 'string' ? secretHash : '';
}

export function storeSecretHash(context: StaticDataContext, secretHash: string): void {
	context.getWorkflowStaticData('node').secretHash = secretHash;
}

const SECRET_FORMAT = /^[0-9a-f]{64}$/;

/**
 * Checks the header of a call, in constant time. Without a stored hash, everything is refused.
 * @param secretHash As {@link readSecretHash} returns it.
 */
export function verifySecret(header: unknown, secretHash: string): Verification {
	if (header === undefined) return refuse('the secret header is missing');
	if (typeof header !== 'string' || header.includes(',')) {
		return refuse('the secret header was sent more than once');
	}
	if (!SECRET_FORMAT.test(header)) return refuse('the secret header is malformed');
	if (secretHash === '') {
		return refuse(
			'n8n has no secret for this trigger. Unpublish the workflow and publish it again, so that it gets one',
		);
	}
	return isSameSecret(hashSecret(header), secretHash)
		? { valid: true }
		: refuse(
				'the secret does not match. If it was your agent, unpublish the workflow and publish it again, so that the agent gets the secret of this trigger',
			);
}
