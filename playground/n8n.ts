import { mkdirSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Failure } from './failure.ts';
import { npmEnvironment } from './npm.ts';
import type { Paths } from './paths.ts';
import { reservePort } from './ports.ts';
import { startService, tailOf } from './processes.ts';
import type { Service } from './processes.ts';

/** The options for starting an n8n. */
export interface N8nOptions {
	/** Which of n8n's processes; the main one, which does everything outside queue mode, when absent. */
	command?: 'start' | 'webhook' | 'worker';
	/** n8n keeps its database, its key and its community packages in `.n8n` below. */
	userFolder: string;
	port: number;
	logFile: string;
	/** More of n8n's own settings. */
	env?: Record<string, string>;
	signal?: AbortSignal;
	/** Is told the last line of n8n's log while it is waited for. */
	tell?: (line: string) => void;
	/** The longest silence of its log before it is given up, in milliseconds; three minutes when absent. */
	silenceMs?: number;
}

/** An n8n that is up. */
export interface RunningN8n extends Pick<Service, 'ended' | 'stop' | 'pid' | 'unref'> {
	/** e.g. `http://127.0.0.1:5678`, without a slash at the end. */
	url: string;
}

const readinessTimeoutMs = 10_000;
const lookEveryMs = 250;
const usualSilenceMs = 180_000;

/** n8n reads all of these; the shell that we were started from is not to change what runs here. */
const foreignSetting =
	/^(N8N_|DB_|EXECUTIONS_|QUEUE_|WEBHOOK_|CREDENTIALS_|NODES_|GENERIC_|NODE_ENV$|NODE_OPTIONS$|JEST_|npm_)/;

const environment = async (
	paths: Paths,
	{ userFolder, port, env }: N8nOptions,
): Promise<NodeJS.ProcessEnv> => ({
	// n8n's task runner takes the first Node on PATH.
	...Object.fromEntries(Object.entries(npmEnvironment(paths)).filter(([name]) => !foreignSetting.test(name))),
	NODE_COMPILE_CACHE: paths.compileCache,
	N8N_USER_FOLDER: userFolder,
	N8N_PORT: String(port),
	N8N_HOST: '127.0.0.1',
	N8N_LISTEN_ADDRESS: '127.0.0.1',
	N8N_EDITOR_BASE_URL: `http://127.0.0.1:${port}`,
	WEBHOOK_URL: `http://127.0.0.1:${port}/`,
	// n8n's own default is New York.
	GENERIC_TIMEZONE: Intl.DateTimeFormat().resolvedOptions().timeZone,
	...allowOwnAddresses(process.env),
	// The log-in cookie has to work over plain http.
	N8N_SECURE_COOKIE: 'false',
	N8N_RUNNERS_BROKER_PORT: String(await reservePort()),
	N8N_DIAGNOSTICS_ENABLED: 'false',
	N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
	N8N_TEMPLATES_ENABLED: 'false',
	N8N_PERSONALIZATION_ENABLED: 'false',
	N8N_HIRING_BANNER_ENABLED: 'false',
	...env,
});

/** Keeps a proxy from being asked for what runs on this machine, such as the sandbox. */
const allowOwnAddresses = ({ NO_PROXY, no_proxy }: NodeJS.ProcessEnv): NodeJS.ProcessEnv => {
	const addresses = [NO_PROXY ?? no_proxy, '127.0.0.1', 'localhost'].filter(Boolean).join();
	return { NO_PROXY: addresses, no_proxy: addresses };
};

const isReady = async (url: string): Promise<boolean> => {
	const signal = AbortSignal.timeout(readinessTimeoutMs);
	const response = await fetch(`${url}/healthz/readiness`, { signal }).catch(() => undefined);
	return response?.status === 200;
};

/**
 * Returns a function that tells if a log, of a size, has stopped growing for longer than the limit. A machine that is
 * slow or busy takes any time; a program that hangs writes nothing.
 *
 * @param limitMs
 * @param now the time at which the log was still empty, in milliseconds
 */
export const createSilenceLimit = (limitMs: number, now: number) => {
	let last = { size: 0, at: now };
	return (size: number, now: number): boolean => {
		if (size !== last.size) last = { size, at: now };
		return now - last.at > limitMs;
	};
};

const describeDuration = (ms: number): string =>
	ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1000} seconds`;

/**
 * Starts the installed n8n on the loopback address and waits until it is ready: database migrated, webhooks known. On a
 * slow machine that may take minutes, so it waits as long as n8n's log grows.
 *
 * @throws Failure with the end of n8n's log when it ends before that, or writes nothing more
 */
export const startN8n = async (paths: Paths, options: N8nOptions): Promise<RunningN8n> => {
	mkdirSync(options.userFolder, { recursive: true });
	const url = `http://127.0.0.1:${options.port}`;
	const service = startService({
		command: paths.node,
		args: [paths.n8nCli, options.command ?? 'start'],
		// n8n reads a `.env` file where it is started.
		cwd: options.userFolder,
		env: await environment(paths, options),
		logFile: options.logFile,
	});
	let ended: string | undefined;
	void service.ended.then((how) => (ended = how));
	const giveUp = async (why: string): Promise<never> => {
		await service.stop();
		throw new Failure(
			`n8n ${why}. The end of its log:\n\n${tailOf(options.logFile, 15)}\n\nLog: ${options.logFile}`,
		);
	};
	const { silenceMs = usualSilenceMs } = options;
	const isTooQuiet = createSilenceLimit(silenceMs, Date.now());
	for (; !(await isReady(url)); await delay(lookEveryMs)) {
		if (options.signal?.aborted) {
			await service.stop();
			throw new Failure('Stopped.');
		}
		if (ended) return await giveUp(`ended with ${ended} before it was ready`);
		options.tell?.(tailOf(options.logFile, 1));
		if (isTooQuiet(statSync(options.logFile).size, Date.now())) {
			return await giveUp(
				`is not ready, and has written nothing to its log for ${describeDuration(silenceMs)}. What was installed and set ` +
					'up until here is kept, so the next start goes on from there',
			);
		}
	}
	const { pid, stop, unref } = service;
	return { url, pid, ended: service.ended, stop, unref };
};
