/** How long one try of a request may take in full, log-in included, in milliseconds, by kind of operation. */
export const TIMEOUTS = {
	/** Reads and small changes. */
	quick: 30_000,
	/** Work that waits on a provider: a send, a checkout, a campaign. */
	provider: 60_000,
	/** A skill's execution, a replay of up to 500 events, an upload or a download of audio. */
	long: 300_000,
} as const;

export type TimeoutKind = keyof typeof TIMEOUTS;

/** Longest `Retry-After` that is waited for, in milliseconds; a longer one fails at once. */
export const MAX_RETRY_AFTER = 300_000;

/** Back-off between retries: full jitter below `base * 2^n`, at most `cap`, in milliseconds. */
export const BACKOFF = { base: 500, cap: 20_000 } as const;
