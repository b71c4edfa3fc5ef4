import type { INodeProperties } from 'n8n-workflow';

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
