import type { Room } from '../room.ts';
import { chatSessionControl } from './control.ts';
import { CHAT_SESSION_TABLES } from './sessions.ts';

/** Section 6, `chat.session.completed`: chats on the account's website. */
export const chatSessionsRoom: Room = {
	name: 'chat-sessions',
	migrations: [CHAT_SESSION_TABLES],
	control: chatSessionControl,
	start: ({ chatSessions }) => chatSessions.start(),
	stop: ({ chatSessions }) => chatSessions.stop(),
};
