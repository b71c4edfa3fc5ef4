import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG, type Config } from '../config.ts';
import { isLoopback } from '../http/loopback.ts';
import { DataFolderError } from '../database/database.ts';
import { SEEDS, type SeedName } from '../config.ts';
import type { Server } from '../server.ts';
import { integerBetween } from './arguments.ts';

interface ServeOptions {
	host: string;
	port: number;
	publicUrl?: string;
	data?: string;
	seed: SeedName;
	deterministic: boolean;
	keep: number;
	accounts: number;
	json: boolean;
	untilStdinCloses: boolean;
	deliveryTries: number;
	deliveryTimeoutMs: number;
	deliveryBaseDelayMs: number;
	deliveryMaxDelayMs: number;
}

/** `serve`: runs a sandbox until it is interrupted. */
export function serveCommand(): Command {
	const { host, port, keep, seed, retryPolicy } = DEFAULT_CONFIG;
	const count = integerBetween(1, 1000);
	const milliseconds = integerBetween(0, 86_400_000);
	return new Command('serve')
		.description('run a sandbox')
		.option('--port <number>', 'port to listen on; 0 for any free one', integerBetween(0, 65_535), port)
		.option('--host <name>', 'host to listen on', hostName, host)
		.option('--public-url <url>', 'where others reach it; links to media and pages begin with it', origin)
		.option('--data <folder>', 'keep everything in this folder (default: a temporary file)')
		.addOption(new Option('--seed <name>', 'what a new account holds').choices(SEEDS).default(seed))
		.option(
			'--keep <number>',
			'how many events, messages and the like to remember',
			integerBetween(10, 10_000_000),
			keep,
		)
		.option('--deterministic', 'the same identifiers and keys every time', false)
		.option(
			'--accounts <number>',
			'how many accounts the service has; each further one has a dashboard on the next port',
			integerBetween(1, 9),
			1,
		)
		.option('--json', 'say where it runs as one line of JSON', false)
		.option(
			'--until-stdin-closes',
			'stop when standard input ends: with the program that started it, however that ends',
			false,
		)
		.option('--delivery-tries <number>', 'attempts per webhook delivery', count, retryPolicy.tries)
		.option(
			'--delivery-timeout-ms <number>',
			'time for one attempt',
			integerBetween(1, 600_000),
			retryPolicy.timeoutMs,
		)
		.option(
			'--delivery-base-delay-ms <number>',
			'bound of the first wait',
			milliseconds,
			retryPolicy.baseDelayMs,
		)
		.option('--delivery-max-delay-ms <number>', 'bound of any wait', milliseconds, retryPolicy.maximumDelayMs)
		.action(serve);
}

async function serve(options: ServeOptions): Promise<void> {
	// Young objects would otherwise take up to a hundred megabytes more before anybody looks at them.
	setFlagsFromString('--semi-space-growth-factor=1');
	if (!isLoopback(options.host)) {
		console.error(
			`Warning: ${options.host} is not a loopback address. Anybody who can reach it can use the service; the control API and the dashboard want the token below.`,
		);
	}
	try {
		// The commands that only talk to a sandbox need none of this.
		const { buildServer } = await import('../server.ts');
		const config = toConfig(options);
		const others: Running[] = [];
		for (let account = 2; account <= options.accounts; account += 1) {
			others.push(await run(await buildServer(configOf(account, config))));
		}
		const first = await run(
			await buildServer(
				config,
				others.map(({ server }) => server),
			),
		);
		announce(first, others, options);
		stopWhenTold([first, ...others], options);
	} catch (error) {
		const complaint = explain(error, options);
		if (complaint === undefined) throw error;
		console.error(complaint);
		process.exit(1);
	}
}

/** A sandbox that listens. */
interface Running {
	readonly server: Server;
	readonly url: string;
}

async function run(server: Server): Promise<Running> {
	return { server, url: await server.listen() };
}

/** A further account: with data of its own, and a control API and a dashboard on the next port. */
function configOf(account: number, { port, dataFolder, ...config }: Config): Config {
	return {
		...config,
		account,
		// That is where the first account is.
		publicUrl: undefined,
		port: port === 0 ? 0 : port + account - 1,
		dataFolder: dataFolder && join(dataFolder, `account-${account}`),
	};
}

function toConfig(options: ServeOptions): Config {
	return {
		host: options.host,
		port: options.port,
		publicUrl: options.publicUrl,
		controlToken:
			isLoopback(options.host) && options.publicUrl === undefined ? null : randomBytes(16).toString('hex'),
		dataFolder: options.data,
		account: 1,
		seed: options.seed,
		deterministic: options.deterministic,
		keep: options.keep,
		retryPolicy: {
			tries: options.deliveryTries,
			timeoutMs: options.deliveryTimeoutMs,
			baseDelayMs: options.deliveryBaseDelayMs,
			maximumDelayMs: options.deliveryMaxDelayMs,
		},
	};
}

function announce(first: Running, others: readonly Running[], options: ServeOptions): void {
	const { url, server } = first;
	const { address, config, firstKey, user } = server.app;
	const { controlToken } = config;
	if (options.json) {
		const accounts = others.map(factsOf);
		console.log(JSON.stringify({ ...factsOf(first), controlToken, pid: process.pid, accounts }));
		return;
	}
	const { email, password, anonKey } = user;
	console.log(`The sandbox runs at ${url}`);
	console.log(`Dashboard: ${url}/dashboard/`);
	if (controlToken !== null) {
		console.log(`Elsewhere: ${address.url}/dashboard/?token=${controlToken}`);
		console.log(`Token:    ${controlToken}   (for the control API from elsewhere)`);
	}
	if (firstKey.secret === null) console.log('API key:  the one shown when this data folder was new');
	else console.log(`API key:  ${firstKey.secret}   (shown only now)`);
	console.log(`Log-in:   ${email}, password ${password}`);
	console.log(`Anon key: ${anonKey}   (for the token endpoint)`);
	console.log(`Data:     ${options.data ?? 'temporary; gone when it stops'}`);
	console.log(`API docs: ${url}/docs   (OpenAPI: ${url}/openapi.json)`);
	for (const { account, url: own, apiKey } of others.map(factsOf)) {
		console.log(`Account ${account}: API key ${apiKey ?? 'as shown before'}, dashboard ${own}/dashboard/`);
	}
	console.log('Ctrl-C stops it.');
}

/** What a program needs to use an account. */
function factsOf({ url, server }: Running) {
	const { config, firstKey, user } = server.app;
	const { email, password, anonKey } = user;
	const key = { apiKey: firstKey.secret, apiKeyId: firstKey.id };
	return { account: config.account, url, ...key, email, password, anonKey };
}

function stopWhenTold(running: readonly Running[], { untilStdinCloses }: ServeOptions): void {
	let stopping = false;
	const stop = () => {
		if (stopping) return;
		stopping = true;
		void Promise.all(running.map(({ server }) => server.close())).then(() => process.exit(0));
	};
	process.on('SIGINT', stop).on('SIGTERM', stop);
	if (untilStdinCloses) process.stdin.on('end', stop).on('close', stop).resume();
}

function explain(error: unknown, { host, port }: ServeOptions): string | undefined {
	if (error instanceof DataFolderError) return error.message;
	if (!(error instanceof Error) || !('code' in error)) return undefined;
	// A further account's is not the one that was asked for.
	const taken = 'port' in error ? error.port : port;
	switch (error.code) {
		case 'EADDRINUSE':
			return `Port ${taken} on ${host} is taken. Choose another with --port.`;
		case 'EACCES':
			return `Port ${port} on ${host} may not be used. Choose another with --port.`;
		case 'EADDRNOTAVAIL':
		case 'ENOTFOUND':
			return `${host} is not a host of this machine.`;
		default:
			return undefined;
	}
}

function hostName(text: string): string {
	if (text.trim() === '') throw new InvalidArgumentError('Give a host name or an address.');
	return text.toLowerCase();
}

function origin(text: string): string {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	const bare = url !== undefined && /^https?:$/.test(url.protocol) && text.replace(/\/$/, '') === url.origin;
	if (!bare) throw new InvalidArgumentError('Give scheme, host and port, e.g. https://sandbox.example.');
	return url.origin;
}
