/**
 * The processes of n8n's queue mode beside the main one, each with a folder and
 * an installation of the nodes of its own.
 */
import { dirname, join } from 'node:path';
import { startN8n } from './n8n.ts';
import type { N8nOptions, RunningN8n } from './n8n.ts';
import type { Paths } from './paths.ts';
import type { QueueServices } from './queue-services.ts';
import { installNodes } from './tarball.ts';

/** A process that takes webhooks, or one that runs workflows. */
export type QueueCommand = 'webhook' | 'worker';

/**
 * The settings that the main process, webhook processes and workers have in
 * common; `name` is of the database and in Redis.
 */
export const queueSettings = (
	{ postgres, redis }: QueueServices,
	name: string,
	encryptionKey: string,
): Record<string, string> => ({
	EXECUTIONS_MODE: 'queue',
	DB_TYPE: 'postgresdb',
	DB_POSTGRESDB_HOST: postgres.host,
	DB_POSTGRESDB_PORT: String(postgres.port),
	DB_POSTGRESDB_USER: postgres.user,
	DB_POSTGRESDB_PASSWORD: postgres.password,
	DB_POSTGRESDB_DATABASE: name,
	QUEUE_BULL_REDIS_HOST: redis.host,
	QUEUE_BULL_REDIS_PORT: String(redis.port),
	QUEUE_BULL_PREFIX: name,
	N8N_REDIS_KEY_PREFIX: name,
	N8N_ENCRYPTION_KEY: encryptionKey,
	// n8n's search for executions without a worker takes those that the main process runs for crashed.
	OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true',
	// A webhook process looks for the end of an execution here if it was told of it before it listened.
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_COMPLETED: '1000',
	N8N_EXECUTIONS_QUEUE_KEEP_LAST_FAILED: '1000',
	// A proxy is in front.
	N8N_PROXY_HOPS: '1',
});

/**
 * Starts a webhook process or a worker and waits until it is ready.
 *
 * @throws Failure with the end of its log when it does not come to that
 */
export const startQueueProcess = async (
	paths: Paths,
	command: QueueCommand,
	tarball: string,
	options: N8nOptions,
): Promise<RunningN8n> => {
	await installNodes(
		paths,
		options.userFolder,
		tarball,
		join(dirname(options.logFile), `install-nodes-${command}.log`),
	);
	return await startN8n(paths, {
		...options,
		command,
		env: {
			...options.env,
			// These replace a worker's `N8N_PORT` and `N8N_LISTEN_ADDRESS`: it serves nothing but its health.
			QUEUE_HEALTH_CHECK_ACTIVE: 'true',
			QUEUE_HEALTH_CHECK_PORT: String(options.port),
			N8N_WORKER_SERVER_ADDRESS: '127.0.0.1',
		},
	});
};
