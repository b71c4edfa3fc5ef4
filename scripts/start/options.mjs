import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * @typedef {object} QueueOptions
 * @property {number} webhooks how many webhook processes
 * @property {number} workers how many workers
 * @property {string} database its name in PostgreSQL, and the prefix in Redis
 */

/**
 * @typedef {object} StartOptions
 * @property {boolean} dev rebuild and reload the nodes whenever one of their files is saved
 * @property {boolean} fresh forget all data of earlier starts
 * @property {number} n8nPort of n8n, or of the proxy in front of its queue mode
 * @property {string | undefined} n8nUrl an n8n that is there already; undefined: one of our own
 * @property {string | undefined} sandboxUrl where that n8n finds the sandbox; undefined: where it listens
 * @property {number} sandboxPort
 * @property {string} data absolute path of the folder that keeps the data
 * @property {string | undefined} tarball absolute path; undefined: the one packed from the sources
 * @property {string | undefined} example the name of a workflow in `examples/` that is set up beside the demo
 * @property {QueueOptions | undefined} queue undefined: n8n without queue mode
 */

/** The text that `npm start -- --help` prints. */
export const help = `Usage: npm start -- [options]

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
  --data DIR           keep the data there (default .playground, in queue mode .playground/queue)
  --tarball FILE       install this packed package instead of one packed from the sources
  --help               show this text

  --queue              run n8n in queue mode, behind a proxy (npm run start:queue); needs PostgreSQL and Redis on this
                       machine, or where PGHOST, PGPORT, PGUSER, PGPASSWORD, REDIS_HOST and REDIS_PORT say
  --workers NUMBER     how many processes run workflows (default 2)
  --webhooks NUMBER    how many processes take webhooks (default 2)
  --database NAME      the database that is made for n8n (default voice_agent_queue)
`;

/** A command line that cannot be understood. */
export class OptionsError extends Error {}

const mostProcesses = 8;

/**
 * @param {string} option
 * @param {string} text
 * @returns {number}
 */
const parsePort = (option, text) => {
	const number = /^\d{1,5}$/.test(text) ? Number(text) : 0;
	if (number < 1 || number > 65535) {
		throw new OptionsError(`--${option} takes a port, a number from 1 to 65535, not "${text}".`);
	}
	return number;
};

/**
 * @param {string} option
 * @param {string} text
 * @returns {number}
 */
const parseCount = (option, text) => {
	const number = /^\d$/.test(text) ? Number(text) : 0;
	if (number < 1 || number > mostProcesses) {
		throw new OptionsError(`--${option} takes a number from 1 to ${mostProcesses}, not "${text}".`);
	}
	return number;
};

/**
 * @param {string} option
 * @param {string} text
 * @returns {string} without a slash at the end
 */
const parseAddress = (option, text) => {
	if (!/^https?:\/\/[^/\s]+/.test(text) || !URL.canParse(text)) {
		throw new OptionsError(`--${option} takes an address such as http://127.0.0.1:5678, not "${text}".`);
	}
	return text.replace(/\/+$/, '');
};

/**
 * @param {string} name
 * @returns {string}
 */
const parseDatabase = (name) => {
	if (/^[a-z][a-z0-9_]{0,62}$/.test(name)) return name;
	throw new OptionsError(`--database takes small letters, digits and underscores, not "${name}".`);
};

/**
 * @param {string} projectRoot
 * @param {string} file
 * @returns {string}
 */
const findTarball = (projectRoot, file) => {
	const path = resolve(projectRoot, file);
	if (existsSync(path) && statSync(path).isFile()) return path;
	throw new OptionsError(`--tarball: there is no file ${path}.`);
};

/**
 * @param {string} projectRoot
 * @param {string} name or the path of its folder or workflow
 * @returns {string} the name alone
 */
const findExample = (projectRoot, name) => {
	const entries = readdirSync(join(projectRoot, 'examples'), { withFileTypes: true });
	const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
	const wanted = basename(name.replace(/\/workflow\.json$/, ''));
	if (names.includes(wanted)) return wanted;
	throw new OptionsError(
		`--example: there is no example "${name}". These are there:\n\n  ${names.sort().join('\n  ')}\n\n` +
			'examples/README.md describes them.',
	);
};

const ownN8n = ['dev', 'tarball', 'n8n-port', 'queue'];
const queueOnly = ['workers', 'webhooks', 'database'];

/**
 * @param {string[]} args
 */
const parse = (args) => {
	try {
		return parseArgs({
			args,
			options: {
				help: { type: 'boolean', short: 'h' },
				dev: { type: 'boolean' },
				fresh: { type: 'boolean' },
				queue: { type: 'boolean' },
				'n8n-port': { type: 'string' },
				'sandbox-port': { type: 'string' },
				data: { type: 'string' },
				tarball: { type: 'string' },
				n8n: { type: 'string' },
				'sandbox-url': { type: 'string' },
				example: { type: 'string' },
				workers: { type: 'string' },
				webhooks: { type: 'string' },
				database: { type: 'string' },
			},
		}).values;
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		// Node goes on to explain how a word that begins with a dash could be passed on.
		throw new OptionsError(`${message.split('. ', 1)[0]}.`);
	}
};

/**
 * Refuses options of which one makes no sense with or without the other.
 *
 * @param {ReturnType<typeof parse>} values
 */
const checkCombination = (values) => {
	const isGiven = (/** @type {string} */ name) => Object.hasOwn(values, name);
	const exclude = (/** @type {string} */ one, /** @type {string[]} */ others) => {
		const other = isGiven(one) ? others.find(isGiven) : undefined;
		if (other !== undefined) throw new OptionsError(`--${one} and --${other} exclude each other.`);
	};
	const require = (/** @type {string} */ one, /** @type {string[]} */ others) => {
		const other = isGiven(one) ? undefined : others.find(isGiven);
		if (other !== undefined) throw new OptionsError(`--${other} goes with --${one}.`);
	};
	exclude('n8n', ownN8n);
	exclude('queue', ['dev']);
	require('n8n', ['sandbox-url']);
	require('queue', queueOnly);
};

/**
 * @param {string[]} args the command line behind the script
 * @param {string} projectRoot relative paths start here
 * @returns {StartOptions | 'help'}
 * @throws {OptionsError} with a message that names the option
 */
export const parseStartOptions = (args, projectRoot) => {
	const values = parse(args);
	if (values.help) return 'help';
	checkCombination(values);
	const n8nPort = parsePort('n8n-port', values['n8n-port'] ?? '5678');
	const sandboxPort = parsePort('sandbox-port', values['sandbox-port'] ?? '4010');
	if (n8nPort === sandboxPort) throw new OptionsError('--n8n-port and --sandbox-port must differ.');
	const { dev = false, fresh = false, queue = false, n8n, example, tarball } = values;
	const sandboxUrl = values['sandbox-url'];
	return {
		dev,
		fresh,
		n8nPort,
		sandboxPort,
		n8nUrl: n8n === undefined ? undefined : parseAddress('n8n', n8n),
		sandboxUrl: sandboxUrl === undefined ? undefined : parseAddress('sandbox-url', sandboxUrl),
		data: resolve(projectRoot, values.data ?? (queue ? '.playground/queue' : '.playground')),
		tarball: tarball === undefined ? undefined : findTarball(projectRoot, tarball),
		example: example === undefined ? undefined : findExample(projectRoot, example),
		queue: queue
			? {
					workers: parseCount('workers', values.workers ?? '2'),
					webhooks: parseCount('webhooks', values.webhooks ?? '2'),
					database: parseDatabase(values.database ?? 'voice_agent_queue'),
				}
			: undefined,
	};
};
