import { existsSync, readFileSync } from 'node:fs';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './lock.ts';
import { npmEnvironment } from './npm.ts';
import type { Paths } from './paths.ts';
import { run } from './processes.ts';

const lockfileOf = (folder: string) => join(folder, 'bun.lock');
/** A copy of the lockfile, written last: an installation that was interrupted has none. */
const installedLockfileOf = (folder: string) => join(folder, 'node_modules', 'installed.lock');

const isInstalled = (folder: string): boolean =>
	existsSync(installedLockfileOf(folder)) &&
	readFileSync(installedLockfileOf(folder)).equals(readFileSync(lockfileOf(folder)));

/** Whether the pinned n8n is there in full. */
export const n8nIsInstalled = ({ playground }: Paths): boolean => isInstalled(playground);

/**
 * Installs the pinned n8n (2.2 GB; half a minute).
 *
 * @throws Failure with the place of the log
 */
export const installN8n = (paths: Paths, logFile: string, signal?: AbortSignal): Promise<void> =>
	installN8nIn(paths, paths.playground, logFile, signal);

/**
 * Installs the n8n that a folder's package.json names, unless it is there. With Bun, since npm takes minutes over the 250,000
 * files. Install scripts are skipped, since n8n's Kafka client downloads in its own; only the database driver needs one.
 *
 * @throws Failure with the place of the log
 */
export const installN8nIn = (
	paths: Paths,
	folder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> =>
	exclusively(
		join(paths.defaultData, 'install-lock.sqlite'),
		async () => {
			if (!isInstalled(folder)) await install(paths, folder, logFile, signal);
		},
		signal,
	);

const install = async (
	paths: Paths,
	folder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> => {
	const env = npmEnvironment(paths);
	await rm(installedLockfileOf(folder), { force: true });
	const args = ['install', '--linker=hoisted', '--ignore-scripts', '--no-progress'];
	if (existsSync(lockfileOf(folder))) args.push('--frozen-lockfile');
	await run('n8n could not be installed', { command: 'bun', args, cwd: folder, env, logFile }, signal);
	await run(
		"n8n's database driver could not be built; it needs Python and a C++ compiler",
		{
			command: 'npm',
			args: ['run', 'install'],
			cwd: join(folder, 'node_modules', 'sqlite3'),
			// n8n's queries are small; and the warning reads SQLite's one big file again and again, for half of the time.
			env: { ...env, CFLAGS: '-O1 -Wno-misleading-indentation', JOBS: 'max' },
			logFile,
		},
		signal,
	);
	await copyFile(lockfileOf(folder), installedLockfileOf(folder));
};
