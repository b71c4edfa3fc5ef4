import type { IWebhookDescription, NativeParameterResolvers, WEBHOOK_RESOLVERS } from 'n8n-workflow';

/** Where n8n keeps functions that give the same as the expressions of a webhook. Versions that do not know it use the expressions. */
const RESOLVERS = Symbol.for('n8n.webhookDescriptionResolvers') as typeof WEBHOOK_RESOLVERS;

/** Each as an expression and as a function, which spares n8n the expression engine for every event. */
const FIELDS = {
	responseMode: {
		template: '={{ $parameter["acknowledge"] }}',
		resolve: ({ acknowledge }) => acknowledge,
	},
	// Empty: n8n then answers with what the trigger returns and not with a text of its own.
	responseData: {
		template: '={{ $parameter["acknowledge"] === "lastNode" ? "noData" : "" }}',
		resolve: ({ acknowledge }) => (acknowledge === 'lastNode' ? 'noData' : ''),
	},
} satisfies NativeParameterResolvers;

/** When n8n answers the service, and with what: at once, or with nothing once the workflow has ended. */
export const WEBHOOK_RESPONSE = {
	responseMode: FIELDS.responseMode.template,
	responseData: FIELDS.responseData.template,
	[RESOLVERS]: FIELDS,
} satisfies Partial<IWebhookDescription>;
