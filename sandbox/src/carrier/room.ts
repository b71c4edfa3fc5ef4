import type { Room } from '../room.ts';
import { CARRIER_TABLES } from './carrier.ts';
import { carrierControl } from './control.ts';

/** Section 3, message status: what becomes of messages after they are sent. */
export const carrierRoom: Room = {
	name: 'carrier',
	migrations: [CARRIER_TABLES],
	seed: ({ carrier }) => carrier.reset(),
	control: carrierControl,
	start: ({ carrier }) => carrier.start(),
	stop: ({ carrier }) => carrier.stop(),
};
