import messagesPart from '../messages/index.ts';
import { definePart } from '../plugin.ts';
import { CONVERSATION_TABLES, Conversations, QUIET, SUPERSEDED } from './conversations.ts';

declare module 'fastify' {
	interface FastifyInstance {
		conversations: Conversations;
	}
}

/**
 * The state of the conversation with each contact: the chat-app window, the metadata that a reply echoes, the
 * loop trap.
 */
export default definePart({
	dependencies: [messagesPart],
	tables: CONVERSATION_TABLES,
	provide: (app) => ({ conversations: new Conversations(app) }),
	setUp: ({ conversations, history, messages }) => {
		messages.onAdded((message) => conversations.note(message));
		history.bound('last_inbound', QUIET);
		history.bound('sent_metadata', SUPERSEDED);
	},
});
