/** Whom a request speaks for (section 5: two token kinds). `id` is the key's or the user's. */
export interface Principal {
	readonly kind: 'api_key' | 'session';
	readonly id: string;
}

/** Knows one kind of token; answers null for what is not a valid token of its kind. Never throws. */
export type TokenVerifier = (token: string) => Principal | null | Promise<Principal | null>;
