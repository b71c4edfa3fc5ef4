/**
 * Builds the code of the package: a few files that contain what they need of other packages, so that
 * installing it brings along no others and a start reads no hundreds of files.
 */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from './bundle.ts';
import { LIBRARIES, findLibraryFile, type Library } from '../src/libraries.ts';

const DIST = join(import.meta.dirname, '..', 'dist');

rmSync(DIST, { recursive: true, force: true });
const packages = await bundle(DIST);
mkdirSync(join(DIST, 'libraries'));
for (const name of Object.keys(LIBRARIES) as Library[]) {
	copyFileSync(findLibraryFile(name), join(DIST, 'libraries', name));
}
const licenses = packages.map(
	({ name, version, license = 'no license', notices }) =>
		`${name} ${version} (${license})\n\n${notices.join('\n\n').trim()}\n`,
);
writeFileSync(join(DIST, 'THIRD_PARTY_LICENSES'), licenses.join(`\n${'-'.repeat(80)}\n\n`));
