/**
 * n8n's own modules, some 1,700 files, packed into a few, which load faster.
 * jest runs this before the unit and engine tests.
 */
const { existsSync } = require('node:fs');
const { mkdir, rename, writeFile } = require('node:fs/promises');
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

/** Of two runs of jest at once, each finds nothing or the whole. */
const once = async (file, write) => {
	if (existsSync(file)) return;
	const unfinished = `${file}.${process.pid}`;
	await write(unfinished);
	await rename(unfinished, file);
};

const pack = async (name, outfile) => {
	const { build } = require('esbuild');
	await build({
		entryPoints: [require.resolve(name)],
		outfile,
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
};

/** What a test file gets for a module: the one that `one-realm.js` has loaded. */
const sharedFileOf = (name) => join(FOLDER, `shared-${name.replace('/', '-')}.js`);
const share = async (name, file) => await writeFile(file, `module.exports = loadN8n('${name}');\n`);

module.exports = async () => {
	await mkdir(FOLDER, { recursive: true });
	await Promise.all(
		MODULES.flatMap((name) => [
			once(fileOf(name), async (file) => await pack(name, file)),
			once(sharedFileOf(name), async (file) => await share(name, file)),
		]),
	);
};

module.exports.MODULES = MODULES;
module.exports.fileOf = fileOf;
/** Where jest finds them. */
module.exports.moduleNameMapper = Object.fromEntries(
	MODULES.map((name) => [`^${name}$`, sharedFileOf(name)]),
);
