/** How a receiver is found by its id. `test_url`: the id is the address itself, encoded as a part of a URL. */
type DestinationKind = 'api_key' | 'chatapp_account' | 'test_url';

/**
 * The receiver of a delivery by its id: the webhook of an API key or of a chat-app account (section 6), or an address
 * that is tried out.
 */
export type Destination = `${DestinationKind}:${string}`;

/** Returns the id of a destination of this kind; null if it is of another kind. */
export function readId(kind: DestinationKind, destination: Destination): string | null {
	return destination.startsWith(`${kind}:`) ? destination.slice(kind.length + 1) : null;
}

/** Finds the present URLs of destinations, which may have changed since the event. */
export class Destinations {
	readonly #finders = new Map<string, (id: string) => string | null>();

	/**
	 * Registers the function that finds the webhook URL of one kind of destination; it returns null if there is
	 * none.
	 */
	add(kind: DestinationKind, find: (id: string) => string | null): void {
		this.#finders.set(kind, find);
	}

	/** Returns the present webhook URL; null if it was removed or the key was revoked. */
	findUrl(destination: Destination): string | null {
		const [kind = '', id = ''] = destination.split(':', 2);
		return this.#finders.get(kind)?.(id) ?? null;
	}
}
