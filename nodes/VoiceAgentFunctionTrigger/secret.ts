import { createHmac } from 'crypto';

import type { ICredentialDataDecryptedObject, INode } from 'n8n-workflow';

import { cleanKey, type CredentialType } from '../service/credentials';
import { hashLogIn } from '../service/session';
import { isSameSecret, refuse, type Verification } from '../webhook/request';

/**
 * The header with the secret by which a trigger recognizes its agent's calls; in lower case, as Node's HTTP server
 * names headers.
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
	// The tokens of a session are left out, since they change within the hour.
	const key = credentialType === 'voiceAgentSessionApi' ? hashLogIn(credential) : cleanKey(credential.apiKey);
	const identity = ['custom function', workflowId ?? '', node.id, node.webhookId ?? ''];
	return createHmac('sha256', key).update(JSON.stringify(identity)).digest('hex');
}

const SECRET_FORMAT = /^[0-9a-f]{64}$/;

/** Checks that the header has the format of a secret, so that a stranger is refused before a credential is read. */
export function checkSecretFormat(header: unknown): Verification<{ receivedSecret: string }> {
	if (header === undefined) return refuse('the secret header is missing');
	if (typeof header !== 'string' || header.includes(',')) {
		return refuse('the secret header was sent more than once');
	}
	return SECRET_FORMAT.test(header)
		? { valid: true, receivedSecret: header }
		: refuse('the secret header is malformed');
}

/**
 * Compares a secret in constant time. An empty key would protect nothing, so everything is refused.
 */
export function verifySecret(
	receivedSecret: string,
	credential: ICredentialDataDecryptedObject,
	owner: SecretOwner,
): Verification {
	const { apiKey, password } = credential;
	const isEmpty = owner.credentialType === 'voiceAgentSessionApi' ? !password : cleanKey(apiKey) === '';
	if (isEmpty) return refuse('the credential is empty');
	return isSameSecret(receivedSecret, deriveSecret(credential, owner))
		? { valid: true }
		: refuse(
				'the secret does not match. If the credential was changed, unpublish the workflow and publish it again, so that the agent gets the new one',
			);
}
