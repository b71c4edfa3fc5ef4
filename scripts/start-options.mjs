import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} StartOptions
 * @property {boolean} dev rebuild and reload the nodes whenever one of their files is saved
 * @property {boolean} fresh forget all data of earlier starts
 * @property {number} n8nPort
 * @property {string | undefined} n8nUrl an n8n that is there already; undefined: one of our own
 * @property {string | undefined} sandboxUrl where that n8n finds the sandbox; undefined: where it listens
 * @property {number} sandboxPort
 * @property {string} data absolute path of the folder that keeps the data
 * @property {string | undefined} tarball absolute path; undefined: the one packed from the sources
 * @property {string | undefined} example the name of a workflow in `examples/` that is set up beside the demo
 */

/** The text that `npm start -- --help` prints. */
export const startHelp = `Usage: npm start -- [options]

Starts the sandbox and a real n8n with these nodes in it, and a demo workflow that answers an SMS by chat app.
Ctrl-C stops all of it; the next start finds your data again.

  --n8n-port PORT      where n8n listens (default 5678)
  --sandbox-port PORT  where the sandbox listens (default 4010)
  --n8n URL            use the n8n that runs at this address, e.g. in Docker, with the nodes installed in it; its API key is
                       asked for, or taken from N8N_API_KEY
  --sandbox-url URL    where that n8n finds the sandbox, e.g. http://host.docker.internal:4010
  --example NAME       also import this workflow of examples/, with its credential, publish it and have it receive the
                       events, e.g. triage-calls-and-sms
  --dev                rebuild and reload the nodes when a file in nodes/ or credentials/ is saved (npm run dev)
  --fresh              forget the data of earlier starts: workflows, executions, messages, log-in
  --data DIR           keep the data there (default .playground)
  --tarball FILE       install this packed package instead of one packed from the sources
  --help               show this text
`;

/** A command line that cannot be understood. */
export class UsageFault extends Error {}

/**
 * @param {string} option
 * @param {string} text
 * @returns {number}
 */
export const port = (option, text) => {
	const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	if (number < 1 || number > 65535) {
		throw new UsageFault(`--${option} takes a port, a number from 1 to 65535, not "${text}".`);
	}
	return number;
};

/**
 * @param {string} option
 * @param {string} text
 * @returns {string} without a slash at the end
 */
export const address = (option, text) => {
	if (!/^https?:\/\/[^/\s]+/.test(text) || !URL.canParse(text)) {
		throw new UsageFault(`--${option} takes an address such as http://127.0.0.1:5678, not "${text}".`);
	}
	return text.replace(/\/+$/, '');
};

/**
 * @param {string} projectRoot
 * @param {string} file
 * @returns {string}
 */
export const existingFile = (projectRoot, file) => {
	const path = resolve(projectRoot, file);
	if (!existsSync(path) || !statSync(path).isFile())
		throw new UsageFault(`--tarball: there is no file ${path}.`);
	return path;
};

/**
 * @param {string} projectRoot
 * @param {string} name or the path of its folder or workflow
 * @returns {string} the name alone
 */
export const existingExample = (projectRoot, name) => {
	const entries = readdirSync(join(projectRoot, 'examples'), { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	const wanted = basename(name.replace(/\/workflow\.json$/, ''));
	if (names.includes(wanted)) return wanted;
	throw new UsageFault(
		`--example: there is no example "${name}". These are there:\n\n  ${names.sort().join('\n  ')}\n\n` +
			'examples/README.md describes them.',
	);
};

/**
 * @param {string[]} args the command line behind the script
 * @param {NonNullable<import('node:util').ParseArgsConfig['options']>} options those that there are
 * @returns {Record<string, unknown>}
 * @throws {UsageFault} when there is another
 */
export const parseOptions = (args, options) => {
	try {
		return parseArgs({ args, options }).values;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		throw new UsageFault(`${message.split('. ', 1)[0]}.`);
	}
};

/**
 * @param {string[]} args the command line behind the script
 * @param {string} projectRoot relative paths start here
 * @returns {StartOptions | 'help'}
 * @throws {UsageFault} with a message that names the option
 */
export const parseStartOptions = (args, projectRoot) => {
	const values = parseOptions(args, {
		help: { type: 'boolean', short: 'h' },
		dev: { type: 'boolean' },
		fresh: { type: 'boolean' },
		'n8n-port': { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '4010' },
		data: { type: 'string', default: '.playground' },
		tarball: { type: 'string' },
		n8n: { type: 'string' },
		'sandbox-url': { type: 'string' },
		example: { type: 'string' },
	});
	if (values.help) return 'help';
	const n8nPort = port('n8n-port', String(values['n8n-port']));
	const sandboxPort = port('sandbox-port', String(values['sandbox-port']));
	if (n8nPort === sandboxPort) throw new UsageFault('--n8n-port and --sandbox-port must differ.');
	const n8nUrl = values.n8n === undefined ? undefined : address('n8n', String(values.n8n));
	const foreign = ['dev', 'tarball', 'n8n-port'].find((name) =>
		args.some((arg) => arg.startsWith(`--${name}`)),
	);
	if (n8nUrl && foreign) throw new UsageFault(`--n8n and --${foreign} exclude each other.`);
	if (!n8nUrl && values['sandbox-url'] !== undefined) throw new UsageFault('--sandbox-url goes with --n8n.');
	return {
		n8nUrl,
		sandboxUrl:
			values['sandbox-url'] === undefined ? undefined : address('sandbox-url', String(values['sandbox-url'])),
		dev: Boolean(values.dev),
		fresh: Boolean(values.fresh),
		n8nPort,
		sandboxPort,
		data: resolve(join(projectRoot), String(values.data)),
		tarball: values.tarball === undefined ? undefined : existingFile(projectRoot, String(values.tarball)),
		example: values.example === undefined ? undefined : existingExample(projectRoot, String(values.example)),
	};
};
