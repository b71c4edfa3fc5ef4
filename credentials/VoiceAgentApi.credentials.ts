import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { cleanKey } from '../nodes/shared/client/credentials';
import {
	chatAppNameField,
	checkoutFunctionField,
	customizeIdentifiersField,
} from '../nodes/shared/panel/identifierFields';

/** An account's API key (interface section 5) and, for the trigger, its webhook secrets (section 6). */
export class VoiceAgentApi implements ICredentialType {
	name = 'voiceAgentApi';

	displayName = 'Voice Agent API';

	icon: Icon = {
		light: 'file:../nodes/VoiceAgent/voiceAgent.svg',
		dark: 'file:../nodes/VoiceAgent/voiceAgent.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-voice-agent/n8n-nodes-voice-agent/blob/main/docs/credentials.md';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://voice-agent.example.com',
			description: 'Address of the service, without /functions/v1',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			placeholder: 'e.g. svc_...',
			description:
				'From the dashboard of the service, under API Keys. The full key is shown only once, when it is created.',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_...',
			description:
				'For the Voice Agent Trigger. The dashboard shows it beside an API key that has a webhook URL. Separate the secrets of several keys by spaces.',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The old secret, which is accepted as well while you change to a new one. Clear it afterwards.',
		},
		{
			displayName: 'Chat App Token',
			name: 'chatAppToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For chat-app messages, which carry no signature. Enter a random text of at least 16 letters and digits, and end the webhook URL of the chat-app account with ?token= and this text.',
		},
		customizeIdentifiersField,
		{
			displayName: 'Signature Header',
			name: 'signatureHeader',
			type: 'string',
			default: 'x-service-signature',
			displayOptions: { show: { customizeIdentifiers: [true] } },
			description: 'Name of the header that carries the signature of an event',
		},
		chatAppNameField,
		checkoutFunctionField,
		{
			displayName: 'Event Field',
			name: 'eventField',
			type: 'string',
			default: '',
			placeholder: 'e.g. meta.kind',
			displayOptions: { show: { customizeIdentifiers: [true] } },
			description:
				'Path of the field that names the event. Leave empty if it is a top-level field with "event", "type", "kind" or "topic" in its name.',
		},
	];

	/**
	 * As a function, not as an expression: n8n ends the evaluation of
	 * expressions for a poll that another one overlaps.
	 */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return { ...options, headers: { ...options.headers, Authorization: `Bearer ${cleanKey(apiKey)}` } };
	}
}
