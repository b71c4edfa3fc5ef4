/** PostgreSQL and Redis, which n8n's queue mode needs and which are not ours to start. */
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Paths } from './paths.ts';

/** The address at which a service listens. */
interface Address {
	host: string;
	port: number;
}

/** A connection to PostgreSQL; `database` is one that exists. */
export interface PostgresConnection extends Address {
	user: string;
	password: string;
	database: string;
}

/** The services that queue mode needs beside n8n. */
export interface QueueServices {
	postgres: PostgresConnection;
	redis: Address;
}

/**
 * The services that the environment names: PGHOST, PGPORT, PGUSER, PGPASSWORD,
 * REDIS_HOST, REDIS_PORT; else on this machine.
 */
export const queueServices = (env: NodeJS.ProcessEnv = process.env): QueueServices => ({
	postgres: {
		host: env.PGHOST ?? '127.0.0.1',
		port: Number(env.PGPORT ?? 5432),
		user: env.PGUSER ?? 'postgres',
		password: env.PGPASSWORD ?? '',
		database: env.PGDATABASE ?? 'postgres',
	},
	redis: { host: env.REDIS_HOST ?? '127.0.0.1', port: Number(env.REDIS_PORT ?? 6379) },
});

const probe =
	"require('net').connect(+process.argv[2], process.argv[1])" +
	".on('connect', () => process.exit(0)).on('error', () => process.exit(1))";

/**
 * Which of the two does not answer, and where; undefined when both do. At
 * once, since jest decides so what to skip.
 */
export const missingService = ({ node }: Paths, { postgres, redis }: QueueServices): string | undefined => {
	const answers = ({ host, port }: Address) =>
		spawnSync(node, ['-e', probe, host, String(port)], { timeout: 5_000 }).status === 0;
	if (!answers(postgres)) return `PostgreSQL at ${postgres.host}:${postgres.port}`;
	return answers(redis) ? undefined : `Redis at ${redis.host}:${redis.port}`;
};

interface PostgresDriver {
	Client: new (options: object) => {
		connect(): Promise<void>;
		query(text: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
		end(): Promise<void>;
	};
}

/** The drivers are n8n's own. */
const driver = ({ playground }: Paths, name: string): unknown =>
	createRequire(join(playground, 'package.json'))(name);

/** Asks PostgreSQL. */
export const queryPostgres = async <Row>(
	paths: Paths,
	connection: PostgresConnection,
	text: string,
	values: unknown[] = [],
): Promise<Row[]> => {
	const { Client } = driver(paths, 'pg') as PostgresDriver;
	const client = new Client({ ...connection, connectionTimeoutMillis: 5_000 });
	await client.connect();
	try {
		return (await client.query(text, values)).rows as Row[];
	} finally {
		await client.end();
	}
};

/** Makes a database of this name. Whether it was not there before. */
export const createDatabase = async (
	paths: Paths,
	{ postgres }: QueueServices,
	name: string,
): Promise<boolean> => {
	const found = await queryPostgres(paths, postgres, 'SELECT 1 FROM pg_database WHERE datname = $1', [name]);
	if (found.length > 0) return false;
	await queryPostgres(paths, postgres, `CREATE DATABASE "${name}"`);
	return true;
};

interface Redis {
	connect(): Promise<void>;
	keys(pattern: string): Promise<string[]>;
	del(...keys: string[]): Promise<number>;
	disconnect(): void;
	on(event: 'error', listener: () => void): void;
}

/** Forgets what n8n keeps under a name: the database, and the keys of Redis. */
export const removeDatabase = async (paths: Paths, services: QueueServices, name: string): Promise<void> => {
	await queryPostgres(paths, services.postgres, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
	const Client = driver(paths, 'ioredis') as new (options: object) => Redis;
	const redis = new Client({ ...services.redis, lazyConnect: true, retryStrategy: () => null });
	redis.on('error', () => {});
	try {
		await redis.connect();
		const keys = await redis.keys(`*${name}*`);
		if (keys.length > 0) await redis.del(...keys);
	} finally {
		redis.disconnect();
	}
};
