import { readFileSync } from 'node:fs';
import { Argument, Command, type Option } from 'commander';
import { packageJson } from '../package.ts';
import { COMMANDS, type CommandSpec } from './commands.ts';
import { flagOf, optionFor, readField, type Schema } from './fields.ts';
import { listenCommand } from './listen.ts';
import { Complaint } from './complaint.ts';
import { connect, talksToSandbox, type Remote, type RemoteOptions } from './remote.ts';
import { serveCommand } from './serve.ts';
import { show } from './show.ts';

type Fields = Record<string, Schema>;

/** Builds the whole command line. What a call takes is asked of the running sandbox, so that help shows it. */
export async function buildProgram(words: readonly string[]): Promise<Command> {
	const program = new Command('sandbox')
		.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
		.version(packageJson.version)
		.showHelpAfterError('(--help shows what there is)');
	program
		.addCommand(serveCommand(), { isDefault: true })
		.addCommand(listenCommand())
		.addCommand(rawCallCommand());
	for (const spec of COMMANDS) await addCommand(program, spec, words);
	return program;
}

async function addCommand(program: Command, spec: CommandSpec, words: readonly string[]): Promise<void> {
	const parts = spec.words.split(' ');
	const names = parts.filter((part) => /^\w/.test(part));
	const [noun = '', verb] = names;
	const command = talksToSandbox(new Command(verb ?? noun)).description(spec.description);
	for (const part of parts.slice(names.length)) command.addArgument(new Argument(part));
	if (verb === undefined) program.addCommand(command);
	else nounOf(program, noun).addCommand(command);
	if (names.some((name, index) => words[index] !== name)) return;

	const fields = await fieldsOf(spec, words);
	const given = parts.slice(names.length).map((part) => part.slice(1, -1));
	for (const [name, schema] of Object.entries(fields)) {
		if (!given.includes(name) && !command.options.some(({ long }) => long === `--${flagOf(name)}`)) {
			command.addOption(optionFor(name, schema));
		}
	}
	command.option('--data <file>', 'the other fields, from a JSON file; - for standard input');
	command.action(() => run(spec, command, fields, given));
}

/** The group of a noun's commands. */
function nounOf(program: Command, noun: string): Command {
	const known = program.commands.find((command) => command.name() === noun);
	if (known !== undefined) return known;
	const verbs = COMMANDS.filter(({ words }) => words.startsWith(`${noun} `)).map(
		({ words }) => words.split(' ')[1],
	);
	const group = new Command(noun).description(verbs.join(', '));
	program.addCommand(group);
	return group;
}

async function run(
	spec: CommandSpec,
	command: Command,
	fields: Fields,
	given: readonly string[],
): Promise<void> {
	const options = command.opts<RemoteOptions & { data?: string }>();
	const values: Record<string, unknown> = options.data === undefined ? {} : readData(options.data);
	const add = (name: string, text: unknown) => {
		if (typeof text === 'string') values[name] = readField(name, fields[name] ?? { type: 'string' }, text);
	};
	for (const [index, name] of given.entries()) add(name, command.processedArgs[index]);
	for (const option of command.options)
		add(fieldOf(option, fields), command.getOptionValue(option.attributeName()));
	const { method, path, rest } = addressOf(spec, values);
	try {
		const answer = await send(connect(options.url), method, path, rest);
		console.log(options.json ? JSON.stringify(answer, null, 2) : show(answer, spec.columns));
	} catch (error) {
		throw error instanceof Complaint ? new Complaint(byOption(error.message, fields, given)) : error;
	}
}

function fieldOf({ long }: Option, fields: Fields): string {
	return Object.keys(fields).find((name) => `--${flagOf(name)}` === long) ?? '';
}

/** A refusal names the option instead of the field. */
function byOption(message: string, fields: Fields, given: readonly string[]): string {
	const name = Object.keys(fields).find((field) => message.startsWith(`${field} `) && !given.includes(field));
	return name === undefined ? message : message.replace(name, `--${flagOf(name)}`);
}

function addressOf({ call }: CommandSpec, { ...rest }: Record<string, unknown>) {
	const [method = '', pattern = ''] = call.split(' ');
	delete rest[''];
	const path = pattern.replace(/\/\{(\w+)\}/g, (_, name: string) => {
		const value = rest[name];
		delete rest[name];
		return typeof value === 'string' ? `/${encodeURIComponent(value)}` : '';
	});
	return { method, path, rest };
}

function send(remote: Remote, method: string, path: string, fields: Record<string, unknown>) {
	if (method !== 'GET') return remote.call<Record<string, unknown>>(method, path, fields);
	const query = new URLSearchParams();
	for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
	return remote.call<Record<string, unknown>>(method, query.size === 0 ? path : `${path}?${query}`);
}

/** The fields that a call takes, by the OpenAPI document of the sandbox; none when no sandbox answers. */
async function fieldsOf({ call }: CommandSpec, words: readonly string[]): Promise<Fields> {
	const [method = '', path = ''] = call.split(' ');
	const position = words.indexOf('--url');
	const operation = await connect(words[position + 1] ?? '', position < 0).describe(method, path);
	if (operation === undefined) return {};
	const query = operation.parameters?.filter((parameter) => parameter.in === 'query') ?? [];
	return {
		...Object.fromEntries(
			query.map(({ name, schema, description }) => [
				name,
				{ ...(description && { description }), ...schema },
			]),
		),
		...operation.requestBody?.content['application/json']?.schema.properties,
	};
}

function readData(file: string): Record<string, unknown> {
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
		.description('make any call of the control API, e.g. call POST /events/sms.sent --data sms.json')
		.argument('<method>')
		.argument('<path>', 'under /sandbox/v1')
		.option('--data <file>', 'the body, a JSON file; - for standard input');
	return command.action(async (method: string, path: string) => {
		const { url, data } = command.opts<RemoteOptions & { data?: string }>();
		await connect(url).pipe(method.toUpperCase(), path, data === undefined ? undefined : readData(data));
	});
}
