/**
 * n8n in queue mode behind a proxy: a main process, two that take webhooks, two
 * workers; PostgreSQL and Redis as they are.
 */
import { randomBytes } from 'node:crypto';
import { copyFile, cp } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningN8n } from '../../../playground/n8n.ts';
import { reservePort } from '../../../playground/ports.ts';
import { startQueueProxy } from '../../../playground/queue-proxy.ts';
import type { QueueProxy } from '../../../playground/queue-proxy.ts';
import {
	createDatabase,
	missingService,
	queueServices,
	removeDatabase,
} from '../../../playground/queue-services.ts';
import { queueSettings, startQueueProcess } from '../../../playground/queue.ts';
import type { QueueCommand } from '../../../playground/queue.ts';
import { preparedEncryptionKey } from '../../../playground/user-folder.ts';
import { describeWhere } from '../../support/describe-where.ts';
import { paths, prepare } from './playground.ts';
import { TriggerN8n, WITH_CODE, WITHOUT_EDITOR } from './real-n8n.ts';
import { readPostgresData, readPostgresRuns } from './stored-runs.ts';
import type { Run, StoredRun } from './stored-runs.ts';

const services = queueServices();

/** Says what queue mode lacks on this machine; undefined when nothing is missing. */
export function queueModeLacks(): string | undefined {
	const missing = missingService(paths, services);
	return missing && `${missing} does not answer`;
}

/** `describe` for tests that need PostgreSQL and Redis. */
export const describeInQueueMode = (title: string, tests: () => void): void =>
	describeWhere(queueModeLacks(), title, tests);

/** Started by `n8n worker` or `n8n webhook`; the same address and folder after it was ended. */
export interface Part {
	command: QueueCommand;
	index: number;
	port: number;
	n8n: RunningN8n;
}

/** The number of processes of each kind. */
export interface Size {
	webhooks: number;
	workers: number;
}

export class QueueN8n {
	readonly parts: Part[] = [];
	#proxy: QueueProxy | undefined;
	readonly main: TriggerN8n;
	private readonly name: string;
	private readonly env: Record<string, string>;
	private readonly tarball: string;

	private constructor(main: TriggerN8n, name: string, env: Record<string, string>, tarball: string) {
		this.main = main;
		this.name = name;
		this.env = env;
		this.tarball = tarball;
	}

	/**
	 * Makes a database and a prefix of its own.
	 *
	 * @param settings more of n8n's settings
	 */
	static async start(
		size: Size = { webhooks: 2, workers: 2 },
		settings: Record<string, string> = {},
	): Promise<QueueN8n> {
		const name = `voice_agent_e2e_${randomBytes(6).toString('hex')}`;
		await createDatabase(paths, services, name);
		const proxyPort = await reservePort();
		const env = {
			...WITHOUT_EDITOR,
			...WITH_CODE,
			...queueSettings(services, name, preparedEncryptionKey),
			WEBHOOK_URL: `http://127.0.0.1:${proxyPort}/`,
			// A worker that has died is noticed in less than a minute, but one that a busy
			// machine slows down is not taken for dead.
			QUEUE_WORKER_LOCK_DURATION: '30000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
			QUEUE_WORKER_STALLED_INTERVAL: '10000',
			N8N_EXECUTIONS_QUEUE_RECOVERY_INTERVAL: '0.5',
			// The number of executions that a worker runs at once.
			N8N_CONCURRENCY_PRODUCTION_LIMIT: '5',
			...settings,
		};
		const main = await TriggerN8n.start(env);
		// Of its own, since a build meanwhile replaces the one that all use.
		const tarball = join(main.folder.path, 'nodes.tgz');
		await copyFile(await prepare(), tarball);
		const self = new QueueN8n(main, name, env, tarball);
		const commands: QueueCommand[] = [
			...Array.from({ length: size.webhooks }, () => 'webhook' as const),
			...Array.from({ length: size.workers }, () => 'worker' as const),
		];
		await Promise.all(commands.map((command, index) => self.#add(command, index)));
		self.#proxy = await startQueueProxy(proxyPort, { main: main.url, webhooks: self.webhooks() });
		return self;
	}

	async #add(command: QueueCommand, index: number): Promise<void> {
		const port = await reservePort();
		this.parts.push({ command, index, port, n8n: await this.#start(command, index, port) });
	}

	async #start(command: QueueCommand, index: number, port: number): Promise<RunningN8n> {
		const folder = join(this.main.folder.path, `${command}-${index}`);
		await cp(join(this.main.userFolder, '.n8n', 'nodes'), join(folder, '.n8n', 'nodes'), { recursive: true });
		return await startQueueProcess(paths, command, this.tarball, {
			userFolder: folder,
			port,
			logFile: join(folder, 'n8n.log'),
			env: this.env,
		});
	}

	part(command: QueueCommand, index: number): Part {
		const part = this.parts.filter((one) => one.command === command)[index];
		if (!part) throw new Error(`There is no ${command} ${index}`);
		return part;
	}

	/** Ends one at once, as a failing machine does. */
	async kill({ n8n }: Part): Promise<void> {
		process.kill(-n8n.pid, 'SIGKILL');
		await n8n.ended;
	}

	/**
	 * Pauses all processes of a kind again and again while the work is done, so that they get less than a
	 * twentieth of their time, as on a machine that has too much to do.
	 */
	async whilePausing(command: QueueCommand, work: () => Promise<void>): Promise<void> {
		const parts = this.parts.filter((part) => part.command === command);
		const signal = (name: NodeJS.Signals) => {
			for (const { n8n } of parts) process.kill(-n8n.pid, name);
		};
		let isDone = false;
		const pausing = (async () => {
			while (!isDone) {
				signal('SIGSTOP');
				await delay(250);
				signal('SIGCONT');
				// They share a busy machine with others, so they need longer for the same work.
				await delay(10 * Math.max(1, (loadavg()[0] ?? 1) / availableParallelism()));
			}
		})();
		try {
			await work();
		} finally {
			isDone = true;
			await pausing;
		}
	}

	/** Starts one again that was ended. */
	async restart(part: Part): Promise<void> {
		part.n8n = await this.#start(part.command, part.index, part.port);
	}

	/** The addresses of the webhook processes themselves. */
	webhooks(): string[] {
		return this.parts
			.filter(({ command }) => command === 'webhook')
			.map(({ port }) => `http://127.0.0.1:${port}`);
	}

	/** The proxy's address, which the world knows. */
	get url(): string {
		return this.#proxy?.url ?? '';
	}

	/** Returns the URLs at which the processes receive a webhook's requests. */
	urls(webhookId: string): string[] {
		return this.webhooks().map((url) => `${url}/webhook/${webhookId}/webhook`);
	}

	async runs(workflowId: string): Promise<Run[]> {
		return await readPostgresRuns({ ...services.postgres, database: this.name }, workflowId);
	}

	/** The same, with what the nodes have put out. */
	async data(workflowId: string): Promise<StoredRun[]> {
		return await readPostgresData({ ...services.postgres, database: this.name }, workflowId);
	}

	async remove(): Promise<void> {
		await this.#proxy?.stop();
		await Promise.all(this.parts.map(({ n8n }) => n8n.stop(5_000)));
		await this.main.remove();
		await removeDatabase(paths, services, this.name);
	}
}
