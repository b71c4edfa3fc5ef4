/**
 * `node playground/prepare.ts`: installs n8n and packs the nodes, as far as either is out of date, and prints the
 * tarball as `{"tarball":"..."}`. For the end-to-end tests.
 */
import { join } from 'node:path';
import { explain } from './failure.ts';
import { installN8n } from './install.ts';
import { pathsOf } from './paths.ts';
import { packNodes } from './tarball.ts';

const paths = pathsOf(join(import.meta.dirname, '..'));
const log = (name: string) => join(paths.defaultData, 'logs', `${name}.log`);

try {
	await installN8n(paths, log('install-n8n'));
	console.log(JSON.stringify({ tarball: await packNodes(paths, log('pack')) }));
} catch (error) {
	console.error(explain(error));
	process.exitCode = 1;
}
