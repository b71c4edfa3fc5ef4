import { definePart } from '../plugin.ts';
import { CONVERSATION_TABLES, Conversations, SUPERSEDED } from './conversations.ts';

declare module 'fastify' {
	interface FastifyInstance {
		conversations: Conversations;
	}
}

/** Where the exchange with each contact stands: the chat-app window, what a reply echoes, the loop trap. */
export default definePart({
	name: 'conversations',
	dependencies: ['messages'],
	tables: CONVERSATION_TABLES,
	provide: (app) => ({ conversations: new Conversations(app) }),
	setUp: ({ conversations, history, messages }) => {
		messages.onAdded((message) => conversations.note(message));
		history.bound('sent_metadata', SUPERSEDED);
	},
});
