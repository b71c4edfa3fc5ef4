import type { INodeCredentialDescription, INodeProperties } from 'n8n-workflow';

import { SHOW_UNLESS_SESSION } from '../n8n/credential';
import type { AuthenticationMethod } from '../service/credentials';
import { readChoice, type Choice } from './readers';

/** The choice between the two credentials. */
export const authenticationField: INodeProperties = {
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

/** The two credentials of a node; the panel shows the chosen one. */
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

/**
 * Reads the parameter Authentication.
 * @throws InvalidParameterError for a value that the panel does not offer: a credential other than the chosen one
 * could belong to another account.
 */
export const readAuthentication = (value: unknown): AuthenticationMethod =>
	readChoice(
		value,
		`'${authenticationField.displayName}'`,
		authenticationField.options as Choice[],
	) as AuthenticationMethod;
