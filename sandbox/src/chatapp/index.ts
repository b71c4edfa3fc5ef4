import { recordTable } from '../database/records.ts';
import { DEMO_PHONE_NUMBER_ID } from '../demo.ts';
import { definePart } from '../plugin.ts';
import { ChatAppAccounts } from './accounts.ts';
import { chatAppControl } from './control.ts';
import { sendChatAppMessage } from './send.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The business numbers on the chat-app channel. */
		chatAppAccounts: ChatAppAccounts;
	}
}

/** One connected business number, and one that never was. */
const SEEDED_ACCOUNTS = [
	{ phone_number_id: '106540352242977', display_number: '+16475550171', connected: false },
	{ phone_number_id: DEMO_PHONE_NUMBER_ID, display_number: '+14155550100', connected: true },
];

/** The messaging-app channel: sections 4 (send-chatapp-message) and 6 (`chatapp.received`). */
export default definePart({
	name: 'chatapp',
	tag: 'Messages',
	dependencies: ['carrier', 'messages', 'webhooks'],
	migrations: [recordTable('chatapp_accounts', 'phone_number_id')],
	provide: (app) => ({
		chatAppAccounts: new ChatAppAccounts(app, 'chatapp_accounts', 'Chat-app account'),
	}),
	setUp: ({ chatAppAccounts, destinations }) =>
		destinations.add('chatapp_account', (id) => chatAppAccounts.find(id)?.webhook_url ?? null),
	seed: ({ chatAppAccounts, ids }) => {
		for (const account of SEEDED_ACCOUNTS) {
			chatAppAccounts.add({ ...account, id: ids.uuid('chatapp-account'), webhook_url: null });
		}
	},
	functions: sendChatAppMessage,
	control: chatAppControl,
});
