import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DEFAULT_CONFIG, OPTIONS as CONFIG_OPTIONS, integerOption, type Config } from '../service/config.ts';
import { DataFolderError, isDamaged } from '../service/database/database.ts';
import { DISK_FULL, isDiskFull } from '../service/http/disk-full.ts';
import { isLoopback } from '../service/http/urls.ts';
import { N8nApiError } from '../n8n/api.ts';
import type { Server } from '../server.ts';
import type { CommandSpec, CommonOptions } from './add-command.ts';
import { CliError } from '../client/command-line.ts';
import { DEFAULT_URL } from './remote.ts';
import { show } from './show.ts';

/** The options of `serve`. */
const OPTIONS = {
	...CONFIG_OPTIONS,
	accounts: integerOption(
		1,
		1,
		9,
		'how many accounts there are; each further one has a dashboard on the next port',
	),
	n8n: {
		type: 'string',
		pattern: '^https?://[^/?#@\\s]+',
		description:
			'address of an n8n that the dashboard connects, with an API key of it in N8N_API_KEY, e.g. http://127.0.0.1:5678',
	},
	untilStdinCloses: {
		type: 'boolean',
		description: 'stop when standard input ends: with the program that started it, however that ends',
	},
};
type ServeOptions = Partial<Config> & { accounts?: number; n8n?: string; untilStdinCloses?: boolean };

const MAX_PORT = CONFIG_OPTIONS.port.maximum;

/** A listening sandbox and the address at which this machine reaches it. */
type Running = Server & { readonly url: string };

/** Runs a sandbox until it is interrupted. */
export const SERVE: CommandSpec = { usage: 'serve', summary: 'Run a sandbox', fields: OPTIONS, run: serve };

async function serve(given: ServeOptions, { url, json }: CommonOptions): Promise<void> {
	if (url !== DEFAULT_URL) {
		throw new CliError(
			'--url is for commands to a sandbox that runs. Choose where this one listens with --host and --port.',
		);
	}
	// Loaded here, since commands that only call a sandbox do not need it.
	const { describeValidationErrors, validationErrors } = await import('../service/http/bodies.ts');
	const errors = validationErrors({ type: 'object', properties: OPTIONS }, given);
	if (errors.length > 0) throw new CliError(describeValidationErrors(errors).message);
	const { accounts = 1, n8n, untilStdinCloses = false, ...options } = { ...DEFAULT_CONFIG, ...given };
	if (options.port + accounts - 1 > MAX_PORT) {
		throw new CliError(
			`${accounts} accounts take the ports from ${options.port} on, and there is none beyond ${MAX_PORT}.`,
		);
	}
	// The key is not an option, since other users see those in the list of processes.
	const n8nApiKey = process.env.N8N_API_KEY;
	if (n8n !== undefined && !n8nApiKey) {
		throw new CliError(`Set the environment variable N8N_API_KEY to an API key of the n8n at ${n8n}.`);
	}
	const host = options.host.toLowerCase();
	const publicUrl = options.publicUrl && URL.parse(options.publicUrl)?.origin;
	if (options.publicUrl && !publicUrl) throw new CliError('--public-url is not an address.');
	if (!isLoopback(host)) {
		console.error(
			`Warning: ${host} is not a loopback address. Anyone who can reach it can use the service; the ` +
				'control API and the dashboard want the token below.',
		);
	}
	const onlyHere = isLoopback(host) && publicUrl === undefined;
	const controlToken = onlyHere ? null : randomBytes(16).toString('hex');
	const config = { ...options, host, publicUrl, controlToken };
	const others: Running[] = [];
	try {
		for (let account = 2; account <= accounts; account += 1) {
			others.push(await start(configureAccount(account, config)));
		}
		const first = await start(config, others);
		const all = [first, ...others].map(({ app }) => app);
		for (const app of all) app.otherAccounts.push(...all.filter((one) => one !== app));
		if (n8n && n8nApiKey)
			for (const app of all) app.n8n.set(n8n, n8nApiKey, process.env.N8N_ENDPOINT_WEBHOOK || undefined);
		stopWhenTold([first, ...others], untilStdinCloses);
		announce(first, others, json);
	} catch (error) {
		throw toCliError(error, config);
	}
}

async function start(config: Config, others: readonly Running[] = []): Promise<Running> {
	const { buildServer } = await import('../server.ts');
	const accounts = others.map(({ app }) => app);
	const server = await buildServer(config, accounts);
	return { ...server, url: await server.listen() };
}

/**
 * Derives the configuration of a further account: it has its own data, and its control API and dashboard are on
 * the next port.
 */
function configureAccount(account: number, { port, data, ...config }: Config): Config {
	return {
		...config,
		account,
		port: port === 0 ? 0 : port + account - 1,
		data: data && join(data, `account-${account}`),
	};
}

function announce(first: Running, others: readonly Running[], json = false): void {
	const { address, config } = first.app;
	const facts = collectFacts(first);
	const accounts = others.map(collectFacts);
	if (json) return console.log(JSON.stringify({ ...facts, pid: process.pid, accounts }));
	const { url, apiKey, email, password, anonKey, controlToken } = facts;
	const elsewhere = {
		Elsewhere: `${address.url}/dashboard/?token=${controlToken}`,
		Token: `${controlToken} (for the control API from elsewhere)`,
	};
	console.log(`The sandbox runs at ${url}`);
	console.log(
		show({
			Dashboard: `${url}/dashboard/`,
			...(controlToken !== null && elsewhere),
			'API key': apiKey ? `${apiKey} (shown only now)` : 'the one shown when this data folder was new',
			'Log-in': `${email}, password ${password}`,
			'Anon key': `${anonKey} (for the token endpoint)`,
			Data: config.data ?? 'temporary; gone when it stops',
			'API docs': `${url}/docs (OpenAPI: ${url}/openapi.json)`,
		}),
	);
	const query = controlToken === null ? '' : `?token=${controlToken}`;
	for (const { account, url: own, apiKey: key } of accounts) {
		console.log(
			`Account ${account}: API key ${key ?? 'as shown before'}, dashboard ${own}/dashboard/${query}`,
		);
	}
	console.log('Ctrl-C stops it.');
}

/** Returns the data that a program needs to use an account. */
function collectFacts({ url, app: { config, firstKey, user } }: Running) {
	const { id: _, ...login } = user;
	const { account, controlToken } = config;
	return { account, url, apiKey: firstKey.secret, apiKeyId: firstKey.id, ...login, controlToken };
}

function stopWhenTold(running: readonly Running[], untilStdinCloses: boolean): void {
	let stopped: Promise<void> | undefined;
	const stop = () => {
		stopped ??= Promise.all(running.map(({ close }) => close())).then(() => process.exit(0));
	};
	process.on('SIGINT', stop).on('SIGTERM', stop);
	if (untilStdinCloses) process.stdin.on('end', stop).on('close', stop).resume();
}

/** Turns an error that the user can fix into one that says how; returns any other error unchanged. */
function toCliError(error: unknown, { host, port, data }: Config): unknown {
	if (error instanceof DataFolderError || error instanceof N8nApiError) return new CliError(error.message);
	if (isDiskFull(error)) return new CliError(`${DISK_FULL}.`);
	if (isDamaged(error)) {
		return new CliError(
			`The data in ${data} is damaged. Put back a copy of sandbox.sqlite, name another folder with ` +
				'--data, or delete it.',
		);
	}
	// The port of a further account differs from the one in the options.
	const { code = '', port: taken = port } = error as { code?: string; port?: number };
	const nowhere = `${host} is not a host of this machine.`;
	const reasons: Readonly<Record<string, string>> = {
		EADDRINUSE: `Port ${taken} on ${host} is taken. Choose another with --port.`,
		EACCES: `Port ${port} on ${host} may not be used. Choose another with --port.`,
		EADDRNOTAVAIL: nowhere,
		ENOTFOUND: nowhere,
	};
	return code in reasons ? new CliError(reasons[code]) : error;
}
