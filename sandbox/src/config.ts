/** `demo`: a believable account with a history. `empty`: the same account, set up but without messages. */
export const SEEDS = ['demo', 'empty'] as const;
export type SeedName = (typeof SEEDS)[number];

/** How a sandbox is to run, by the names of the options of `serve`. */
export interface Config {
	/** The host to listen on. */
	readonly host: string;
	/** The port to listen on; 0 for any free one. */
	readonly port: number;
	/** Where others reach it, when that is not where it listens: scheme, host and port, no slash at the end. */
	readonly publicUrl?: string | undefined;
	/** Admits to the control API from elsewhere than this machine; null when nobody else is admitted. */
	readonly controlToken: string | null;
	/** The folder where the data is kept; in a temporary file when absent. */
	readonly data?: string | undefined;
	/** How many events, messages, calls and the like are remembered; the newest. */
	readonly keep: number;
	/** What a new account holds. */
	readonly seed: SeedName;
	/** Whether identifiers and keys are the same every time. */
	readonly deterministic: boolean;
	/** Which account of the service this is, from 1. */
	readonly account: number;
	/** Attempts per delivery, in all; section 6 leaves count and schedule open. */
	readonly deliveryTries: number;
	/** The wait before the second attempt is at most this, before the third twice this, and so on. */
	readonly deliveryBaseDelayMs: number;
	/** No wait is longer. */
	readonly deliveryMaxDelayMs: number;
	/** How long one attempt may take. */
	readonly deliveryTimeoutMs: number;
}

export const DEFAULT_CONFIG: Config = {
	host: '127.0.0.1',
	port: 4010,
	controlToken: null,
	keep: 10_000,
	seed: 'demo',
	deterministic: false,
	account: 1,
	deliveryTries: 10,
	deliveryBaseDelayMs: 1_000,
	deliveryMaxDelayMs: 3_600_000,
	deliveryTimeoutMs: 15_000,
};
