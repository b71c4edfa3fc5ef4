import { join } from 'node:path';
import { installN8n, n8nIsInstalled } from '../playground/install.ts';
import type { Paths } from '../playground/paths.ts';
import { currentTarball, packNodes } from '../playground/tarball.ts';
import { step } from './progress.ts';

/** Installs the pinned n8n if it is not there yet, with its progress in the terminal. */
export const provideN8n = async (paths: Paths, logFolder: string, signal?: AbortSignal): Promise<void> => {
	if (n8nIsInstalled(paths)) return;
	await step('Installing n8n: once, 2.2 GB, about a minute', () =>
		installN8n(paths, join(logFolder, 'install-n8n.log'), signal),
	);
};

/** Returns the tarball of today's sources, packed with its progress in the terminal if it is not there yet. */
export const provideTarball = async (
	paths: Paths,
	logFolder: string,
	signal?: AbortSignal,
): Promise<string> =>
	(await currentTarball(paths)) ??
	(await step('Building and packing the nodes', () => packNodes(paths, join(logFolder, 'pack.log'), signal)));
