import type { Settings } from '../database/settings.ts';
import type { App } from '../plugin.ts';
import type { DrawnKey } from './api-keys.ts';

/** The seeded key is told once; its hash is kept here so that the key goes on working after a reset. */
const SEED_KEY_SETTING = 'seed_api_key';

/** The first key of a data folder that has been seeded before; without an id where there is none yet. */
export function recallFirstKey(settings: Settings): { id: string; secret: string | null } {
	const stored = settings.get(SEED_KEY_SETTING);
	return { id: stored === undefined ? '' : (JSON.parse(stored) as DrawnKey).id, secret: null };
}

/** Gives the account its first API key: a new one the first time, the same one after each reset. */
export function seedApiKey({ apiKeys, settings, firstKey }: App): void {
	// Drawn even when the kept one is used: in a sequence that is always
	// the same, the next key's must be others.
	const { secret, ...drawn } = apiKeys.draw();
	const stored = settings.get(SEED_KEY_SETTING);
	const key = stored === undefined ? drawn : (JSON.parse(stored) as DrawnKey);
	apiKeys.create(key, { name: 'Sandbox key', webhook_url: null, phone_numbers: [] });
	firstKey.id = key.id;
	if (stored !== undefined) return;
	settings.set(SEED_KEY_SETTING, JSON.stringify(drawn));
	firstKey.secret = secret;
}
