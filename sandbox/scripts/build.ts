/**
 * `node sandbox/scripts/build.ts [folder]`: builds the code of the package, into `dist` or another folder: a few files
 * that contain what they need of other packages, so that installing it brings along no others and a start reads no
 * hundreds of files.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { LIBRARIES, findLibraryFile, type Library } from '../src/control/dashboard/libraries.ts';

const [dist = join(import.meta.dirname, '..', 'dist')] = process.argv.slice(2);

rmSync(dist, { recursive: true, force: true });
const packages = await bundle(dist);
mkdirSync(join(dist, 'libraries'));
for (const name of Object.keys(LIBRARIES) as Library[]) {
	copyFileSync(findLibraryFile(name), join(dist, 'libraries', name));
}
const licenses = packages.map(
	({ name, version, license = 'no license', notices }) =>
		`${name} ${version} (${license})\n\n${notices.join('\n\n').trim()}\n`,
);
writeFileSync(join(dist, 'THIRD_PARTY_LICENSES'), licenses.join(`\n${'-'.repeat(80)}\n\n`));
