import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Without imports from the sandbox's sources: the package's own tests, compiled to CommonJS, start it too.
const ROOT = join(__dirname, '..', '..', '..');
/** The project's Node, whatever runs the tests. */
export const NODE = join(ROOT, 'node_modules', '.bin', 'node');
/** The sandbox's command line. */
export const CLI = join(ROOT, 'sandbox', 'src', 'cli.ts');
/** What Node has compiled of it is kept: most of the time that a start takes. */
const COMPILE_CACHE = join(ROOT, '.playground', 'compile-cache');
const START_TIMEOUT_MS = 60_000;

/** The environment of a sandbox and of its commands. */
export function sandboxEnvironment(): NodeJS.ProcessEnv {
	return { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE };
}

/** How a sandbox is started; each is an option of `serve`. */
export interface SandboxOptions {
	/** Data folder; in memory when absent. */
	data?: string;
	seed?: 'demo' | 'empty';
	deterministic?: boolean;
	/** A free one when absent. */
	port?: number;
	accounts?: number;
	host?: string;
	publicUrl?: string;
	keep?: number;
	deliveryTries?: number;
	deliveryTimeoutMs?: number;
	deliveryBaseDelayMs?: number;
}

/** A further account of a sandbox. */
export type Account = Pick<Sandbox, 'url' | 'apiKey' | 'apiKeyId' | 'email' | 'password' | 'anonKey'>;

/** A sandbox that runs in a process of its own. */
export interface Sandbox {
	/** Scheme, host and port; no slash at the end. */
	readonly url: string;
	/** The first API key; empty when its data folder was not new. */
	readonly apiKey: string;
	readonly apiKeyId: string;
	/** The account's user, and the key of its browser apps, for the token endpoint. */
	readonly email: string;
	readonly password: string;
	readonly anonKey: string;
	/** Admits to the control API from elsewhere; null when only this machine may. */
	readonly controlToken: string | null;
	readonly pid: number;
	/** The service's further accounts; `url` is where the control API of each is. */
	readonly accounts: readonly Account[];
	/**
	 * Makes a call of the control API.
	 * @param path under `/sandbox/v1`, e.g. `/clock`
	 * @returns the JSON answer
	 * @throws when the answer is not a success
	 */
	control<Answer = unknown>(method: string, path: string, body?: unknown): Promise<Answer>;
	/** Stops it and waits until it is gone; SIGTERM unless another signal is given. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

interface Announcement {
	url: string;
	apiKey: string | null;
	apiKeyId: string;
	email: string;
	password: string;
	anonKey: string;
	controlToken: string | null;
	pid: number;
	accounts: Account[];
}

/** Starts a sandbox on a free port and waits until it answers. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
	// Its standard input closes when the tests end, even if they are killed: no sandbox is left behind.
	const child = spawn(NODE, [CLI, 'serve', '--json', '--until-stdin-closes', ...toArguments(options)], {
		stdio: ['pipe', 'pipe', 'inherit'],
		env: sandboxEnvironment(),
	});
	const { url, apiKey, ...announced } = await readAnnouncement(child);
	return {
		url,
		apiKey: apiKey ?? '',
		...announced,
		control: (method, path, body) => callControl(url, method, path, body),
		stop: async (signal = 'SIGTERM') => {
			if (child.exitCode !== null || child.signalCode !== null) return;
			const gone = once(child, 'exit');
			child.kill(signal);
			await gone;
		},
	};
}

function toArguments(options: SandboxOptions): string[] {
	const values = {
		'--port': options.port ?? 0,
		'--accounts': options.accounts,
		'--host': options.host,
		'--public-url': options.publicUrl,
		'--data': options.data,
		'--seed': options.seed,
		'--keep': options.keep,
		'--delivery-tries': options.deliveryTries,
		'--delivery-timeout-ms': options.deliveryTimeoutMs,
		'--delivery-base-delay-ms': options.deliveryBaseDelayMs,
	};
	const given = Object.entries(values).filter(([, value]) => value !== undefined);
	const named = given.flatMap(([name, value]) => [name, String(value)]);
	return options.deterministic ? [...named, '--deterministic'] : named;
}

async function readAnnouncement(child: ChildProcess): Promise<Announcement> {
	if (child.stdout === null) throw new Error('The sandbox has no output to read.');
	const lines = createInterface({ input: child.stdout });
	const ended = new AbortController();
	const alarm = setTimeout(
		() => ended.abort(new Error('The sandbox did not start in time.')),
		START_TIMEOUT_MS,
	);
	child.once('exit', (code) =>
		ended.abort(new Error(`The sandbox ended with code ${code} instead of starting.`)),
	);
	try {
		const [line] = (await once(lines, 'line', { signal: ended.signal })) as [string];
		return JSON.parse(line) as Announcement;
	} catch (error) {
		child.kill('SIGKILL');
		throw ended.signal.aborted ? ended.signal.reason : error;
	} finally {
		clearTimeout(alarm);
	}
}

async function callControl<Answer>(
	url: string,
	method: string,
	path: string,
	body: unknown,
): Promise<Answer> {
	const response = await fetch(`${url}/sandbox/v1${path}`, {
		method,
		...(body !== undefined && {
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		}),
	});
	const text = await response.text();
	if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}: ${text}`);
	return JSON.parse(text) as Answer;
}
