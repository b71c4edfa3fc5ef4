import type { INodeProperties } from 'n8n-workflow';

const custom = { show: { customizeIdentifiers: [true] } };

/** The switch below which a credential takes other names for what carries the service's brand (interface, naming note). */
export const customizeIdentifiersField: INodeProperties = {
	displayName: 'Customize Identifiers',
	name: 'customizeIdentifiers',
	type: 'boolean',
	default: false,
	description: 'Whether your service uses other names than the usual ones in its paths, events and headers',
};

export const chatAppNameField: INodeProperties = {
	displayName: 'Chat App Name',
	name: 'chatAppName',
	type: 'string',
	default: 'chatapp',
	displayOptions: custom,
	description:
		'What the service calls its messaging app: the middle of the send-...-message endpoint and the start of the ....received event',
};

export const checkoutFunctionField: INodeProperties = {
	displayName: 'Checkout Function',
	name: 'checkoutFunction',
	type: 'string',
	default: 'billing-add-credits',
	displayOptions: custom,
	description: 'Name of the endpoint that starts a purchase of credits',
};
