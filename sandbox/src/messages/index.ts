import { definePart } from '../plugin.ts';
import { getMessage, listMessages, messageControl } from './endpoints.ts';
import { seedMessages } from './seed.ts';
import { MESSAGE_TABLES, Messages } from './store.ts';

declare module 'fastify' {
	interface FastifyInstance {
		/** The account's messages of both channels. */
		messages: Messages;
	}
}

/** Sections 2 to 4: messages of both channels. */
export default definePart({
	name: 'messages',
	tag: 'Messages',
	dependencies: ['agents', 'auth', 'media'],
	migrations: [MESSAGE_TABLES],
	provide: (app) => ({ messages: new Messages(app, 'messages', 'Message') }),
	setUp: ({ history }) => history.bound('messages'),
	seed: seedMessages,
	functions: [listMessages, getMessage],
	control: messageControl,
});
