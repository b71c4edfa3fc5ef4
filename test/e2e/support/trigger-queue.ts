/** n8n in queue mode: a main process, two that take webhooks, two workers; PostgreSQL and Redis on this machine. */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { npmEnvironment } from '../../../playground/npm.ts';
import { freePort } from '../../../playground/ports.ts';
import { startService } from '../../../playground/processes.ts';
import type { Service } from '../../../playground/processes.ts';
import { paths } from './prepared.ts';
import { TriggerN8n, until } from './trigger-n8n.ts';
import { queryPostgres, readPostgresRuns } from './trigger-runs.ts';
import type { Run } from './trigger-runs.ts';

const POSTGRES = {
	host: process.env.PGHOST ?? '127.0.0.1',
	port: Number(process.env.PGPORT ?? 5432),
	user: process.env.PGUSER ?? 'postgres',
	password: process.env.PGPASSWORD ?? '',
};
const REDIS = { host: process.env.REDIS_HOST ?? '127.0.0.1', port: Number(process.env.REDIS_PORT ?? 6379) };

interface Redis {
	connect(): Promise<void>;
	keys(pattern: string): Promise<string[]>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: () => void): void;
}

async function withRedis<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
	const Client = createRequire(join(paths.playground, 'package.json'))('ioredis') as new (
		options: object,
	) => Redis;
	const redis = new Client({ ...REDIS, lazyConnect: true, retryStrategy: () => null });
	redis.on('error', () => {});
	try {
		await redis.connect();
		return await work(redis);
	} finally {
		redis.disconnect();
	}
}

/** Which of the two services does not answer; undefined when both do. At once, since jest decides so what to skip. */
export function missingService(): string | undefined {
	const probe =
		"require('net').connect(+process.argv[2], process.argv[1]).on('connect', () => process.exit(0)).on('error', () => process.exit(1))";
	const answers = ({ host, port }: { host: string; port: number }) =>
		spawnSync(paths.node, ['-e', probe, host, String(port)], { timeout: 5_000 }).status === 0;
	if (!answers(POSTGRES)) return `PostgreSQL at ${POSTGRES.host}:${POSTGRES.port}`;
	return answers(REDIS) ? undefined : `Redis at ${REDIS.host}:${REDIS.port}`;
}

/** Started by `n8n worker` or `n8n webhook`. */
interface Part {
	command: 'worker' | 'webhook';
	port: number;
	service: Service;
}

export class QueueN8n {
	readonly parts: Part[] = [];

	private constructor(
		readonly main: TriggerN8n,
		private readonly name: string,
		private readonly env: Record<string, string>,
	) {}

	/** Makes a database and a prefix of its own. */
	static async start(): Promise<QueueN8n> {
		const name = `voice_agent_e2e_${randomBytes(6).toString('hex')}`;
		await queryPostgres({ ...POSTGRES, database: 'postgres' }, `CREATE DATABASE ${name}`);
		const env = {
			EXECUTIONS_MODE: 'queue',
			DB_TYPE: 'postgresdb',
			DB_POSTGRESDB_HOST: POSTGRES.host,
			DB_POSTGRESDB_PORT: String(POSTGRES.port),
			DB_POSTGRESDB_USER: POSTGRES.user,
			DB_POSTGRESDB_PASSWORD: POSTGRES.password,
			DB_POSTGRESDB_DATABASE: name,
			QUEUE_BULL_REDIS_HOST: REDIS.host,
			QUEUE_BULL_REDIS_PORT: String(REDIS.port),
			QUEUE_BULL_PREFIX: name,
			N8N_REDIS_KEY_PREFIX: name,
			N8N_ENCRYPTION_KEY: randomBytes(12).toString('hex'),
			// A worker that has died is noticed in seconds rather than a minute.
			QUEUE_WORKER_LOCK_DURATION: '8000',
			QUEUE_WORKER_LOCK_RENEW_TIME: '2000',
			QUEUE_WORKER_STALLED_INTERVAL: '4000',
		};
		const main = await TriggerN8n.start(env);
		const self = new QueueN8n(main, name, env);
		await Promise.all([self.add('webhook'), self.add('webhook'), self.add('worker'), self.add('worker')]);
		return self;
	}

	/** Starts one more process and waits until it is ready. */
	async add(command: Part['command'], port?: number): Promise<Part> {
		const listenOn = port ?? (await freePort());
		const service = startService({
			command: paths.node,
			args: [paths.n8nCli, command, ...(command === 'worker' ? ['--concurrency=5'] : [])],
			cwd: this.main.userFolder,
			logFile: join(this.main.folder.path, `${command}-${listenOn}.log`),
			env: {
				PATH: npmEnvironment(paths).PATH,
				HOME: process.env.HOME,
				...this.env,
				N8N_USER_FOLDER: this.main.userFolder,
				N8N_PORT: String(listenOn),
				N8N_LISTEN_ADDRESS: '127.0.0.1',
				QUEUE_HEALTH_CHECK_ACTIVE: 'true',
				QUEUE_HEALTH_CHECK_PORT: String(listenOn),
				N8N_RUNNERS_BROKER_PORT: String(await freePort()),
				N8N_DIAGNOSTICS_ENABLED: 'false',
				N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
			},
		});
		const part = { command, port: listenOn, service };
		this.parts.push(part);
		const ready = () => fetch(`http://127.0.0.1:${listenOn}/healthz`).catch(() => undefined);
		await until(ready, (response) => response?.status === 200, 180_000);
		return part;
	}

	part(command: Part['command'], index: number): Part {
		const part = this.parts.filter((one) => one.command === command)[index];
		if (!part) throw new Error(`There is no ${command} ${index}`);
		return part;
	}

	/** Ends one at once, as a failing machine does. */
	async kill(part: Part): Promise<void> {
		process.kill(-part.service.pid, 'SIGKILL');
		await part.service.ended;
		this.parts.splice(this.parts.indexOf(part), 1);
	}

	/** Where the webhook processes take what is sent to a webhook. */
	urls(webhookId: string): string[] {
		return this.parts
			.filter(({ command }) => command === 'webhook')
			.map(({ port }) => `http://127.0.0.1:${port}/webhook/${webhookId}/webhook`);
	}

	async runs(workflowId: string): Promise<Run[]> {
		return await readPostgresRuns({ ...POSTGRES, database: this.name }, workflowId);
	}

	async remove(): Promise<void> {
		await Promise.all(this.parts.map(({ service }) => service.stop(5_000)));
		await this.main.remove();
		await queryPostgres({ ...POSTGRES, database: 'postgres' }, `DROP DATABASE ${this.name} WITH (FORCE)`);
		await withRedis(async (redis) => {
			const keys = await redis.keys(`*${this.name}*`);
			if (keys.length > 0) await redis.del(...keys);
		});
	}
}
