import type { Room } from '../room.ts';
import { messageControl } from './control.ts';
import { messageFunctions } from './functions.ts';
import { seedMessages } from './seed.ts';
import { MESSAGE_COUNTS, MESSAGE_TABLES } from './store.ts';

/** Sections 2 to 4: messages of both channels. */
export const messagesRoom: Room = {
	name: 'messages',
	migrations: [MESSAGE_TABLES, MESSAGE_COUNTS],
	seed: seedMessages,
	functions: messageFunctions,
	control: messageControl,
};
