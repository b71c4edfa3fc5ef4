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
export function seedApiKey({ apiKeys, settings, firstKey }: Services): void {
	const stored = settings.get(SEED_KEY_SETTING);
	const unscoped = { name: 'Sandbox key', webhookUrl: null, phoneNumbers: [] };
	if (stored !== undefined) {
		const kept = JSON.parse(stored) as KeptKey;
		const key = apiKeys.add(
			{ id: kept.id, prefix: kept.prefix, hash: Buffer.from(kept.hash, 'hex') },
			unscoped,
		);
		firstKey.id = key.id;
		return;
	}
	const { secret, hash } = apiKeys.draw();
	const { id, prefix } = apiKeys.add({ prefix: prefixOf(secret), hash }, unscoped);
	settings.set(
		SEED_KEY_SETTING,
		JSON.stringify({ id, prefix, hash: hash.toString('hex') } satisfies KeptKey),
	);
	firstKey.id = id;
	firstKey.secret = secret;
}
