/** The receiver of a delivery, by its id: an API key's webhook, or a chat-app account's own (section 6). */
export type Destination = `${'api_key' | 'chatapp_account'}:${string}`;

/** The id of a destination of some kind; null for one of another. */
export function idOf(kind: 'api_key' | 'chatapp_account', destination: Destination): string | null {
	return destination.startsWith(`${kind}:`) ? destination.slice(kind.length + 1) : null;
}

/** Finds where a destination is now: its URL may have changed since the event. */
export class Destinations {
	readonly #finders = new Map<string, (id: string) => string | null>();

	/** Says how the present webhook URL of a kind of destination is found; null when it has none. */
	add(kind: 'api_key' | 'chatapp_account', find: (id: string) => string | null): void {
		this.#finders.set(kind, find);
	}

	/** The present webhook URL; null when it was cleared or the key revoked. */
	findUrl(destination: Destination): string | null {
		const [kind = '', id = ''] = destination.split(':', 2);
		return this.#finders.get(kind)?.(id) ?? null;
	}
}
