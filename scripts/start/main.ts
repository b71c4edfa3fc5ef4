/** The part of `npm start` that runs once the dependencies are there; start.mjs hands it the options, parsed. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';
import type { StartOptions } from './options.mjs';
import { startBesideN8n } from './other-n8n.ts';
import { startWithN8n } from './own-n8n.ts';
import { startQueueMode } from './queue-mode.ts';
import { keepUp } from './stopping.ts';

const options = JSON.parse(process.argv[2] ?? '') as StartOptions;

await keepUp(async (stopping) => {
	const paths = pathsOf(projectRoot);
	await rm(join(options.data, 'logs'), { recursive: true, force: true });
	const { n8nUrl, queue } = options;
	if (n8nUrl !== undefined) await startBesideN8n(paths, { ...options, n8nUrl }, stopping);
	else if (queue) await startQueueMode(paths, { ...options, queue }, stopping);
	else await startWithN8n(paths, options, stopping);
});
