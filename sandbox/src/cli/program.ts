import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Argument, Command } from 'commander';
import { DEFAULT_CONFIG } from '../config.ts';
import { packageJson } from '../package.ts';
import { commandsOf, type ApiDocument, type CommandSpec } from './commands.ts';
import { Complaint } from './complaint.ts';
import { flagOf, optionFor, readField } from './fields.ts';
import { listenCommand } from './listen.ts';
import { Remote, talksToSandbox, type RemoteOptions } from './remote.ts';
import { serveCommand } from './serve.ts';
import { show } from './show.ts';

type Values = Record<string, unknown>;

const HELP = ['--help', '-h', 'help'];

/**
 * Builds the command line: what starts a sandbox, what follows it, and a command for each call of the one that runs.
 * @throws {Complaint} when such a command is wanted and no sandbox runs
 */
export async function buildProgram(words: readonly string[]): Promise<Command> {
	const program = new Command('sandbox')
		.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
		.version(packageJson.version)
		.showHelpAfterError('(--help shows what there is)');
	program.addCommand(serveCommand(), { isDefault: true });
	program.addCommand(listenCommand());
	program.addCommand(rawCallCommand());
	const [first = 'serve'] = words;
	const own = program.commands.some((command) => command.name() === first);
	if (own || (first.startsWith('-') && !HELP.includes(first))) return program;
	for (const spec of commandsOf(await documentFor(words))) addCommand(program, spec);
	return program;
}

/** How the sandbox that is meant describes itself; where none runs, help tells of the one that `serve` would start. */
async function documentFor(words: readonly string[]): Promise<ApiDocument> {
	const { url } = parseArgs({ args: [...words], options: { url: { type: 'string' } }, strict: false }).values;
	try {
		return await new Remote(typeof url === 'string' ? url : undefined).document();
	} catch (error) {
		if (!words.some((word) => HELP.includes(word))) throw error;
		const { buildServer } = await import('../server.ts');
		const { app, close } = await buildServer(DEFAULT_CONFIG);
		const document = app.swagger();
		await close();
		return document as unknown as ApiDocument;
	}
}

function addCommand(program: Command, spec: CommandSpec): void {
	const [noun = '', verb] = spec.words;
	const command = talksToSandbox(new Command(verb ?? noun)).description(spec.summary);
	const given = spec.positions.map((position) => new Argument(position));
	for (const argument of given) command.addArgument(argument);
	const names = given.map((argument) => argument.name());
	const options = Object.entries(spec.fields)
		.filter(([name]) => !names.includes(name))
		.map(([name, schema]) => [name, optionFor(name, schema)] as const);
	for (const [, option] of options) command.addOption(option);
	command.option('--data <file>', 'the other fields, from a JSON file; - for standard input');
	command.action(() => {
		const texts = [
			...names.map((name, index) => [name, command.processedArgs[index] as unknown]),
			...options.map(([name, option]) => [name, command.getOptionValue(option.attributeName()) as unknown]),
		];
		return run(spec, names, Object.fromEntries(texts) as Values, command.opts());
	});
	if (verb === undefined) program.addCommand(command);
	else {
		const group = program.commands.find((one) => one.name() === noun) ?? program.command(noun);
		group.addCommand(command);
		group.description(group.commands.map((one) => one.name()).join(', '));
	}
}

/** @param positional the fields that are given without a name */
async function run(
	{ method, path, fields }: CommandSpec,
	positional: readonly string[],
	texts: Values,
	{ url, json, data }: RemoteOptions & { data?: string },
): Promise<void> {
	const values = data === undefined ? {} : readData(data);
	for (const [name, schema] of Object.entries(fields)) {
		const text = texts[name];
		if (typeof text === 'string') values[name] = readField(name, schema, text);
	}
	try {
		const answer = await send(new Remote(url), method, path, values);
		console.log(json ? JSON.stringify(answer, null, 2) : show(answer));
	} catch (error) {
		if (!(error instanceof Complaint)) throw error;
		// A refusal names the option instead of the field.
		const [, field = '', reason] = /^(\w+)( .*)$/s.exec(error.message) ?? [];
		throw field in fields && !positional.includes(field) ? new Complaint(flagOf(field) + reason) : error;
	}
}

/** Puts the fields where the call takes them: into the path, the query or the body. */
function send(remote: Remote, method: string, path: string, values: Values): Promise<Values> {
	const rest = { ...values };
	const address = path.replace(/\/\{(\w+)\}/g, (_, name: string) => {
		const value = rest[name];
		delete rest[name];
		return value === undefined ? '' : `/${encodeURIComponent(String(value))}`;
	});
	if (method !== 'GET') return remote.call(method, address, rest);
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(rest)) query.set(name, String(value));
	return remote.call(method, query.size === 0 ? address : `${address}?${query}`);
}

function readData(file: string): Values {
	try {
		const data: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
		if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
	} catch {
		// Told below, like anything else that is no JSON object.
	}
	throw new Complaint(`${file} holds no JSON object.`);
}

/** `call`: any call of the control API. */
function rawCallCommand(): Command {
	const command = talksToSandbox(new Command('call'))
		.description('Make any call of the control API, e.g. call POST /events/sms.sent --data sms.json')
		.argument('<method>')
		.argument('<path>', 'under /sandbox/v1')
		.option('--data <file>', 'the body, a JSON file; - for standard input');
	return command.action(async (method: string, path: string) => {
		const { url, data } = command.opts<RemoteOptions & { data?: string }>();
		await new Remote(url).pipe(method.toUpperCase(), path, data === undefined ? undefined : readData(data));
	});
}
