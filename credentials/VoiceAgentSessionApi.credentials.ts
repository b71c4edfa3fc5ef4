import {
	type ICredentialDataDecryptedObject,
	type ICredentialType,
	type Icon,
	type IDataObject,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INodeProperties,
	ApplicationError,
} from 'n8n-workflow';

import { chatAppNameField, checkoutFunctionField, customizeIdentifiersField } from './identifierFields';
import { logIn, toStoredSession } from '../nodes/service/session';

/** E-mail and password of a person, for a token that is valid for one hour. */
export class VoiceAgentSessionApi implements ICredentialType {
	name = 'voiceAgentSessionApi';

	displayName = 'Voice Agent Session API';

	icon: Icon = {
		light: 'file:../nodes/VoiceAgent/voiceAgent.svg',
		dark: 'file:../nodes/VoiceAgent/voiceAgent.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/credentials.md';

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
			displayName: 'Obtained With',
			name: 'obtainedWith',
			type: 'hidden',
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
			description:
				'The public key of the log-in, from the dashboard of the service. It gives access to nothing by itself.',
		},
		{
			displayName: 'Email',
			name: 'email',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. nathan@example.com',
			description: 'The email address you log in to the dashboard with',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description: 'The password you log in to the dashboard with',
		},
		customizeIdentifiersField,
		chatAppNameField,
		checkoutFunctionField,
	];

	/**
	 * Adds the session token, unless it was obtained for another account or address: n8n keeps hidden fields when a
	 * person edits the credential. Without a token the service answers 401, and n8n then asks for a new session.
	 */
	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { sessionToken } = toStoredSession(credentials);
		if (!sessionToken) return options;
		return { ...options, headers: { ...options.headers, Authorization: `Bearer ${sessionToken}` } };
	}

	/**
	 * Gets a session. n8n calls this when there is no token yet and after the service has answered 401.
	 * @throws Error when there is no session; its message contains no secret.
	 */
	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		const rejected = toStoredSession(credentials).sessionToken;
		const result = await logIn(this, credentials, rejected);
		if (!result.ok) throw new ApplicationError('Logging in to the service did not work');
		return { ...result.value.session };
	}
}
