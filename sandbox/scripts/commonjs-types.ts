/**
 * Completes the types of the client in `dist` or another folder: the compiler leaves the names of the sources in them,
 * and packages with CommonJS need types of their own beside those for ES modules.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [DIST = join(import.meta.dirname, '..', 'dist')] = process.argv.slice(2);

/** The specifiers of the package's own files, with a quotation mark on either side. */
const OWN_FILES = /(['"]\.{1,2}\/[^'"]*)\.ts(['"])/g;

for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
	if (!name.endsWith('.d.ts')) continue;
	const file = join(DIST, name);
	const types = readFileSync(file, 'utf8');
	writeFileSync(file, types.replace(OWN_FILES, '$1.js$2'));
	writeFileSync(file.replace(/\.d\.ts$/, '.d.cts'), types.replace(OWN_FILES, '$1.cjs$2'));
}
