import type { Services } from '../services.ts';
import { prefixOf } from './api-keys.ts';

/** The seeded key is told once; its hash is kept here so that the key goes on working after a reset. */
const SEED_KEY_SETTING = 'seed_api_key';

interface KeptKey {
	id: string;
	prefix: string;
	hash: string;
}

/** Says which key was the first one of a data folder that has been seeded before. */
export function recallFirstKey({ settings, firstKey }: Services): void {
	const stored = settings.get(SEED_KEY_SETTING);
	if (stored !== undefined) firstKey.id = (JSON.parse(stored) as KeptKey).id;
}

/** Gives the account its first API key: a new one the first time, the same one after each reset. */
export function seedApiKey({ apiKeys, ids, settings, firstKey }: Services): void {
	// Drawn even when the kept one is used: in a sequence that is always the same, the next key's must be others.
	const { secret, hash } = apiKeys.draw();
	const drawn: KeptKey = { id: ids.uuid('api-key'), prefix: prefixOf(secret), hash: hash.toString('hex') };
	const stored = settings.get(SEED_KEY_SETTING);
	const key = stored === undefined ? drawn : (JSON.parse(stored) as KeptKey);
	apiKeys.add(
		{ ...key, hash: Buffer.from(key.hash, 'hex') },
		{ name: 'Sandbox key', webhookUrl: null, phoneNumbers: [] },
	);
	firstKey.id = key.id;
	if (stored !== undefined) return;
	settings.set(SEED_KEY_SETTING, JSON.stringify(drawn));
	firstKey.secret = secret;
}
