/**
 * Writes the client of the sandbox as CommonJS beside the ES modules in `dist`: for Jest, which does not load
 * ES modules from packages as most projects have set it up.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { transformSync } from '@swc/core';

const DIST = join(import.meta.dirname, '..', 'dist');

/** The specifiers of the package's own files, with a quotation mark on either side. */
const OWN_FILES = /(['"]\.{1,2}\/[^'"]*)\.js(['"])/g;

const asCommonJs = (code: string): string => code.replace(OWN_FILES, '$1.cjs$2');

/** Lists a module and all others of the package that it leads to, by their paths without the ending. */
function modulesFrom(path: string, found = new Set<string>()): Set<string> {
	if (found.has(path)) return found;
	found.add(path);
	const code = readFileSync(join(DIST, `${path}.js`), 'utf8');
	for (const [, specifier = ''] of code.matchAll(/from ['"](\.{1,2}\/[^'"]*)\.js['"]/g)) {
		modulesFrom(join(path, '..', specifier), found);
	}
	return found;
}

for (const path of modulesFrom('index')) {
	const code = readFileSync(join(DIST, `${path}.js`), 'utf8');
	const { code: commonJs } = transformSync(code, {
		module: { type: 'commonjs' },
		jsc: { target: 'es2022' },
		configFile: false,
		swcrc: false,
	});
	writeFileSync(join(DIST, `${path}.cjs`), asCommonJs(commonJs));
}

for (const file of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
	if (!file.endsWith('.d.ts')) continue;
	const types = readFileSync(join(DIST, file), 'utf8');
	writeFileSync(join(DIST, file.replace(/\.d\.ts$/, '.d.cts')), asCommonJs(types));
}
