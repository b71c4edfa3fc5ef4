import type { INodeProperties } from 'n8n-workflow';

const shownIfCustomized = { show: { customizeIdentifiers: [true] } };

/**
 * The switch that shows the fields below it, in which a credential renames identifiers that contain the brand name of
 * the service (docs/maintainers/the-service.md).
 */
export const customizeIdentifiersField: INodeProperties = {
	displayName: 'Customize Identifiers',
	name: 'customizeIdentifiers',
	type: 'boolean',
	default: false,
	description: 'Whether your service uses its own names in paths, events and headers',
};

export const chatAppNameField: INodeProperties = {
	displayName: 'Chat App Name',
	name: 'chatAppName',
	type: 'string',
	default: 'chatapp',
	displayOptions: shownIfCustomized,
	description: 'Name of the chat app in the endpoint send-NAME-message and in the event NAME.received',
};

export const checkoutFunctionField: INodeProperties = {
	displayName: 'Checkout Function',
	name: 'checkoutFunction',
	type: 'string',
	default: 'billing-add-credits',
	displayOptions: shownIfCustomized,
	description: 'Name of the endpoint that starts a purchase of credits',
};
