import { Type, type Static } from 'typebox';
import { Records } from '../database/records.ts';
import type { Settings } from '../database/settings.ts';
import { plainError } from '../http/errors.ts';
import { E164, Nullable, Timestamp, WebhookUrl } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { type Principal, hashSecret } from './authenticator.ts';

/** Section 5, rule 5; section 8. */
const MAX_ACTIVE_KEYS = 10;
/** Section 5, rule 3: the number of characters of a key that a listing shows. */
const PREFIX_LENGTH = 8;
/** The setting that keeps the signing secret of the first key over resets and restored snapshots. */
const FIRST_SECRET_SETTING = 'own_first_signing_secret';
const KEY_FORMAT = /^svc_[0-9a-f]{40}$/;

/** The fields of a key that a person sets. */
export const ApiKeySettings = Type.Object({
	name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
	webhook_url: Nullable(WebhookUrl),
	phone_numbers: Type.Array(E164, { description: 'The service numbers it is scoped to; none: not scoped' }),
});
type ApiKeySettings = Static<typeof ApiKeySettings>;

/** An API key as the control API shows it. */
export const ApiKeyRecord = Type.Object({
	id: Type.String(),
	...ApiKeySettings.properties,
	prefix: Type.String({ description: 'The first 8 characters of the key (section 5, rule 3)' }),
	signing_secret: Nullable(Type.String()),
	created_at: Timestamp,
	last_used_at: Nullable(Timestamp),
	revoked_at: Nullable(Timestamp),
});

/** An API key as stored, with the hash of its secret in hexadecimal. */
export type ApiKey = Static<typeof ApiKeyRecord> & { readonly hash: string };

/** The fields of a new key that are generated. */
type GeneratedKey = Pick<ApiKey, 'id' | 'prefix' | 'hash'>;

type WebhookGone = (id: string, reason: 'webhook_url_cleared' | 'api_key_revoked') => void;

/** The account's API keys (section 5) with their webhook settings (section 6, set-up and secrets). */
export class ApiKeys extends Records<ApiKey, 'clock' | 'firstKey' | 'ids' | 'numbers' | 'settings'> {
	readonly #onWebhookGone: WebhookGone[] = [];

	/**
	 * Generates a key: `svc_` and 40 hexadecimal characters, which are shown only once (section 5, rule 1). It
	 * is not stored until {@link create}.
	 */
	generate(): GeneratedKey & { readonly secret: string } {
		const secret = `svc_${this.app.ids.hex('api-key-secret', 20)}`;
		const id = this.app.ids.uuid('api-key');
		return { id, secret, prefix: secret.slice(0, PREFIX_LENGTH), hash: hashSecret(secret).toString('hex') };
	}

	/**
	 * Stores a key. To be called within a transaction.
	 * @throws {ServiceError} 404 for a number that is not the account's,
	 * 409 when the account holds 10 active keys
	 */
	create(generated: GeneratedKey, settings: ApiKeySettings): ApiKey {
		const checked = this.#check(settings);
		if (this.list().filter((key) => key.revoked_at === null).length >= MAX_ACTIVE_KEYS) {
			throw plainError(409, `An account can hold at most ${MAX_ACTIVE_KEYS} active API keys`);
		}
		return this.add({
			...generated,
			...settings,
			...checked,
			signing_secret: this.#secretFor(generated.id, settings.webhook_url, null),
			created_at: this.app.clock.stamp(),
			last_used_at: null,
			revoked_at: null,
		});
	}

	/** The webhook URL of an active key; null when it has none. */
	findWebhookUrl(id: string): string | null {
		const key = this.find(id);
		return key?.revoked_at === null ? key.webhook_url : null;
	}

	/** The active keys that have a webhook URL, oldest first. */
	listWebhookKeys(): ApiKey[] {
		return this.list()
			.filter((key) => key.revoked_at === null && key.webhook_url !== null)
			.reverse();
	}

	/** Calls `react` within the transaction that removes a key's webhook URL. */
	onWebhookGone(react: WebhookGone): void {
		this.#onWebhookGone.push(react);
	}

	/**
	 * Changes the given fields. To be called within a transaction.
	 * @throws {ServiceError} 404 for an unknown or revoked key, and for a number that is not the account's
	 */
	changeSettings(id: string, changes: Partial<ApiKeySettings>): ApiKey {
		const checked = this.#check(changes);
		const key = this.require(id);
		if (key.revoked_at !== null) throw plainError(404, 'API key not found');
		const { webhook_url: webhookUrl } = { ...key, ...changes };
		if (webhookUrl === null) for (const react of this.#onWebhookGone) react(id, 'webhook_url_cleared');
		return this.change(id, {
			...checked,
			signing_secret: this.#secretFor(id, webhookUrl, key.signing_secret),
		});
	}

	/** Revokes a key permanently (section 5, rule 6). To be called within a transaction. */
	revoke(id: string): ApiKey {
		const key = this.require(id);
		if (key.revoked_at !== null) return key;
		for (const react of this.#onWebhookGone) react(id, 'api_key_revoked');
		return this.change(id, { revoked_at: this.app.clock.stamp() });
	}

	/** Tells if a token is or was a key of this account. */
	has(token: string): boolean {
		return this.#findByToken(token) !== undefined;
	}

	/** Verifies an API key, and records its use. */
	readonly verify = (token: string): Principal | null => {
		const key = this.#findByToken(token);
		if (key?.revoked_at !== null) return null;
		this.#noteUse(key.id);
		return { kind: 'api_key', id: key.id };
	};

	#findByToken(token: string): ApiKey | undefined {
		return KEY_FORMAT.test(token) ? this.listBy('hash', hashSecret(token).toString('hex'))[0] : undefined;
	}

	/**
	 * Gives the first key, which a snapshot has brought back, the secret that it had before: receivers know that one. To
	 * be called within a transaction.
	 */
	keepFirstSecret(): void {
		const { firstKey, settings } = this.app;
		const { id, signing_secret: restored } = this.require(firstKey.id);
		if (restored === null) return;
		const secret = settings.get(FIRST_SECRET_SETTING) ?? restored;
		settings.set(FIRST_SECRET_SETTING, secret);
		this.change(id, { signing_secret: secret });
	}

	/** Removes duplicate numbers, and requires that each belongs to the account. */
	#check({ phone_numbers: numbers, ...rest }: Partial<ApiKeySettings>): Partial<ApiKeySettings> {
		if (numbers === undefined) return rest;
		for (const number of numbers) this.app.numbers.requireNumber(number);
		return { ...rest, phone_numbers: [...new Set(numbers)] };
	}

	/**
	 * Rules 2 to 4 of section 6, set-up: a secret is made with the first URL, stays when the URL changes, and
	 * is removed with the URL. That of the first key also outlives a reset, so that receivers need not be told another.
	 */
	#secretFor(id: string, webhookUrl: string | null, present: string | null): string | null {
		const { firstKey, ids, settings } = this.app;
		const isFirst = id === firstKey.id;
		if (webhookUrl === null) {
			if (isFirst && present !== null) settings.remove(FIRST_SECRET_SETTING);
			return null;
		}
		const kept = isFirst ? settings.get(FIRST_SECRET_SETTING) : undefined;
		const secret = present ?? kept ?? `whsec_${ids.hex('signing-secret', 24)}`;
		if (isFirst) settings.set(FIRST_SECRET_SETTING, secret);
		return secret;
	}

	/** Section 5, rule 4. */
	#noteUse(id: string): void {
		try {
			this.app.database.transaction(() => this.change(id, { last_used_at: this.app.clock.stamp() }));
		} catch {
			// A request is not refused because the use of its key could not be recorded.
		}
	}
}

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
	return { id: stored === undefined ? '' : (JSON.parse(stored) as GeneratedKey).id, secret: null };
}

/** Gives the account its first API key: a new one the first time, the same one after each reset. */
export function seedApiKey({ apiKeys, settings, firstKey }: App): void {
	// Generated even when the stored key is used: in a repeatable sequence, the next key must differ from it.
	const { secret, ...generated } = apiKeys.generate();
	const stored = settings.get(SEED_KEY_SETTING);
	const key = stored === undefined ? generated : (JSON.parse(stored) as GeneratedKey);
	apiKeys.create(key, { name: 'Sandbox key', webhook_url: null, phone_numbers: [] });
	firstKey.id = key.id;
	if (stored !== undefined) return;
	settings.set(SEED_KEY_SETTING, JSON.stringify(generated));
	firstKey.secret = secret;
}
