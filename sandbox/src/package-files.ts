/** The files of this package. Only this module knows their places, since the build moves the code of all other files. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The package.json of this package. It is one folder up, both from the sources and from the build. */
export const packageJson = createRequire(import.meta.url)('../package.json') as {
	name: string;
	version: string;
};

/** The folder of files that are not code. */
export const ASSETS_FOLDER = fileURLToPath(new URL('../assets/', import.meta.url));

/** The folder of the dashboard's files. */
export const DASHBOARD_FOLDER = fileURLToPath(new URL('../dashboard/', import.meta.url));

/** True in the package, false in the sources. */
export const IS_BUILT = extname(import.meta.url) !== '.ts';

/** The command line. The package has it as an ES module only, also beside this file as CommonJS. */
export const CLI_FILE = fileURLToPath(new URL(IS_BUILT ? 'cli.js' : 'cli.ts', import.meta.url));

/** Reads a file in {@link ASSETS_FOLDER} as text. */
export function readAsset(file: string): string {
	return readFileSync(`${ASSETS_FOLDER}${file}`, 'utf8');
}
