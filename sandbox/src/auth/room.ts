import type { Room } from '../room.ts';
import { API_KEY_TABLES } from './api-keys.ts';
import { apiKeyControl } from './control.ts';
import { seedApiKey } from './seed.ts';

/** Section 5: authentication. */
export const authRoom: Room = {
	name: 'auth',
	migrations: [API_KEY_TABLES],
	seed: seedApiKey,
	control: apiKeyControl,
};
