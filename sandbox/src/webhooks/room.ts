import type { Room } from '../room.ts';
import { webhookControl } from './control.ts';
import { WEBHOOK_TABLES } from './tables.ts';

/** Section 6: events and their delivery. */
export const webhooksRoom: Room = {
	name: 'webhooks',
	migrations: [WEBHOOK_TABLES],
	control: webhookControl,
	start: ({ dispatcher }) => dispatcher.start(),
	stop: ({ dispatcher }) => dispatcher.stop(),
};
