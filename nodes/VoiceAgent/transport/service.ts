import { connectionFrom } from '../../shared/connection';
import type { Service, ServiceContext } from './request';

/**
 * The service that the node's credential leads to.
 * @throws NodeOperationError when no credential is chosen.
 */
export async function readService(context: ServiceContext): Promise<Service> {
	const credentialType = 'voiceAgentApi';
	return { credentialType, ...connectionFrom(await context.getCredentials(credentialType)) };
}
