import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Command, InvalidArgumentError } from 'commander';
import { DEFAULT_CONFIG } from '../config.ts';
import { packageJson } from '../package.ts';
import { commandsOf, type ApiDocument, type CommandSpec } from './commands.ts';
import { Complaint } from './complaint.ts';
import { flagOf, optionFor, readField } from './fields.ts';
import { listenCommand } from './listen.ts';
import { Remote, talksToSandbox, type RemoteOptions, type Values } from './remote.ts';
import { serveCommand } from './serve.ts';
import { show } from './show.ts';

type CallOptions = RemoteOptions & { data?: Values };

const HELP = ['--help', '-h', 'help'];

/**
 * Builds the command line: what starts a sandbox, what follows it, and a command for each call of the one that runs.
 * @throws {Complaint} when such a command is wanted and no sandbox runs
 */
export async function buildProgram(words: readonly string[]): Promise<Command> {
	const program = new Command('sandbox')
		.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
		.version(packageJson.version)
		.showHelpAfterError('(--help shows what there is)')
		.addCommand(serveCommand(), { isDefault: true })
		.addCommand(listenCommand())
		.addCommand(rawCallCommand());
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
	const { usage, summary, fields } = spec;
	const [noun = '', ...rest] = usage.split(' ');
	const group = program.commands.find((one) => one.name() === noun) ?? program.command(noun);
	const command = rest.length === 0 ? group : group.command(rest.join(' '));
	talksToSandbox(command.description(summary));
	group.description(group.commands.map((one) => one.name()).join(', ') || summary);
	/** What is given, by field. */
	const values: Values = {};
	const reader = (name: string) => (text: string) =>
		(values[name] = readField(name, fields[name] ?? {}, text));
	const options = { ...fields };
	for (const argument of command.registeredArguments) {
		argument.argParser(reader(argument.name()));
		delete options[argument.name()];
	}
	for (const [name, schema] of Object.entries(options)) {
		command.addOption(optionFor(name, schema).argParser(reader(name)));
	}
	command.option('--data <file>', 'the other fields, from a JSON file; - for standard input', readData);
	command.action(async () => {
		const { url, json, data } = command.opts<CallOptions>();
		try {
			const answer = await new Remote(url).call(spec, { ...data, ...values });
			console.log(json ? JSON.stringify(answer, null, 2) : show(answer));
		} catch (error) {
			if (!(error instanceof Complaint)) throw error;
			// A refusal names the option instead of the field.
			const [, field = '', reason] = /^(\w+)( .*)$/s.exec(error.message) ?? [];
			throw field in options ? new Complaint(flagOf(field) + reason) : error;
		}
	});
}

function readData(file: string): Values {
	try {
		const data: unknown = JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8'));
		if (typeof data === 'object' && data !== null && !Array.isArray(data)) return { ...data };
	} catch {
		// The error below covers what is not JSON as well.
	}
	throw new InvalidArgumentError('It holds no JSON object.');
}

/** `call`: any call of the control API. */
function rawCallCommand(): Command {
	const command = talksToSandbox(new Command('call'))
		.description('Make any call of the control API, e.g. call POST /events/sms.sent --data sms.json')
		.argument('<method>')
		.argument('<path>', 'under /sandbox/v1')
		.option('--data <file>', 'the body, a JSON file; - for standard input', readData);
	return command.action(async (method: string, path: string) => {
		const { url, data } = command.opts<CallOptions>();
		await new Remote(url).pipe(method.toUpperCase(), path, data);
	});
}
