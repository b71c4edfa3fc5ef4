import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IHookFunctions,
	ILoadOptionsFunctions,
	IPollFunctions,
	IWebhookFunctions,
} from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { validateApiKey } from './apiKey';
import { validateBaseUrl } from './baseUrl';
import { connectionFrom, type Connection } from './connection';
import { readStoredSession } from './session';

export type ServiceContext =
	IExecuteFunctions | IHookFunctions | ILoadOptionsFunctions | IPollFunctions | IWebhookFunctions;

export type CredentialType = 'voiceAgentApi' | 'voiceAgentSessionApi';

/** Where requests go and with which credential. Opened once per execution, since reading a credential is a database query. */
export interface Service extends Connection {
	credentialType: CredentialType;
	/** The decrypted data; a renewed session is put in here. Never shown, never logged. */
	credential: ICredentialDataDecryptedObject;
	/** The newest session token that n8n was given to store with the credential. */
	storedToken?: string;
}

/**
 * The service that the node's credential leads to.
 * @param authentication The node's parameter of that name; `session` is the Voice Agent Session API credential.
 * @throws NodeOperationError for a credential that cannot work; what n8n throws when it cannot be read.
 */
export async function openService(
	context: ServiceContext,
	authentication: unknown = 'apiKey',
): Promise<Service> {
	const credentialType: CredentialType =
		authentication === 'session' ? 'voiceAgentSessionApi' : 'voiceAgentApi';
	const credential = await context.getCredentials(credentialType);
	const connection = connectionFrom(credential);
	const refusal =
		validateBaseUrl(connection.baseUrl) ??
		(credentialType === 'voiceAgentApi' ? validateApiKey(credential.apiKey) : undefined);
	if (refusal) {
		throw new NodeOperationError(context.getNode(), refusal, {
			description: 'Open the credential, correct it and test it. Nothing was sent.',
		});
	}
	const session = credentialType === 'voiceAgentSessionApi' ? readStoredSession(credential) : {};
	return { credentialType, ...connection, credential: { ...credential, ...session } };
}
