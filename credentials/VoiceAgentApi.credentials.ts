import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { cleanText } from '../nodes/text/strings';
import { chatAppNameField, checkoutFunctionField, customizeIdentifiersField } from './identifierFields';

/** The API key of an account and, for the trigger, its webhook secrets. */
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
			displayName: 'Chat App Token',
			name: 'chatAppToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'For chat-app messages, which carry no signature. End the webhook URL of the chat-app account with ?token= and this text.',
			hint: 'Enter a random text of 16 letters and digits or more',
		},
		// n8n does not pass on the value of a field that is not shown, so an old secret is accepted only while its field
		// is shown.
		{
			...customizeIdentifiersField,
			displayName: 'More Settings',
			description:
				'Whether to keep an old signing secret for a while, or to use the names that your service has for paths, events and headers',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			displayOptions: { show: { customizeIdentifiers: [true] } },
			description:
				'The old secret, which is accepted as well while you change to a new one. Clear it afterwards.',
		},
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
	 * Adds the API key. It is a function and not an expression, because n8n stops evaluating the expressions of a poll
	 * when another poll overlaps it.
	 */
	async authenticate(
		{ apiKey }: ICredentialDataDecryptedObject,
		options: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		return { ...options, headers: { ...options.headers, Authorization: `Bearer ${cleanText(apiKey)}` } };
	}
}
