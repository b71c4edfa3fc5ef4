import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { npmEnvironment } from '../../../playground/npm.ts';
import { pathsOf } from '../../../playground/paths.ts';

/** The paths in the repository. */
export const paths = pathsOf(join(import.meta.dirname, '..', '..', '..'));

/** The first time, n8n is installed. */
export const prepareTimeoutMs = 900_000;

/**
 * Installs n8n and packs the nodes, as far as either is out of date. In a process of its own: what installs
 * runs under Node's own module loader.
 *
 * @param userFolder made as one in which n8n has been started before, with `preparedOwner` and the nodes
 * @returns the path of the tarball
 */
export const prepare = async (userFolder?: string): Promise<string> => {
	const args = [join(paths.playground, 'prepare.ts'), ...(userFolder ? [userFolder] : [])];
	const { stdout } = await promisify(execFile)(paths.node, args);
	return (JSON.parse(stdout) as { tarball: string }).tarball;
};

/** A folder that is gone after the test file. */
export const temporaryFolder = async (): Promise<{ path: string; remove: () => Promise<void> }> => {
	const path = await mkdtemp(join(tmpdir(), 'voice-agent-e2e-'));
	return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 3 }) };
};

/**
 * Packs the nodes once more, as the next version.
 *
 * @returns the path of the tarball
 */
export const laterVersion = async (folder: string): Promise<string> => {
	const run = promisify(execFile);
	await run('tar', ['-xzf', await prepare(), '-C', folder]);
	const unpacked = join(folder, 'package');
	const npm = (...args: string[]) => run('npm', args, { cwd: unpacked, env: npmEnvironment(paths) });
	await npm('version', 'minor', '--no-git-tag-version');
	const { stdout } = await npm('pack', '--json', '--pack-destination', folder);
	const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
	return join(folder, filename);
};
