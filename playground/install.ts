import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isInstalled } from '../scripts/installed.mjs';
import { exclusively } from './lock.ts';
import { npmEnvironment } from './npm.ts';
import type { Paths } from './paths.ts';
import { run } from './processes.ts';

const databaseDriver = (paths: Paths) =>
	join(paths.playground, 'node_modules', 'sqlite3', 'build', 'Release', 'node_sqlite3.node');

/** Whether the pinned n8n is there in full: an interrupted installation is not. */
export const n8nIsInstalled = (paths: Paths): boolean =>
	isInstalled(paths.playground) && existsSync(databaseDriver(paths));

/**
 * Installs the pinned n8n (2.2 GB; minutes). `npm ci` is no choice: it insists on every platform's optional packages,
 * of which some registries lack a few. Install scripts are skipped, since n8n's Kafka client downloads in its own;
 * only the database driver needs one.
 *
 * @throws Failure with the place of the log
 */
export const installN8n = (paths: Paths, logFile: string, signal?: AbortSignal): Promise<void> =>
	exclusively(join(paths.defaultData, 'install-lock.sqlite'), () => install(paths, logFile, signal), signal);

const install = async (paths: Paths, logFile: string, signal?: AbortSignal): Promise<void> => {
	if (n8nIsInstalled(paths)) return;
	// Compiling the driver takes a third of the time that way, and n8n's queries are small.
	const env = { CFLAGS: '-O1', ...npmEnvironment(paths) };
	const npm = (whatFailed: string, args: string[]) =>
		run(whatFailed, { command: 'npm', args, cwd: paths.playground, env, logFile }, signal);
	// A half-extracted package would be taken for a whole one.
	if (!isInstalled(paths.playground)) {
		await rm(join(paths.playground, 'node_modules'), { recursive: true, force: true });
		await npm('n8n could not be installed', ['install', '--no-save', '--ignore-scripts']);
	}
	await npm("n8n's database driver could not be built; it needs Python and a C++ compiler", [
		'rebuild',
		'sqlite3',
		'--foreground-scripts',
	]);
};
