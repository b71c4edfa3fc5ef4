import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { SHOW_UNLESS_SESSION } from '../n8n/credentialDisplay';

/** The choice between the two credentials. */
export const authentication: INodeProperties = {
	displayName: 'Authentication',
	name: 'authentication',
	type: 'options',
	noDataExpression: true,
	options: [
		{ name: 'API Key', value: 'apiKey' },
		{ name: 'Email and Password', value: 'session' },
	],
	default: 'apiKey',
	description: 'How to log in to the service',
};

/** The two credentials of a trigger, of which it shows the chosen one. */
export const CREDENTIALS: INodeCredentialDescription[] = [
	{
		name: 'voiceAgentApi',
		required: true,
		testedBy: 'voiceAgentApiTest',
		displayOptions: SHOW_UNLESS_SESSION,
	},
	{
		name: 'voiceAgentSessionApi',
		required: true,
		testedBy: 'voiceAgentSessionApiTest',
		displayOptions: { show: { authentication: ['session'] } },
	},
];
