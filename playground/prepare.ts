/**
 * `node playground/prepare.ts [user folder]`: installs n8n and packs the nodes, as far as either is
 * out of date, makes the user folder if one is named, and prints the tarball as
 * `{"tarball":"..."}`. For the end-to-end tests.
 */
import { join } from 'node:path';
import { explain } from './failure.ts';
import { installN8n } from './install.ts';
import { pathsOf } from './paths.ts';
import { packNodes } from './tarball.ts';
import { copyUserFolder } from './user-folder.ts';

const paths = pathsOf(join(import.meta.dirname, '..'));
const log = (name: string) => join(paths.defaultData, 'logs', `${name}.log`);
const [userFolder] = process.argv.slice(2);

try {
	await installN8n(paths, log('install-n8n'));
	const tarball = await packNodes(paths, log('pack'));
	if (userFolder) await copyUserFolder(paths, tarball, userFolder);
	console.log(JSON.stringify({ tarball }));
} catch (error) {
	console.error(explain(error));
	process.exitCode = 1;
}
