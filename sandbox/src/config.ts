import { DEFAULT_RETRY_POLICY, type RetryPolicy } from './webhooks/backoff.ts';
import type { SeedName } from './seed/seed.ts';

/** How a sandbox is to run. */
export interface Config {
	/** The host to listen on. */
	readonly host: string;
	/** The port to listen on; 0 for any free one. */
	readonly port: number;
	/** Where others reach it, when that is not where it listens: scheme, host and port, no slash at the end. */
	readonly publicUrl?: string | undefined;
	/** Admits to the control API from elsewhere than this machine; null when nobody else is admitted. */
	readonly controlToken: string | null;
	/** Where the data is kept; in a temporary file when absent. */
	readonly dataFolder?: string | undefined;
	/** How many events, messages, calls and the like are remembered; the newest. */
	readonly keep: number;
	/** What a new account holds. */
	readonly seed: SeedName;
	/** Whether identifiers and keys are the same every time. */
	readonly deterministic: boolean;
	readonly retryPolicy: RetryPolicy;
}

export const DEFAULT_CONFIG: Config = {
	host: '127.0.0.1',
	port: 4010,
	controlToken: null,
	keep: 10_000,
	seed: 'demo',
	deterministic: false,
	retryPolicy: DEFAULT_RETRY_POLICY,
};
