import type {
	IAuthenticateGeneric,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { currentSession } from '../nodes/shared/service/session';

/** E-mail and password of a person, for a token that is valid for one hour (interface section 5). */
export class VoiceAgentSessionApi implements ICredentialType {
	name = 'voiceAgentSessionApi';

	displayName = 'Voice Agent Session API';

	icon: Icon = {
		light: 'file:../nodes/VoiceAgent/voiceAgent.svg',
		dark: 'file:../nodes/VoiceAgent/voiceAgent.dark.svg',
	};

	documentationUrl = 'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent#with-your-account';

	properties: INodeProperties[] = [
		{
			displayName: 'Session Token',
			name: 'sessionToken',
			type: 'hidden',
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Refresh Token',
			name: 'refreshToken',
			type: 'hidden',
			typeOptions: { password: true },
			default: '',
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://voice-agent.example.com',
			description: 'Address of the service, without /auth/v1',
		},
		{
			displayName: 'Anon Key',
			name: 'anonKey',
			type: 'string',
			default: '',
			required: true,
			description: 'The public key of the service for logging in, from its dashboard',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. nathan@example.com',
			description: 'The address with which you log in to the dashboard',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The password with which you log in to the dashboard',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.sessionToken}}' } },
	};

	/** Called by n8n when there is no token yet and after the service has answered 401. */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<{ sessionToken: string; refreshToken: string }> {
		const { sessionToken, refreshToken } = await currentSession(this, credentials);
		return { sessionToken, refreshToken };
	}
}
