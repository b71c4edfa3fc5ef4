/**
 * n8n's own modules, some 1,700 files, packed into a few: each test file loads them anew, which took longer than its tests did.
 * jest runs this before the unit and engine tests.
 */
const { existsSync } = require('node:fs');
const { mkdir, rename } = require('node:fs/promises');
const { join } = require('node:path');

const FOLDER = join(__dirname, '..', 'node_modules', '.cache', 'bundled-n8n');
const MODULES = ['n8n-core', 'n8n-workflow', '@n8n/di'];

/** Compiled for each platform, and loaded only when n8n profiles itself. */
const NATIVE = ['*.node', '@sentry/node-cpu-profiler', '@sentry/profiling-node', '@sentry/node-native'];

/** Another version is another file. */
const fileOf = (name) => {
	const { version } = require(`${name}/package.json`);
	return join(FOLDER, `${name.replace('/', '-')}-${version}.js`);
};

const pack = async (name) => {
	const file = fileOf(name);
	if (existsSync(file)) return;
	const { build } = require('esbuild');
	// Of two runs of jest at once, each finds nothing or the whole.
	const unfinished = `${file}.${process.pid}`;
	await build({
		entryPoints: [require.resolve(name)],
		outfile: unfinished,
		bundle: true,
		platform: 'node',
		target: 'node20',
		// n8n's container tells services apart by their names.
		keepNames: true,
		minifySyntax: true,
		minifyWhitespace: true,
		external: [...NATIVE, ...MODULES.filter((other) => other !== name)],
		logLevel: 'error',
	});
	await rename(unfinished, file);
};

module.exports = async () => {
	await mkdir(FOLDER, { recursive: true });
	await Promise.all(MODULES.map(pack));
};

/** Where jest finds them. */
module.exports.moduleNameMapper = Object.fromEntries(MODULES.map((name) => [`^${name}$`, fileOf(name)]));
