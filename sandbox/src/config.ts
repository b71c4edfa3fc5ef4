import type { XStatic } from 'typebox/schema';

/**
 * `demo`: a believable account with a history. `empty`: the same account, set up but without a history.
 * `bare`: an account with an API key and nothing else.
 */
export const SEEDS = ['demo', 'empty', 'bare'] as const;
export type SeedName = (typeof SEEDS)[number];

const DAY_MS = 86_400_000;

/** A whole number, as an option. */
export const whole = (preset: number, minimum: number, maximum: number, description: string) =>
	({ type: 'integer', default: preset, minimum, maximum, description }) as const;

/**
 * What a sandbox can be told, as JSON Schema: plain, since a command that
 * only talks to one starts without TypeBox.
 */
export const OPTIONS = {
	host: { type: 'string', default: '127.0.0.1', pattern: '\\S', description: 'host to listen on' },
	port: whole(4010, 0, 65_535, 'port to listen on; 0 for any free one'),
	publicUrl: {
		type: 'string',
		pattern: '^https?://[^/?#@\\s]+/?$',
		description:
			'scheme, host and port where others reach it, e.g. https://sandbox.example; links begin with it',
	},
	data: {
		type: 'string',
		pattern: '\\S',
		description: 'keep everything in this folder instead of a temporary file',
	},
	keep: whole(10_000, 10, 10_000_000, 'how many events, messages and the like to remember; the newest'),
	seed: {
		enum: SEEDS,
		default: 'demo',
		description: 'what a new account holds: a history, no history, or only a key',
	},
	deterministic: {
		type: 'boolean',
		default: false,
		description: 'the same identifiers and keys every time',
	},
	requestTimeoutMs: whole(60_000, 100, 600_000, 'time in which all of a request has to arrive; 408 after it'),
	/** Section 6 leaves count and schedule open. */
	deliveryTries: whole(10, 1, 1000, 'attempts per webhook delivery, in all'),
	deliveryTimeoutMs: whole(15_000, 1, 600_000, 'time for one attempt'),
	/** The wait before the second attempt is at most this, before the third twice this, and so on. */
	deliveryBaseDelayMs: whole(1_000, 0, DAY_MS, 'bound of the first wait'),
	deliveryMaxDelayMs: whole(3_600_000, 0, DAY_MS, 'bound of any wait'),
} as const;

type Options = typeof OPTIONS;

/**
 * How a sandbox is to run: its options, of which those without a default
 * may be absent, and what follows from them.
 */
export type Config = {
	readonly [Name in keyof Options]:
		XStatic<Options[Name]> | (Options[Name] extends { default: unknown } ? never : undefined);
} & {
	/** Which account of the service this is, from 1. A further one has a path of its own in its `publicUrl`. */
	readonly account: number;
	/** Admits to the control API from elsewhere than this machine; null when nobody else is admitted. */
	readonly controlToken: string | null;
};

/** How a sandbox runs that is told nothing. */
export const DEFAULT_CONFIG = {
	...Object.fromEntries(
		Object.entries(OPTIONS).map(([name, option]) => [name, 'default' in option ? option.default : undefined]),
	),
	account: 1,
	controlToken: null,
} as unknown as Config;
