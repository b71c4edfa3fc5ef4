import type { ApiKeys } from '../auth/api-keys.ts';
import type { ChatAppAccounts } from '../chatapp/accounts.ts';

/** Who receives a delivery: an API key's webhook, or a chat-app account's own (section 6). */
export interface Destination {
	readonly kind: 'api_key' | 'chatapp_account';
	readonly id: string;
}

/** One word for a destination, as stored. */
export function encodeDestination({ kind, id }: Destination): string {
	return `${kind}:${id}`;
}

/** The reverse of {@link encodeDestination}. */
export function decodeDestination(text: string): Destination {
	const [kind, id = ''] = text.split(':', 2);
	return { kind: kind === 'api_key' ? 'api_key' : 'chatapp_account', id };
}

/** Finds where a destination is now: its URL may have changed since the event. */
export class Destinations {
	readonly #apiKeys: ApiKeys;
	readonly #accounts: ChatAppAccounts;

	constructor(apiKeys: ApiKeys, accounts: ChatAppAccounts) {
		this.#apiKeys = apiKeys;
		this.#accounts = accounts;
	}

	/** The present webhook URL; null when it was cleared or the key revoked. */
	findUrl({ kind, id }: Destination): string | null {
		if (kind === 'chatapp_account') return this.#accounts.find(id)?.webhookUrl ?? null;
		const key = this.#apiKeys.find(id);
		return key === undefined || key.revokedAt !== null ? null : key.webhookUrl;
	}
}
