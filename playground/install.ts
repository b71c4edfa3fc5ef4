import { existsSync, readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './lock.ts';
import { npmEnvironment } from './npm.ts';
import type { Paths } from './paths.ts';
import { run } from './processes.ts';

const BUN = 'bun@1.4.5';

const lockfileOf = (folder: string) => join(folder, 'bun.lock');
/** A copy of what was asked for, written last: an installation that was interrupted has none. */
const markOf = (folder: string) => join(folder, 'node_modules', 'installed.lock');
const askedFor = (folder: string): string =>
	readFileSync(existsSync(lockfileOf(folder)) ? lockfileOf(folder) : join(folder, 'package.json'), 'utf8');

const isInstalled = (folder: string): boolean =>
	existsSync(markOf(folder)) && readFileSync(markOf(folder), 'utf8') === askedFor(folder);

/** Tells if the pinned n8n is there in full. */
export const n8nIsInstalled = ({ playground }: Paths): boolean => isInstalled(playground);

/**
 * Installs the pinned n8n (2.2 GB).
 *
 * @throws Failure with the place of the log
 */
export const installN8n = (paths: Paths, logFile: string, signal?: AbortSignal): Promise<void> =>
	installN8nIn(paths, paths.playground, logFile, signal);

/**
 * Installs the n8n that a folder's package.json names, unless it is there. Install scripts are skipped, since
 * n8n's Kafka client downloads in its own; only the database driver needs one.
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
			if (isInstalled(folder)) return;
			await rm(markOf(folder), { force: true });
			await installPackages(paths, folder, logFile, signal);
			await provideDatabaseDriver(paths, folder, logFile, signal);
			await writeFile(markOf(folder), askedFor(folder));
		},
		signal,
	);

/**
 * Installs with Bun; see docs/decisions.md. npm does it where Bun cannot: it may have no program for
 * this machine, or not get through a proxy or to a private registry.
 */
const installPackages = async (
	paths: Paths,
	folder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> => {
	const install = async (...args: string[]) => {
		const launch = { command: 'npm', args, cwd: folder, env: npmEnvironment(paths), logFile };
		await run('n8n could not be installed', launch, signal);
	};
	const frozen = existsSync(lockfileOf(folder)) ? ['--frozen-lockfile'] : [];
	try {
		const bun = ['install', '--linker=hoisted', '--ignore-scripts', '--no-progress', ...frozen];
		await install('exec', '--yes', `--package=${BUN}`, '--', 'bun', ...bun);
	} catch (error) {
		if (signal?.aborted) throw error;
		console.error(
			'Bun could not install n8n; npm does it, which takes some minutes. It cannot read the lockfile of Bun, so ' +
				'packages that n8n needs may be newer than those with which this was tested.',
		);
		await rm(join(folder, 'node_modules'), { recursive: true, force: true });
		await install('install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund');
	}
};

const provideDatabaseDriver = async (
	paths: Paths,
	folder: string,
	logFile: string,
	signal?: AbortSignal,
): Promise<void> => {
	await run(
		"There is no ready-made database driver of n8n's for this machine, and it could not be compiled, " +
			'which takes Python 3, make and a C++ compiler',
		{
			command: 'npm',
			args: ['run', 'install'],
			cwd: join(folder, 'node_modules', 'sqlite3'),
			// n8n's queries are small; and the warning reads SQLite's one big
			// file again and again, for half of the time.
			env: {
				...npmEnvironment(paths),
				CFLAGS: '-O1 -Wno-misleading-indentation',
				CXXFLAGS: '-O1',
				JOBS: 'max',
			},
			logFile,
		},
		signal,
	);
};
