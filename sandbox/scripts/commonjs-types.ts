/** Writes the types of the client for CommonJS beside those for ES modules in `dist`. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const DIST = join(import.meta.dirname, '..', 'dist');

/** The specifiers of the package's own files, with a quotation mark on either side. */
const OWN_FILES = /(['"]\.{1,2}\/[^'"]*)\.js(['"])/g;

for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
	if (!file.endsWith('.d.ts')) continue;
	const types = readFileSync(join(DIST, file), 'utf8');
	writeFileSync(join(DIST, file.replace(/\.d\.ts$/, '.d.cts')), types.replace(OWN_FILES, '$1.cjs$2'));
}
