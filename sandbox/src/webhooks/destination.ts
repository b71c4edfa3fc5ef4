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
	readonly #finders = new Map<Destination['kind'], (id: string) => string | null>();

	/** Says how the present webhook URL of a kind of destination is found; null when it has none. */
	add(kind: Destination['kind'], find: (id: string) => string | null): void {
		this.#finders.set(kind, find);
	}

	/** The present webhook URL; null when it was cleared or the key revoked. */
	findUrl({ kind, id }: Destination): string | null {
		return this.#finders.get(kind)?.(id) ?? null;
	}
}
