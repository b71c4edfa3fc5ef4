import type { Settings } from '../database/settings.ts';
import type { App } from '../plugin.ts';
import type { DrawnKey } from './api-keys.ts';

/**
 * The seeded key is shown once; its hash is stored under this setting so that the key still works after a
 * reset.
 */
const SEED_KEY_SETTING = 'own_first_key';

/**
 * Returns the first key of a data folder that has been seeded before; its id is empty if there is none yet.
 */
export function recallFirstKey(settings: Settings): { id: string; secret: string | null } {
	const stored = settings.get(SEED_KEY_SETTING);
	return { id: stored === undefined ? '' : (JSON.parse(stored) as DrawnKey).id, secret: null };
}

/** Gives the account its first API key: a new one the first time, the same one after each reset. */
export function seedApiKey({ apiKeys, settings, firstKey }: App): void {
	// Generated even when the stored key is used: in a repeatable sequence, the next key must differ from it.
	const { secret, ...drawn } = apiKeys.draw();
	const stored = settings.get(SEED_KEY_SETTING);
	const key = stored === undefined ? drawn : (JSON.parse(stored) as DrawnKey);
	apiKeys.create(key, { name: 'Sandbox key', webhook_url: null, phone_numbers: [] });
	firstKey.id = key.id;
	if (stored !== undefined) return;
	settings.set(SEED_KEY_SETTING, JSON.stringify(drawn));
	firstKey.secret = secret;
}
