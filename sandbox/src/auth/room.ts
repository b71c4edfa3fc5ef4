import type { Room } from '../room.ts';
import { accountControl } from './account.ts';
import { API_KEY_TABLES } from './api-keys.ts';
import { apiKeyControl } from './control.ts';
import { REFRESH_TOKEN_TABLES } from './refresh-tokens.ts';
import { seedApiKey } from './seed.ts';
import { tokenEndpoint } from './token-endpoint.ts';

/** Section 5: authentication. */
export const authRoom: Room = {
	name: 'auth',
	migrations: [API_KEY_TABLES, REFRESH_TOKEN_TABLES],
	seed: seedApiKey,
	authentication: tokenEndpoint,
	control: async (app, services) => {
		await apiKeyControl(app, services);
		await accountControl(app, services);
	},
};
