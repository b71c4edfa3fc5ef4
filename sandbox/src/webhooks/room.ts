import type { Room } from '../room.ts';
import { webhookControl } from './control.ts';
import { flawControl } from './flaw-control.ts';
import { replayFunctions } from './functions.ts';
import { REPLAY_INDEX, WEBHOOK_TABLES } from './tables.ts';

/** Section 6: events and their delivery. */
export const webhooksRoom: Room = {
	name: 'webhooks',
	migrations: [WEBHOOK_TABLES, REPLAY_INDEX],
	functions: replayFunctions,
	control: (app, services) => {
		void webhookControl(app, services);
		void flawControl(app, services);
	},
	start: ({ dispatcher }) => dispatcher.start(),
	stop: ({ dispatcher }) => dispatcher.stop(),
};
