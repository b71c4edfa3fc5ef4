/** The part of `npm run start:queue` that runs once the dependencies are there. */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import { startN8n } from '../../playground/n8n.ts';
import { pathsOf } from '../../playground/paths.ts';
import { reservePort } from '../../playground/ports.ts';
import { startQueueProxy } from '../../playground/queue-proxy.ts';
import {
	createDatabase,
	missingService,
	queueServices,
	removeDatabase,
} from '../../playground/queue-services.ts';
import { queueSettings, startQueueProcess } from '../../playground/queue.ts';
import type { QueueCommand } from '../../playground/queue.ts';
import { installNodes } from '../../playground/tarball.ts';
import { projectRoot } from '../bootstrap.mjs';
import { step } from '../progress.ts';
import { provideN8n } from '../provide-n8n.ts';
import { provideTarball } from '../provide-tarball.ts';
import { announcement } from '../start/announcement.ts';
import { startSandbox } from '../start/sandbox.ts';
import { setUpDemo } from '../start/set-up-demo.ts';
import { keepUp } from '../start/stopping.ts';
import type { Stopping } from '../start/stopping.ts';
import { parseQueueOptions } from './options.mjs';
import type { QueueOptions } from './options.mjs';

const paths = pathsOf(projectRoot);
const services = queueServices();

const requireServices = () => {
	const missing = missingService(paths, services);
	if (missing === undefined) return;
	throw new Failure(
		`${missing} does not answer, and queue mode needs it. On Debian or Ubuntu:\n\n` +
			'  sudo apt-get install postgresql redis-server\n\n' +
			'or, with Docker:\n\n' +
			'  docker run --detach --publish 5432:5432 --env POSTGRES_HOST_AUTH_METHOD=trust postgres:15\n' +
			'  docker run --detach --publish 6379:6379 redis:7\n\n' +
			'If they are elsewhere, say so with PGHOST, PGPORT, PGUSER, PGPASSWORD, REDIS_HOST and REDIS_PORT.',
	);
};

/** The key goes with the database: what one start has encrypted, the next must be able to read. */
const provideDatabase = async ({ database, fresh }: QueueOptions, keyFile: string): Promise<string> => {
	if (fresh) await removeDatabase(paths, services, database);
	const isNew = await createDatabase(paths, services, database).catch((error: unknown) => {
		throw new Failure(`PostgreSQL does not let us in: ${error instanceof Error ? error.message : error}`);
	});
	if (!isNew) {
		if (existsSync(keyFile)) return await readFile(keyFile, 'utf8');
		throw new Failure(
			`The database ${database} is there, but not the key to it, ${keyFile}. ` +
				'Choose another database with --database NAME, or drop this one with --fresh.',
		);
	}
	const key = randomBytes(24).toString('hex');
	await writeFile(keyFile, key, { mode: 0o600 });
	return key;
};

const start = async (options: QueueOptions, stopping: Stopping) => {
	const { signal } = stopping;
	const inData = (...names: string[]) => join(options.data, ...names);
	const log = (name: string) => inData('logs', `${name}.log`);
	if (options.fresh) {
		for (const name of ['n8n', 'sandbox', 'state.json', 'encryption-key'])
			await rm(inData(name), { recursive: true, force: true });
	}
	await rm(inData('logs'), { recursive: true, force: true });

	await provideN8n(paths, inData('logs'), signal);
	requireServices();
	const tarball = options.tarball ?? (await provideTarball(paths, inData('logs'), signal));
	const mainFolder = inData('n8n', 'main');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, mainFolder, tarball, log('install-nodes')),
	);
	const key = await provideDatabase(options, inData('encryption-key'));
	const url = `http://127.0.0.1:${options.port}`;
	const env = {
		...queueSettings(services, options.database, key),
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: `${url}/`,
	};

	const sandbox = await step('Starting the sandbox', () =>
		startSandbox(paths, inData('sandbox'), options.sandboxPort, log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const main = await step('Starting the main process', async () =>
		startN8n(paths, {
			userFolder: mainFolder,
			port: await reservePort(),
			logFile: log('main'),
			env,
			signal,
		}),
	);
	stopping.add('The main process', main, log('main'));

	const startProcess = async (command: QueueCommand, number: number): Promise<string> => {
		const name = `${command}-${number}`;
		const port = await reservePort();
		const options = { userFolder: inData('n8n', name), port, logFile: log(name), env, signal };
		const n8n = await startQueueProcess(paths, command, tarball, options);
		stopping.add(name, n8n, log(name));
		return n8n.url;
	};
	// One after the other: together they would take as long, and more memory at a time.
	for (let number = 1; number <= options.workers; number++) {
		await step(`Starting worker ${number} of ${options.workers}`, () => startProcess('worker', number));
	}
	const webhooks: string[] = [];
	for (let number = 1; number <= options.webhooks; number++) {
		const what = `Starting webhook process ${number} of ${options.webhooks}`;
		webhooks.push(await step(what, () => startProcess('webhook', number)));
	}
	const proxy = await startQueueProxy(options.port, { main: main.url, webhooks });
	stopping.add('The proxy', { ended: new Promise(() => {}), stop: proxy.stop }, log('proxy'));

	const demo = await step('Setting up the demo workflow', () =>
		setUpDemo({ sandbox, n8nUrl: proxy.url, stateFile: inData('state.json'), tarball, n8nLog: log('main') }),
	);
	console.log(announcement(demo, proxy.url, sandbox.url, options.sandboxPort, options.data));
};

await keepUp(async (stopping) => {
	const options = parseQueueOptions(process.argv.slice(2), projectRoot);
	if (options === 'help') throw new Failure('Nothing to start.');
	await start(options, stopping);
});
