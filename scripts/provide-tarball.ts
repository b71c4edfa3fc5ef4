import { join } from 'node:path';
import type { Paths } from '../playground/paths.ts';
import { currentTarball, packNodes } from '../playground/tarball.ts';
import { step } from './progress.ts';

/** The tarball of today's sources, packed with its progress in the terminal if it is not there yet. */
export const provideTarball = async (
	paths: Paths,
	logFolder: string,
	signal?: AbortSignal,
): Promise<string> =>
	(await currentTarball(paths)) ??
	(await step('Building and packing the nodes', () => packNodes(paths, join(logFolder, 'pack.log'), signal)));
