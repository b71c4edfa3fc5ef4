import { DAY_MS, HOUR_MS } from './time.ts';

/**
 * `demo` is a realistic account with a history, `empty` is the same account without the history, and `bare`
 * is an account with nothing but an API key.
 */
export const SEEDS = ['demo', 'empty', 'bare'] as const;
export type SeedName = (typeof SEEDS)[number];

/** Builds the schema of an option that is a whole number. */
export const integerOption = (preset: number, minimum: number, maximum: number, description: string) =>
	({ type: 'integer', default: preset, minimum, maximum, description }) as const;

/**
 * The options of a sandbox as JSON Schema. They do not use TypeBox, so that commands which only call a
 * sandbox start without loading it.
 */
export const OPTIONS = {
	host: { type: 'string', default: '127.0.0.1', pattern: '\\S', description: 'host to listen on' },
	port: integerOption(4010, 0, 65_535, 'port to listen on; 0 for any free one'),
	publicUrl: {
		type: 'string',
		pattern: '^https?://[^/?#@\\s]+/?$',
		description:
			'scheme, host and port where others reach it, e.g. https://sandbox.example; links begin with it. A path is not ' +
			'possible',
	},
	data: {
		type: 'string',
		pattern: '\\S',
		description: 'keep everything in this folder instead of a temporary file',
	},
	keep: integerOption(
		10_000,
		10,
		10_000_000,
		'how many events, messages and the like to remember; the newest',
	),
	seed: {
		enum: SEEDS,
		default: 'demo',
		description: 'what a new account holds: a history, no history, or only a key',
	},
	deterministic: {
		type: 'boolean',
		default: false,
		description:
			'the same identifiers and keys every time: everybody knows these keys, and a web page that is open may use them',
	},
	requestTimeoutMs: integerOption(
		60_000,
		100,
		600_000,
		'time in which all of a request has to arrive; 408 after it',
	),
	/** Section 6 specifies neither the number nor the schedule of attempts. */
	deliveryTries: integerOption(10, 1, 1000, 'attempts per webhook delivery, in all'),
	deliveryTimeoutMs: integerOption(15_000, 1, 600_000, 'time for one attempt'),
	/** The wait before the second attempt is at most this, before the third at most twice this, and so on. */
	deliveryBaseDelayMs: integerOption(1_000, 0, DAY_MS, 'bound of the first wait'),
	deliveryMaxDelayMs: integerOption(HOUR_MS, 0, DAY_MS, 'bound of any wait'),
} as const;

type Options = typeof OPTIONS;

/** The type of an option's values. It is derived here without TypeBox, which the published types cannot use. */
type ValueOf<Option> = Option extends { enum: ReadonlyArray<infer Value> }
	? Value
	: Option extends { type: 'integer' }
		? number
		: Option extends { type: 'boolean' }
			? boolean
			: string;

/**
 * The configuration of a sandbox: its options, of which those without a default may be absent, and values
 * derived from them.
 */
export type Config = {
	readonly [Name in keyof Options]:
		| ValueOf<Options[Name]>
		| (Options[Name] extends { default: unknown } ? never : undefined);
} & {
	/** The number of the account within the service, from 1. */
	readonly account: number;
	/** The token for the control API from other machines; null when only this machine may use it. */
	readonly controlToken: string | null;
};

/** The configuration without any options. */
export const DEFAULT_CONFIG = {
	...Object.fromEntries(
		Object.entries(OPTIONS).map(([name, option]) => [name, 'default' in option ? option.default : undefined]),
	),
	account: 1,
	controlToken: null,
} as unknown as Config;
