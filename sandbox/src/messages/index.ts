import { definePart } from '../plugin.ts';
import { messageControl } from './control.ts';
import { messageFunctions } from './functions.ts';
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
	dependencies: ['agents', 'auth', 'media'],
	migrations: [MESSAGE_TABLES],
	setUp: (app) => {
		app.decorate('messages', new Messages(app));
		app.history.bound('messages');
	},
	seed: seedMessages,
	functions: messageFunctions,
	control: messageControl,
});
