import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Command, InvalidArgumentError, Option } from 'commander';
import { DEFAULT_CONFIG, SEEDS, type Config } from '../config.ts';
import { DataFolderError } from '../database/database.ts';
import { isLoopback } from '../http/loopback.ts';
import type { Server } from '../server.ts';
import { Complaint } from './complaint.ts';

type ServeOptions = Config & { accounts: number; json: boolean; untilStdinCloses: boolean };

/** A sandbox that listens, and where it is reached from this machine. */
type Running = Server & { readonly url: string };

const DAY_MS = 86_400_000;

/** `serve`: runs a sandbox until it is interrupted. */
export function serveCommand(): Command {
	const { host, seed } = DEFAULT_CONFIG;
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
	const number = (name: string, about: string, least: number, most: number) => {
		const option = new Option(`--${name} <number>`, about).argParser(integerBetween(least, most));
		const preset = { ...DEFAULT_CONFIG, accounts: 1 }[option.attributeName() as 'port'];
		command.addOption(option.default(preset));
	};
	number('port', 'port to listen on; 0 for any free one', 0, 65_535);
	number('keep', 'how many events, messages and the like to remember', 10, 10_000_000);
	number('accounts', 'how many accounts there are; each further one has a dashboard on the next port', 1, 9);
	number('delivery-tries', 'attempts per webhook delivery', 1, 1000);
	number('delivery-timeout-ms', 'time for one attempt', 1, 600_000);
	number('delivery-base-delay-ms', 'bound of the first wait', 0, DAY_MS);
	number('delivery-max-delay-ms', 'bound of any wait', 0, DAY_MS);
	return command.action(serve);
}

async function serve({ accounts, json, untilStdinCloses, ...told }: ServeOptions): Promise<void> {
	// V8 would otherwise let rubbish pile up to several times what is in use, new and old: up to a hundred megabytes.
	setFlagsFromString('--semi-space-growth-factor=1');
	setFlagsFromString('--heap-growing-percent=100');
	if (!isLoopback(told.host)) {
		console.error(
			`Warning: ${told.host} is not a loopback address. Anybody who can reach it can use the service; the control API and the dashboard want the token below.`,
		);
	}
	const onlyHere = isLoopback(told.host) && told.publicUrl === undefined;
	const config = { ...told, account: 1, controlToken: onlyHere ? null : randomBytes(16).toString('hex') };
	const others: Running[] = [];
	try {
		for (let account = 2; account <= accounts; account += 1) {
			others.push(await run(furtherAccount(account, config)));
		}
		const first = await run(config, others);
		announce(first, others, json);
		stopWhenTold([first, ...others], untilStdinCloses);
	} catch (error) {
		throw explain(error, config);
	}
}

async function run(config: Config, others: readonly Running[] = []): Promise<Running> {
	// The commands that only talk to a sandbox need none of this.
	const { buildServer } = await import('../server.ts');
	const accounts = others.map(({ app }) => app);
	const server = await buildServer(config, accounts);
	return { ...server, url: await server.listen() };
}

/** It has data of its own, and a control API and a dashboard on the next port, which the public URL does not lead to. */
function furtherAccount(account: number, { port, data, ...config }: Config): Config {
	return {
		...config,
		account,
		publicUrl: undefined,
		port: port === 0 ? 0 : port + account - 1,
		data: data && join(data, `account-${account}`),
	};
}

function announce(first: Running, others: readonly Running[], json: boolean): void {
	const { address, config } = first.app;
	const { controlToken } = config;
	const facts = factsOf(first);
	const { url, apiKey, email, password, anonKey } = facts;
	const accounts = others.map(factsOf);
	if (json) {
		return console.log(JSON.stringify({ ...facts, controlToken, pid: process.pid, accounts }));
	}
	console.log(`The sandbox runs at ${url}`);
	console.log(`Dashboard: ${url}/dashboard/`);
	if (controlToken !== null) {
		console.log(`Elsewhere: ${address.url}/dashboard/?token=${controlToken}`);
		console.log(`Token:    ${controlToken}   (for the control API from elsewhere)`);
	}
	if (apiKey === null) console.log('API key:  the one shown when this data folder was new');
	else console.log(`API key:  ${apiKey}   (shown only now)`);
	console.log(`Log-in:   ${email}, password ${password}`);
	console.log(`Anon key: ${anonKey}   (for the token endpoint)`);
	console.log(`Data:     ${config.data ?? 'temporary; gone when it stops'}`);
	console.log(`API docs: ${url}/docs   (OpenAPI: ${url}/openapi.json)`);
	for (const { account, url: own, apiKey: key } of accounts) {
		console.log(`Account ${account}: API key ${key ?? 'as shown before'}, dashboard ${own}/dashboard/`);
	}
	console.log('Ctrl-C stops it.');
}

/** What a program needs to use an account. */
function factsOf({ url, app: { config, firstKey, user } }: Running) {
	const { id: _, ...login } = user;
	return { account: config.account, url, apiKey: firstKey.secret, apiKeyId: firstKey.id, ...login };
}

function stopWhenTold(running: readonly Running[], untilStdinCloses: boolean): void {
	let stopped: Promise<void> | undefined;
	const stop = () => {
		stopped ??= Promise.all(running.map(({ close }) => close())).then(() => process.exit(0));
	};
	process.on('SIGINT', stop).on('SIGTERM', stop);
	if (untilStdinCloses) process.stdin.on('end', stop).on('close', stop).resume();
}

/** What a person can do about it; the error as it is where nobody can. */
function explain(error: unknown, { host, port }: Config): unknown {
	if (error instanceof DataFolderError) return new Complaint(error.message);
	// A further account's port is not the one that was asked for.
	const { code = '', port: taken = port } = error as { code?: string; port?: number };
	const nowhere = `${host} is not a host of this machine.`;
	const reasons: Readonly<Record<string, string>> = {
		EADDRINUSE: `Port ${taken} on ${host} is taken. Choose another with --port.`,
		EACCES: `Port ${port} on ${host} may not be used. Choose another with --port.`,
		EADDRNOTAVAIL: nowhere,
		ENOTFOUND: nowhere,
	};
	return code in reasons ? new Complaint(reasons[code]) : error;
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
