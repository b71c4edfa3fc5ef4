import { timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { plainError } from '../http/errors.ts';
import type { Ids } from '../ids/ids.ts';
import type { Principal } from './principal.ts';
import { hashOf } from './secrets.ts';

/** Section 5, rule 5; section 8. */
export const MAXIMUM_ACTIVE_KEYS = 10;
/** Section 5, rule 3: how much of a key a listing shows. */
const PREFIX_LENGTH = 8;
const KEY_FORMAT = /^svc_[0-9a-f]{40}$/;

export const API_KEY_TABLES = `
	CREATE TABLE api_keys (
		seq INTEGER PRIMARY KEY AUTOINCREMENT,
		id TEXT NOT NULL UNIQUE,
		name TEXT NOT NULL,
		prefix TEXT NOT NULL,
		hash BLOB NOT NULL UNIQUE,
		webhook_url TEXT,
		signing_secret TEXT,
		phone_numbers TEXT NOT NULL DEFAULT '[]',
		created_at INTEGER NOT NULL,
		last_used_at INTEGER,
		revoked_at INTEGER
	) STRICT;
`;

/** An API key as stored; times in milliseconds, `phoneNumbers` in E.164 and empty when the key is not scoped. */
export interface ApiKey {
	readonly id: string;
	readonly name: string;
	readonly prefix: string;
	readonly webhookUrl: string | null;
	readonly signingSecret: string | null;
	readonly phoneNumbers: readonly string[];
	readonly createdAt: number;
	readonly lastUsedAt: number | null;
	readonly revokedAt: number | null;
}

/** What a person sets on a key. */
export interface ApiKeySettings {
	name: string;
	webhookUrl: string | null;
	phoneNumbers: readonly string[];
}

/** A new key: the only time its secret is known (section 5, rule 1). */
export interface NewApiKey {
	readonly secret: string;
	readonly hash: Buffer;
}

interface Row {
	id: string;
	name: string;
	prefix: string;
	hash: Uint8Array;
	webhook_url: string | null;
	signing_secret: string | null;
	phone_numbers: string;
	created_at: number;
	last_used_at: number | null;
	revoked_at: number | null;
}

/** The account's API keys (section 5) with their webhook settings (section 6, set-up and secrets). */
export class ApiKeys {
	readonly #database: Database;
	readonly #clock: Clock;
	readonly #ids: Ids;
	readonly #byHash: Statement<Row>;
	readonly #byId: Statement<Row>;
	readonly #all: Statement<Row>;
	readonly #webhookKeys: Statement<Row>;
	readonly #insert: Statement<never>;
	readonly #update: Statement<never>;
	readonly #revoke: Statement<never>;
	readonly #touch: Statement<never>;
	readonly #used = new Map<string, number>();
	readonly #onWebhookGone: Array<(id: string, reason: 'webhook_url_cleared' | 'api_key_revoked') => void> =
		[];

	constructor(database: Database, clock: Clock, ids: Ids) {
		this.#database = database;
		this.#clock = clock;
		this.#ids = ids;
		this.#byHash = database.prepare('SELECT * FROM api_keys WHERE hash = ?');
		this.#byId = database.prepare('SELECT * FROM api_keys WHERE id = ?');
		this.#all = database.prepare('SELECT * FROM api_keys ORDER BY seq DESC');
		this.#webhookKeys = database.prepare(
			'SELECT * FROM api_keys WHERE revoked_at IS NULL AND webhook_url IS NOT NULL ORDER BY seq',
		);
		this.#insert = database.prepare(
			`INSERT INTO api_keys (id, name, prefix, hash, webhook_url, signing_secret, phone_numbers, created_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		);
		this.#update = database.prepare(
			'UPDATE api_keys SET name = ?, webhook_url = ?, signing_secret = ?, phone_numbers = ? WHERE id = ?',
		);
		this.#revoke = database.prepare('UPDATE api_keys SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL');
		this.#touch = database.prepare(
			'UPDATE api_keys SET last_used_at = max(ifnull(last_used_at, 0), ?) WHERE id = ?',
		);
	}

	/** Draws a key: `svc_` and 40 hexadecimal characters. It is not stored before {@link add}. */
	draw(): NewApiKey {
		const secret = `svc_${this.#ids.hex('api-key-secret', 20)}`;
		return { secret, hash: hashOf(secret) };
	}

	/**
	 * Stores a key. To be called within a write.
	 * @throws {ServiceError} 409 when the account holds {@link MAXIMUM_ACTIVE_KEYS} active keys
	 */
	add(key: { prefix: string; hash: Buffer; id?: string }, settings: ApiKeySettings): ApiKey {
		if (this.list().filter(({ revokedAt }) => revokedAt === null).length >= MAXIMUM_ACTIVE_KEYS) {
			throw plainError(409, `An account can hold at most ${MAXIMUM_ACTIVE_KEYS} active API keys`);
		}
		const id = key.id ?? this.#ids.uuid('api-key');
		this.#insert.run(
			id,
			settings.name,
			key.prefix,
			key.hash,
			settings.webhookUrl,
			this.#secretFor(settings.webhookUrl, null),
			JSON.stringify(settings.phoneNumbers),
			this.#clock.now(),
		);
		return this.#require(id);
	}

	/** The key with that id, revoked ones too. */
	find(id: string): ApiKey | undefined {
		const row = this.#byId.get(id);
		return row && fromRow(row);
	}

	/** The webhook URL of an active key; null when it has none. */
	findWebhookUrl(id: string): string | null {
		const key = this.find(id);
		return key === undefined || key.revokedAt !== null ? null : key.webhookUrl;
	}

	/** All keys, newest first, revoked ones too. */
	list(): ApiKey[] {
		return this.#all.all().map((row) => {
			const key = fromRow(row);
			// A use that is not yet committed counts too.
			return { ...key, lastUsedAt: this.#used.get(key.id) ?? key.lastUsedAt };
		});
	}

	/** The active keys that have a webhook URL, oldest first. */
	listWebhookKeys(): ApiKey[] {
		return this.#webhookKeys.all().map(fromRow);
	}

	/** Has `react` called within the write that takes a key's webhook URL away. */
	onWebhookGone(react: (id: string, reason: 'webhook_url_cleared' | 'api_key_revoked') => void): void {
		this.#onWebhookGone.push(react);
	}

	/** Changes what is given. To be called within a write. Answers undefined for an unknown or revoked key. */
	change(id: string, changes: Partial<ApiKeySettings>): ApiKey | undefined {
		const key = this.find(id);
		if (key === undefined || key.revokedAt !== null) return undefined;
		const { name, webhookUrl, phoneNumbers } = { ...key, ...changes };
		const secret = this.#secretFor(webhookUrl, key.signingSecret);
		this.#update.run(name, webhookUrl, secret, JSON.stringify(phoneNumbers), id);
		if (webhookUrl === null) for (const react of this.#onWebhookGone) react(id, 'webhook_url_cleared');
		return this.#require(id);
	}

	/** Section 5, rule 6. To be called within a write. Answers false for an unknown or already revoked key. */
	revoke(id: string): boolean {
		const revoked = Number(this.#revoke.run(this.#clock.now(), id).changes) > 0;
		if (revoked) for (const react of this.#onWebhookGone) react(id, 'api_key_revoked');
		return revoked;
	}

	/** Knows API keys among tokens, and notes their use. */
	readonly verify = (token: string): Principal | null => {
		if (!KEY_FORMAT.test(token)) return null;
		const hash = hashOf(token);
		const row = this.#byHash.get(hash);
		if (row === undefined || row.revoked_at !== null || !timingSafeEqual(hash, row.hash)) return null;
		this.#noteUse(row.id);
		return { kind: 'api_key', id: row.id };
	};

	/** Rules 2 to 4 of section 6, set-up: a secret comes with the first URL, stays with the next, goes with the last. */
	#secretFor(webhookUrl: string | null, present: string | null): string | null {
		return webhookUrl === null ? null : (present ?? `whsec_${this.#ids.hex('signing-secret', 24)}`);
	}

	/** Section 5, rule 4. Uses that arrive before the next commit share one row update. */
	#noteUse(id: string): void {
		const noted = this.#used.has(id);
		this.#used.set(id, this.#clock.now());
		if (noted) return;
		void this.#database
			.write(() => {
				this.#touch.run(this.#used.get(id) ?? null, id);
				this.#used.delete(id);
			})
			// The use of a key that cannot be noted is no reason to refuse its request.
			.catch(() => this.#used.delete(id));
	}

	#require(id: string): ApiKey {
		const key = this.find(id);
		if (key === undefined) throw new Error('The API key has just been stored and is gone.');
		return key;
	}
}

/** What a listing shows of a key (section 5, rule 3). */
export function prefixOf(secret: string): string {
	return secret.slice(0, PREFIX_LENGTH);
}

function fromRow(row: Row): ApiKey {
	return {
		id: row.id,
		name: row.name,
		prefix: row.prefix,
		webhookUrl: row.webhook_url,
		signingSecret: row.signing_secret,
		phoneNumbers: JSON.parse(row.phone_numbers) as string[],
		createdAt: row.created_at,
		lastUsedAt: row.last_used_at,
		revokedAt: row.revoked_at,
	};
}
