import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG, SEEDS, type Config } from '../config.ts';
import { DataFolderError } from '../database/database.ts';
import { isLoopback } from '../http/loopback.ts';
import type { Server } from '../server.ts';

type ServeOptions = Pick<Config, 'host' | 'port' | 'publicUrl' | 'seed' | 'keep' | 'deterministic'> & {
	data?: string;
	accounts: number;
	json: boolean;
	untilStdinCloses: boolean;
	deliveryTries: number;
	deliveryTimeoutMs: number;
	deliveryBaseDelayMs: number;
	deliveryMaxDelayMs: number;
};

/** A sandbox that listens. */
interface Running {
	readonly server: Server;
	readonly url: string;
}

/** `serve`: runs a sandbox until it is interrupted. */
export function serveCommand(): Command {
	const { host, port, keep, seed, retryPolicy } = DEFAULT_CONFIG;
	const command = new Command('serve')
		.description('Run a sandbox')
		.option('--host <name>', 'host to listen on', hostName, host)
		.option('--public-url <url>', 'where others reach it; links to media and pages begin with it', origin)
		.option('--data <folder>', 'keep everything in this folder (default: a temporary file)')
		.addOption(new Option('--seed <name>', 'what a new account holds').choices(SEEDS).default(seed))
		.option('--deterministic', 'the same identifiers and keys every time', false)
		.option('--json', 'say where it runs as one line of JSON', false)
		.option(
			'--until-stdin-closes',
			'stop when standard input ends: with the program that started it, however that ends',
			false,
		);
	const number = (name: string, about: string, preset: number, least: number, most: number) =>
		command.option(`--${name} <number>`, about, integerBetween(least, most), preset);
	number('port', 'port to listen on; 0 for any free one', port, 0, 65_535);
	number('keep', 'how many events, messages and the like to remember', keep, 10, 10_000_000);
	number(
		'accounts',
		'how many accounts there are; each further one has a dashboard on the next port',
		1,
		1,
		9,
	);
	number('delivery-tries', 'attempts per webhook delivery', retryPolicy.tries, 1, 1000);
	number('delivery-timeout-ms', 'time for one attempt', retryPolicy.timeoutMs, 1, 600_000);
	number('delivery-base-delay-ms', 'bound of the first wait', retryPolicy.baseDelayMs, 0, DAY_MS);
	number('delivery-max-delay-ms', 'bound of any wait', retryPolicy.maximumDelayMs, 0, DAY_MS);
	return command.action(serve);
}

const DAY_MS = 86_400_000;

async function serve(options: ServeOptions): Promise<void> {
	// V8 would otherwise let rubbish pile up to several times what is in use, new and old: up to a hundred megabytes.
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=100');
	if (!isLoopback(options.host)) {
		console.error(
			`Warning: ${options.host} is not a loopback address. Anybody who can reach it can use the service; the control API and the dashboard want the token below.`,
		);
	}
	try {
		const config = toConfig(options);
		const others: Running[] = [];
		for (let account = 2; account <= options.accounts; account += 1) {
			others.push(await run(furtherAccount(account, config)));
		}
		const first = await run(config, others);
		announce(first, others, options);
		stopWhenTold([first, ...others], options);
	} catch (error) {
		const complaint = explain(error, options);
		if (complaint === undefined) throw error;
		console.error(complaint);
		process.exit(1);
	}
}

async function run(config: Config, others: readonly Running[] = []): Promise<Running> {
	// The commands that only talk to a sandbox need none of this.
	const { buildServer } = await import('../server.ts');
	const server = await buildServer(
		config,
		others.map((other) => other.server),
	);
	return { server, url: await server.listen() };
}

function toConfig({ data, ...options }: ServeOptions): Config {
	const { host, port, publicUrl, seed, keep, deterministic } = options;
	const onlyHere = isLoopback(host) && publicUrl === undefined;
	return {
		...{ host, port, publicUrl, seed, keep, deterministic },
		controlToken: onlyHere ? null : randomBytes(16).toString('hex'),
		dataFolder: data,
		account: 1,
		retryPolicy: {
			tries: options.deliveryTries,
			timeoutMs: options.deliveryTimeoutMs,
			baseDelayMs: options.deliveryBaseDelayMs,
			maximumDelayMs: options.deliveryMaxDelayMs,
		},
	};
}

/** It has data of its own, and a control API and a dashboard on the next port, which the public URL does not lead to. */
function furtherAccount(account: number, { port, dataFolder, ...config }: Config): Config {
	return {
		...config,
		account,
		publicUrl: undefined,
		port: port === 0 ? 0 : port + account - 1,
		dataFolder: dataFolder && join(dataFolder, `account-${account}`),
	};
}

function announce(first: Running, others: readonly Running[], options: ServeOptions): void {
	const { controlToken } = first.server.app.config;
	const { url, apiKey, email, password, anonKey } = factsOf(first);
	if (options.json) {
		const accounts = others.map(factsOf);
		console.log(JSON.stringify({ ...factsOf(first), controlToken, pid: process.pid, accounts }));
		return;
	}
	console.log(`The sandbox runs at ${url}`);
	console.log(`Dashboard: ${url}/dashboard/`);
	if (controlToken !== null) {
		console.log(`Elsewhere: ${first.server.app.address.url}/dashboard/?token=${controlToken}`);
		console.log(`Token:    ${controlToken}   (for the control API from elsewhere)`);
	}
	if (apiKey === null) console.log('API key:  the one shown when this data folder was new');
	else console.log(`API key:  ${apiKey}   (shown only now)`);
	console.log(`Log-in:   ${email}, password ${password}`);
	console.log(`Anon key: ${anonKey}   (for the token endpoint)`);
	console.log(`Data:     ${options.data ?? 'temporary; gone when it stops'}`);
	console.log(`API docs: ${url}/docs   (OpenAPI: ${url}/openapi.json)`);
	for (const { account, url: own, apiKey: key } of others.map(factsOf)) {
		console.log(`Account ${account}: API key ${key ?? 'as shown before'}, dashboard ${own}/dashboard/`);
	}
	console.log('Ctrl-C stops it.');
}

/** What a program needs to use an account. */
function factsOf({ url, server: { app } }: Running) {
	const { email, password, anonKey } = app.user;
	const key = { apiKey: app.firstKey.secret, apiKeyId: app.firstKey.id };
	return { account: app.config.account, url, ...key, email, password, anonKey };
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

function integerBetween(minimum: number, maximum: number): (text: string) => number {
	return (text) => {
		const value = Number(text);
		if (text.trim() !== '' && Number.isInteger(value) && value >= minimum && value <= maximum) return value;
		throw new InvalidArgumentError(`It must be a whole number from ${minimum} to ${maximum}.`);
	};
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
