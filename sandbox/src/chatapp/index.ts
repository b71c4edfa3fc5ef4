import { recordTable } from '../database/records.ts';
import { definePart } from '../plugin.ts';
import { ChatAppAccounts } from './accounts.ts';
import { chatAppControl } from './control.ts';
import { chatAppFunctions } from './functions.ts';
import { seedChatAppAccounts } from './seed.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The business numbers on the chat-app channel. */
		chatAppAccounts: ChatAppAccounts;
	}
}

/** The messaging-app channel: sections 4 (send-chatapp-message) and 6 (`chatapp.received`). */
export default definePart({
	name: 'chatapp',
	dependencies: ['carrier', 'messages', 'webhooks'],
	migrations: [recordTable('chatapp_accounts', 'phone_number_id')],
	setUp: (app) => {
		app.decorate('chatAppAccounts', new ChatAppAccounts(app));
		app.destinations.add('chatapp_account', (id) => app.chatAppAccounts.find(id)?.webhook_url ?? null);
	},
	seed: seedChatAppAccounts,
	functions: chatAppFunctions,
	control: chatAppControl,
});
