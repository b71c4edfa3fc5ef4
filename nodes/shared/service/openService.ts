import type { IExecuteFunctions, IHookFunctions, ILoadOptionsFunctions } from 'n8n-workflow';

import { connectionFrom } from './connection';
import type { CredentialType, Service } from './request';

/**
 * The service that the node's credential leads to.
 * @throws NodeOperationError when no credential is chosen.
 */
export async function readService(
	context: IExecuteFunctions | ILoadOptionsFunctions | IHookFunctions,
	authentication: unknown = 'apiKey',
): Promise<Service> {
	const credentialType: CredentialType =
		authentication === 'session' ? 'voiceAgentSessionApi' : 'voiceAgentApi';
	return { credentialType, ...connectionFrom(await context.getCredentials(credentialType)) };
}
