import { createHmac } from 'crypto';

import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { cleanKey, type CredentialType } from '../shared/client/credentials';
import { hashAccount } from '../shared/client/session';
import { isSameSecret, refused, type Verification } from '../shared/webhook/verification';

/**
 * The header with the secret by which a trigger knows the calls of its agent; in lower
 * case, as Node's HTTP server names headers.
 */
export const SECRET_HEADER = 'x-voice-agent-function-secret';

/** The node that a secret is for. */
export interface SecretOwner {
	workflowId: string | undefined;
	node: INode;
	credentialType: CredentialType;
}

/**
 * Derives the secret of a trigger from the key of its credential, so that nothing has
 * to be stored: HMAC-SHA256 over the node's identity, as 64 hexadecimal digits. It
 * changes with the key, and does not reveal it.
 */
export function deriveSecret(
	credential: ICredentialDataDecryptedObject,
	{ workflowId, node, credentialType }: SecretOwner,
): string {
	// Without the tokens of a session, which change within the hour.
	const key =
		credentialType === 'voiceAgentSessionApi' ? hashAccount(credential) : cleanKey(credential.apiKey);
	const identity = ['custom function', workflowId ?? '', node.id, node.webhookId ?? ''];
	return createHmac('sha256', key).update(JSON.stringify(identity)).digest('hex');
}

const SECRET = /^[0-9a-f]{64}$/;

/** Requires the form of a secret in the header, so that a stranger is refused before a credential is read. */
export function requireSecretForm(header: unknown): Verification<{ given: string }> {
	if (header === undefined) return refused('the secret header is missing');
	if (typeof header !== 'string' || header.includes(',')) {
		return refused('the secret header was sent more than once');
	}
	return SECRET.test(header) ? { valid: true, given: header } : refused('the secret header is malformed');
}

/**
 * Compares a secret in constant time. A key that is empty protects nothing, so that it refuses everything.
 */
export function verifySecret(
	given: string,
	credential: ICredentialDataDecryptedObject,
	owner: SecretOwner,
): Verification {
	const { apiKey, password } = credential;
	const isEmpty = owner.credentialType === 'voiceAgentSessionApi' ? !password : cleanKey(apiKey) === '';
	if (isEmpty) return refused('the credential is empty');
	return isSameSecret(given, deriveSecret(credential, owner))
		? { valid: true }
		: refused(
				'the secret does not match. If the credential was changed, unpublish the workflow and publish it again, so that the agent gets the new one',
			);
}
