import type { IAuthenticateGeneric, Icon, ICredentialType, INodeProperties } from 'n8n-workflow';

import {
	chatAppNameField,
	checkoutFunctionField,
	customizeIdentifiersField,
} from '../nodes/shared/service/identifierFields';

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
				'Created in the service’s dashboard under API Keys. The full key is shown only once, when it is created.',
		},
		{
			displayName: 'Signing Secret',
			name: 'signingSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			placeholder: 'e.g. whsec_...',
			description:
				'Needed by the Voice Agent Trigger. The dashboard shows it beside the API key once the key has a webhook URL.',
		},
		{
			displayName: 'Previous Signing Secret',
			name: 'previousSigningSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'While you change to a new signing secret, events signed with this one are accepted as well. Clear it afterwards.',
		},
		{
			displayName: 'Chat App Token',
			name: 'chatAppToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'A random text of your choice, at least 16 letters and digits. Chat-app events carry no signature, so the trigger accepts them only when their URL ends in ?token= and this text.',
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
				'Path of the field that says what an event is. Leave empty if your service names it in the field "event" or "type", or in another top-level field with "event", "type", "kind" or "topic" in its name.',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { Authorization: '=Bearer {{$credentials.apiKey.trim()}}' } },
	};
}
