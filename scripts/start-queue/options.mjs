import { resolve } from 'node:path';
import { UsageFault, existingFile, parseOptions, port } from '../start-options.mjs';

/**
 * @typedef {object} QueueOptions
 * @property {boolean} fresh forget all data of earlier starts
 * @property {number} port of the proxy, the one address for people and the sandbox
 * @property {number} sandboxPort
 * @property {number} webhooks how many webhook processes
 * @property {number} workers how many workers
 * @property {string} database its name in PostgreSQL, and the prefix in Redis
 * @property {string} data absolute path of the folder that keeps the rest
 * @property {string | undefined} tarball absolute path; undefined: the one packed from the sources
 */

/** The text that `npm run start:queue -- --help` prints. */
export const queueHelp = `Usage: npm run start:queue -- [options]

Starts the sandbox and n8n in queue mode with these nodes in each of its processes: a main process, workers, webhook
processes, and a proxy in front of them; and a demo workflow that answers an SMS by chat app.
Needs PostgreSQL and Redis on this machine, or where PGHOST, PGPORT, PGUSER, PGPASSWORD, REDIS_HOST and REDIS_PORT say.
Ctrl-C stops all of it but PostgreSQL and Redis; the next start finds your data again.

  --workers NUMBER     how many processes run workflows (default 2)
  --webhooks NUMBER    how many processes take webhooks (default 2)
  --port PORT          where the proxy listens (default 5678)
  --sandbox-port PORT  where the sandbox listens (default 4010)
  --database NAME      the database that is made for n8n (default voice_agent_queue)
  --fresh              forget the data of earlier starts, the database included
  --data DIR           keep the rest there (default .playground/queue)
  --tarball FILE       install this packed package instead of one packed from the sources
  --help               show this text
`;

const mostProcesses = 8;

/**
 * @param {string} option
 * @param {unknown} text
 * @returns {number}
 */
const count = (option, text) => {
	const number = /^\d$/.test(String(text)) ? Number(text) : 0;
	if (number < 1 || number > mostProcesses) {
		throw new UsageFault(`--${option} takes a number from 1 to ${mostProcesses}, not "${text}".`);
	}
	return number;
};

/**
 * @param {unknown} text
 * @returns {string}
 */
const databaseName = (text) => {
	if (!/^[a-z][a-z0-9_]{0,62}$/.test(String(text))) {
		throw new UsageFault(`--database takes small letters, digits and underscores, not "${text}".`);
	}
	return String(text);
};

/**
 * @param {string[]} args the command line behind the script
 * @param {string} projectRoot relative paths start here
 * @returns {QueueOptions | 'help'}
 * @throws {UsageFault} with a message that names the option
 */
export const parseQueueOptions = (args, projectRoot) => {
	const values = parseOptions(args, {
		help: { type: 'boolean', short: 'h' },
		fresh: { type: 'boolean' },
		workers: { type: 'string', default: '2' },
		webhooks: { type: 'string', default: '2' },
		port: { type: 'string', default: '5678' },
		'sandbox-port': { type: 'string', default: '4010' },
		database: { type: 'string', default: 'voice_agent_queue' },
		data: { type: 'string', default: '.playground/queue' },
		tarball: { type: 'string' },
	});
	if (values.help) return 'help';
	const proxyPort = port('port', String(values.port));
	const sandboxPort = port('sandbox-port', String(values['sandbox-port']));
	if (proxyPort === sandboxPort) throw new UsageFault('--port and --sandbox-port must differ.');
	return {
		fresh: Boolean(values.fresh),
		port: proxyPort,
		sandboxPort,
		webhooks: count('webhooks', values.webhooks),
		workers: count('workers', values.workers),
		database: databaseName(values.database),
		data: resolve(projectRoot, String(values.data)),
		tarball: values.tarball === undefined ? undefined : existingFile(projectRoot, String(values.tarball)),
	};
};
