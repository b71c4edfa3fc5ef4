import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import { startN8n } from '../../playground/n8n.ts';
import type { Paths } from '../../playground/paths.ts';
import { reservePort } from '../../playground/ports.ts';
import { startQueueProxy } from '../../playground/queue-proxy.ts';
import {
	createDatabase,
	missingService,
	queueServices,
	removeDatabase,
} from '../../playground/queue-services.ts';
import type { QueueServices } from '../../playground/queue-services.ts';
import { queueSettings, startQueueProcess } from '../../playground/queue.ts';
import type { QueueCommand } from '../../playground/queue.ts';
import { installNodes } from '../../playground/tarball.ts';
import { step } from '../progress.ts';
import type { Tell } from '../progress.ts';
import { provideN8n, provideTarball } from '../provide.ts';
import { announcement } from './announcement.ts';
import type { QueueOptions, StartOptions } from './options.mjs';
import { startSandboxService } from './sandbox.ts';
import { setUpDemo } from './set-up-demo.ts';
import type { Stopping } from './stopping.ts';

const requireServices = (paths: Paths, services: QueueServices) => {
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
const provideDatabase = async (
	paths: Paths,
	services: QueueServices,
	{ database, fresh }: { database: string; fresh: boolean },
	keyFile: string,
): Promise<string> => {
	if (fresh) await removeDatabase(paths, services, database);
	const isNew = await createDatabase(paths, services, database).catch((error: unknown) => {
		throw new Failure(
			`PostgreSQL does not let us in: ${error instanceof Error ? error.message : String(error)}`,
		);
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

/** Starts the sandbox and n8n in queue mode behind a proxy, and sets the demo up in it. */
export const startQueueMode = async (
	paths: Paths,
	{ data, fresh, n8nPort, sandboxPort, example, queue, ...options }: StartOptions & { queue: QueueOptions },
	stopping: Stopping,
): Promise<void> => {
	const { signal } = stopping;
	const services = queueServices();
	const inData = (...names: string[]) => join(data, ...names);
	const log = (name: string) => inData('logs', `${name}.log`);
	if (fresh) {
		for (const name of ['n8n', 'sandbox', 'state.json', 'encryption-key'])
			await rm(inData(name), { recursive: true, force: true });
	}

	await provideN8n(paths, inData('logs'), signal);
	requireServices(paths, services);
	const tarball = options.tarball ?? (await provideTarball(paths, inData('logs'), signal));
	const mainFolder = inData('n8n', 'main');
	await step('Putting the nodes into n8n', () =>
		installNodes(paths, mainFolder, tarball, log('install-nodes')),
	);
	const key = await provideDatabase(
		paths,
		services,
		{ database: queue.database, fresh },
		inData('encryption-key'),
	);
	const url = `http://127.0.0.1:${n8nPort}`;
	const env = {
		...queueSettings(services, queue.database, key),
		N8N_EDITOR_BASE_URL: url,
		WEBHOOK_URL: `${url}/`,
	};

	const sandbox = await step('Starting the sandbox', () =>
		startSandboxService(paths, inData('sandbox'), sandboxPort, log('sandbox')),
	);
	stopping.add('The sandbox', sandbox, log('sandbox'));
	const main = await step('Starting the main process', async (tell) =>
		startN8n(paths, {
			userFolder: mainFolder,
			port: await reservePort(),
			logFile: log('main'),
			env,
			signal,
			tell,
		}),
	);
	stopping.add('The main process', main, log('main'));

	const startProcess = async (command: QueueCommand, number: number, tell: Tell): Promise<string> => {
		const name = `${command}-${number}`;
		const port = await reservePort();
		const options = { userFolder: inData('n8n', name), port, logFile: log(name), env, signal, tell };
		const n8n = await startQueueProcess(paths, command, tarball, options);
		stopping.add(name, n8n, log(name));
		return n8n.url;
	};
	// One after the other: together they would take as long, and more memory at a time.
	for (let number = 1; number <= queue.workers; number++) {
		const what = `Starting worker ${number} of ${queue.workers}`;
		await step(what, (tell) => startProcess('worker', number, tell));
	}
	const webhooks: string[] = [];
	for (let number = 1; number <= queue.webhooks; number++) {
		const what = `Starting webhook process ${number} of ${queue.webhooks}`;
		webhooks.push(await step(what, (tell) => startProcess('webhook', number, tell)));
	}
	const proxy = await startQueueProxy(n8nPort, { main: main.url, webhooks });
	stopping.add('The proxy', { ended: new Promise(() => {}), stop: proxy.stop }, log('proxy'));

	const stateFile = inData('state.json');
	const demo = await step('Setting up the demo workflow', () =>
		setUpDemo({ sandbox, n8nUrl: proxy.url, stateFile, example, tarball, n8nLog: log('main') }),
	);
	console.log(announcement(demo, proxy.url, sandbox.url, sandboxPort, data));
};
