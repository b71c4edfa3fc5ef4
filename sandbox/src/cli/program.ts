import { Command, CommanderError } from 'commander';
import { DEFAULT_CONFIG } from '../service/config.ts';
import { packageJson } from '../package-files.ts';
import { addCommand, type CommandSpec, type CommonOptions } from './add-command.ts';
import { CliError } from '../client/command-line.ts';
import { deriveCommands } from './commands.ts';
import { LISTEN } from './listen.ts';
import { createMcpCommand } from './mcp.ts';
import { DEFAULT_URL, Remote } from './remote.ts';
import { SERVE } from './serve.ts';
import { TEST } from './test.ts';

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'];
const HELP = ['--help', '-h', 'help'];

/** The command for any call of the control API. */
const CALL: CommandSpec = {
	usage: 'call <method> <path>',
	summary: 'Make any call of the control API, e.g. call POST /events/sms.sent --data sms.json',
	fields: {
		method: { type: 'string' },
		path: { type: 'string', description: 'under /sandbox/v1' },
		data: { type: 'json-file', description: 'the body, a JSON file; - for standard input' },
	},
	run: async ({ method, path, data }, { url }) => {
		const verb = String(method).toUpperCase();
		if (!METHODS.includes(verb)) throw new CliError(`method must be one of ${METHODS.join(', ')}.`);
		await new Remote(url).pipe(verb, `/${String(path).replace(/^\/+/, '')}`, data);
	},
};

/**
 * Runs a command. It prints its answer to standard output, and an error to standard error.
 * @returns the exit code; it is 0 as well if a sandbox was started and keeps running
 */
export async function runCommandLine(words: readonly string[]): Promise<number> {
	try {
		const program = await buildProgram(words);
		await program.parseAsync(words, { from: 'user' });
		return 0;
	} catch (error) {
		if (error instanceof CommanderError) return error.exitCode;
		if (!(error instanceof CliError)) throw error;
		process.stderr.write(`${error.message}\n`);
		return error.exitCode;
	}
}

/**
 * Builds the command line: the commands that start and follow a sandbox, and one for each control call of the
 * running sandbox.
 * @throws {CliError} when a control call is wanted and no sandbox runs
 */
async function buildProgram(words: readonly string[]): Promise<Command> {
	const program = new Command('voice-agent-sandbox')
		.description('A local voice-agent service: start it, make things happen in it, look at what happened.')
		.version(packageJson.version)
		.option('--url <address>', 'where the sandbox runs that a command is for', DEFAULT_URL)
		.option('--json', 'print an answer, or where a sandbox runs, as JSON')
		.configureHelp({ showGlobalOptions: true })
		.exitOverride()
		.showHelpAfterError('(--help shows what there is)');
	const help = words.some((word) => HELP.includes(word));
	const [noun = help ? 'help' : 'serve'] = program.parseOptions([...words]).operands;
	// As the default command it would receive every misspelt command as an argument.
	addCommand(program, { ...SERVE, isDefault: noun === 'serve' });
	for (const spec of [LISTEN, TEST, createMcpCommand(ownDocument), CALL]) addCommand(program, spec);
	if (program.commands.some((command) => command.name() === noun)) return program;
	const { url } = program.opts<CommonOptions>();
	const document = await new Remote(url).document().catch(async (error: unknown) => {
		const own = await ownDocument();
		const isCommand = deriveCommands(own).some(({ usage }) => usage.split(' ')[0] === noun);
		// A word that is not a command is misspelt, whether or not a sandbox runs.
		if (isCommand && !help) throw error;
		return own;
	});
	for (const spec of deriveCommands(document)) addCommand(program, spec);
	return program;
}

/** Returns the OpenAPI document of the sandbox that `serve` would start. */
async function ownDocument(): Promise<object> {
	const { buildServer } = await import('../server.ts');
	const { app, close } = await buildServer(DEFAULT_CONFIG);
	const document = app.swagger();
	await close();
	return document;
}
