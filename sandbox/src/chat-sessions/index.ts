import { definePart } from '../plugin.ts';
import { chatSessionControl } from './control.ts';
import { CHAT_SESSION_TABLES, ChatSessions, ENDED } from './sessions.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Chats on the account's website. */
		chatSessions: ChatSessions;
	}
}

/** Section 6, `chat.session.completed`: chats on the account's website. */
export default definePart({
	name: 'chat-sessions',
	dependencies: ['webhooks'],
	migrations: [CHAT_SESSION_TABLES],
	provide: (app) => ({ chatSessions: new ChatSessions(app) }),
	setUp: ({ history }) => history.bound('chat_sessions', ENDED),
	control: chatSessionControl,
});
