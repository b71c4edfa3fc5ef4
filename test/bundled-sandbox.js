/**
 * The sandbox with what it takes from packages of very many small modules, packed into some eighty files: the tests start it a
 * hundred times, and loading these modules one by one was a third of a start.
 * jest runs this before the tests that start it; each run packs the sources as they are.
 */
const { existsSync, globSync, readFileSync } = require('node:fs');
const { mkdir, rename, rm, writeFile } = require('node:fs/promises');
const { dirname, join } = require('node:path');

const SANDBOX = join(__dirname, '..', 'sandbox');
/** Beside the sources: it looks for its assets one folder up. */
const FOLDER = join(SANDBOX, '.bundled');
const PACKED = ['typebox', 'jose'];

/** Of two runs of jest at once, each finds what it has packed; names of shared files change with what is in them. */
const write = async ({ path, contents }) => {
	if (existsSync(path) && readFileSync(path).equals(contents)) return;
	const unfinished = `${path}.${process.pid}`;
	await mkdir(dirname(path), { recursive: true });
	await writeFile(unfinished, contents);
	await rename(unfinished, path);
};

module.exports = async () => {
	const { build } = require('esbuild');
	const { dependencies } = require(join(SANDBOX, 'package.json'));
	const { outputFiles } = await build({
		absWorkingDir: join(SANDBOX, 'src'),
		// Each part is found by its index, as in the sources.
		entryPoints: ['cli.ts', ...globSync('*/index.ts', { cwd: join(SANDBOX, 'src') })],
		outdir: FOLDER,
		bundle: true,
		splitting: true,
		write: false,
		platform: 'node',
		format: 'esm',
		target: 'node24',
		external: Object.keys(dependencies).filter((name) => !PACKED.includes(name)),
		logLevel: 'error',
	});
	await Promise.all(outputFiles.map(write));
	// A part that was deleted would still be found.
	const present = new Set(outputFiles.map(({ path }) => path));
	const all = globSync('**/*.js', { cwd: FOLDER }).map((file) => join(FOLDER, file));
	await Promise.all(all.filter((path) => !present.has(path)).map((path) => rm(path, { force: true })));
	// Where `sandbox/test/support/start-sandbox.ts` finds it.
	process.env.SANDBOX_CLI = join(FOLDER, 'cli.js');
};
