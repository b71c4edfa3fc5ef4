/** `node scripts/install-n8n.ts`: installs the pinned n8n, unless it is there. */
import { join } from 'node:path';
import { explain } from '../playground/failure.ts';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { provideN8n } from './provide-n8n.ts';

const paths = pathsOf(projectRoot);

try {
	await provideN8n(paths, join(paths.defaultData, 'logs'));
} catch (error) {
	console.error(explain(error));
	process.exitCode = 1;
}
