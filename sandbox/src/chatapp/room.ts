import type { Room } from '../room.ts';
import { CHATAPP_TABLES } from './accounts.ts';
import { chatAppControl } from './control.ts';
import { chatAppFunctions } from './functions.ts';
import { seedChatAppAccounts } from './seed.ts';

/** The messaging-app channel: sections 4 (send-chatapp-message) and 6 (`chatapp.received`). */
export const chatAppRoom: Room = {
	name: 'chatapp',
	migrations: [CHATAPP_TABLES],
	seed: seedChatAppAccounts,
	functions: chatAppFunctions,
	control: chatAppControl,
};
