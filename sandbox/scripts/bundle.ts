import { join } from 'node:path';
import { build, type BuildOptions, type Plugin } from 'esbuild';
import { LIBRARIES, findLibraryFile, type Library } from '../src/control/dashboard/libraries.ts';
import { findPackages, type BundledPackage } from './bundled-packages.ts';

const FOLDER = join(import.meta.dirname, '..');

const COMMON = {
	absWorkingDir: FOLDER,
	bundle: true,
	platform: 'node',
	target: 'node24',
	metafile: true,
	// They are in a file of their own.
	legalComments: 'none',
	// Node reads less at each start; names and lines stay as a stack trace shows them.
	minifyWhitespace: true,
	minifySyntax: true,
	lineLimit: 120,
} as const satisfies BuildOptions;

/**
 * Requires Node's own modules instead of importing them: for an import, Node reads all that a module exports, and so
 * loads its whole client for HTTP and its cryptography for browsers.
 */
const REQUIRE_OWN_MODULES: Plugin = {
	name: 'require-own-modules',
	setup: (builder) => {
		builder.onResolve({ filter: /^node:/ }, ({ path, kind }) =>
			kind === 'import-statement' ? { path, namespace: 'own-module' } : undefined,
		);
		builder.onLoad({ filter: /^/, namespace: 'own-module' }, ({ path }) => ({
			contents: `module.exports = require('${path}');`,
		}));
	},
};

/**
 * Writes the command line and the client to a folder as ES modules, and the client as CommonJS, too: for
 * Jest, which does not load ES modules from packages as most projects have set it up.
 * @returns the packages of which the folder then has files, with those that browsers load
 */
export async function bundle(folder: string): Promise<BundledPackage[]> {
	const { metafile } = await build({
		...COMMON,
		entryPoints: ['src/cli.ts', 'src/index.ts'],
		outdir: folder,
		format: 'esm',
		splitting: true,
		// It is larger than a third of the package, and few use it: a peer that they install.
		external: ['@modelcontextprotocol/sdk/*'],
		plugins: [REQUIRE_OWN_MODULES],
		// Packages that are CommonJS require Node's own modules.
		banner: {
			js: "import { createRequire as createRequireHere } from 'node:module';\nconst require = createRequireHere(import.meta.url);",
		},
	});
	await build({
		...COMMON,
		entryPoints: ['src/index.ts'],
		outfile: join(folder, 'index.cjs'),
		format: 'cjs',
		define: { 'import.meta.url': 'moduleUrl' },
		banner: { js: "const moduleUrl = require('node:url').pathToFileURL(__filename).href;" },
	});
	const inputs = Object.keys(metafile.inputs).map((file) => join(FOLDER, file));
	return findPackages([...inputs, ...(Object.keys(LIBRARIES) as Library[]).map(findLibraryFile)]);
}
