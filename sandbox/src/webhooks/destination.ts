/** The receiver of a delivery by its id: the webhook of an API key or of a chat-app account (section 6). */
export type Destination = `${'api_key' | 'chatapp_account'}:${string}`;

/** Returns the id of a destination of this kind; null if it is of another kind. */
export function readId(kind: 'api_key' | 'chatapp_account', destination: Destination): string | null {
	return destination.startsWith(`${kind}:`) ? destination.slice(kind.length + 1) : null;
}

/** Finds the present URLs of destinations, which may have changed since the event. */
export class Destinations {
	readonly #finders = new Map<string, (id: string) => string | null>();

	/**
	 * Registers the function that finds the webhook URL of one kind of destination; it returns null if there is
	 * none.
	 */
	add(kind: 'api_key' | 'chatapp_account', find: (id: string) => string | null): void {
		this.#finders.set(kind, find);
	}

	/** Returns the present webhook URL; null if it was removed or the key was revoked. */
	findUrl(destination: Destination): string | null {
		const [kind = '', id = ''] = destination.split(':', 2);
		return this.#finders.get(kind)?.(id) ?? null;
	}
}
