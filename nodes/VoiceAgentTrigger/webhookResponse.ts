import { withNativeResolvers } from '../shared/n8nInternals';

/** When n8n answers the service, and with what: at once, or with nothing once the workflow has ended. */
export const WEBHOOK_RESPONSE = withNativeResolvers({
	responseMode: {
		template: '={{ $parameter["acknowledge"] }}',
		resolve: ({ acknowledge }) => acknowledge,
	},
	// Empty: n8n then answers with what the trigger returns and not with a text of its own.
	responseData: {
		template: '={{ $parameter["acknowledge"] === "lastNode" ? "noData" : "" }}',
		resolve: ({ acknowledge }) => (acknowledge === 'lastNode' ? 'noData' : ''),
	},
});
