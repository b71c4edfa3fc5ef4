/** `npm run test:compat`: see the usage below for what it does. Everything that it runs must pass. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { explain } from '../playground/failure.ts';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { writeTable } from './compat/document.ts';
import { installEngine, tryEngine, versionNamed } from './compat/engine.ts';
import type { Trial } from './compat/engine.ts';
import { triedVersions } from './compat/versions.ts';
import { tryWhole } from './compat/whole.ts';

const paths = pathsOf(projectRoot);
const document = join(projectRoot, 'docs', 'compatibility.md');
const usage = `Usage: npm run test:compat [-- VERSION ...]

Runs the engine tests on the engines of these versions of n8n, which it downloads: 2.20.12, a range such as 1.123, or
latest. Without a version, it takes today's and the older ones of docs/compatibility.md, and writes the table there.

  --whole  tries the package in a whole n8n of each version instead (2.2 GB each)`;
const { values, names, refuse } = readCommandLine(usage, { whole: { type: 'boolean' } });
if (values.whole && names.length === 0) refuse('--whole takes at least one version.');

/** Ends the program if npm knows no such version. */
const resolve = async (name: string): Promise<string> => {
	try {
		return await versionNamed(paths, name);
	} catch (error) {
		console.error(explain(error));
		process.exit(1);
	}
};
const named = await Promise.all(names.map(resolve));

/** The version in which `npm start` runs the nodes, whose engine is installed here. */
const readPinnedN8nVersion = async (): Promise<string> => {
	const text = await readFile(join(paths.playground, 'package.json'), 'utf8');
	return (JSON.parse(text) as { dependencies: { n8n: string } }).dependencies.n8n;
};

const trials = new Map<string, Trial>();
const attempt = async (version: string, folder: string) => {
	const trial = await tryEngine(paths, folder, version);
	trials.set(version, trial);
	console.log(`n8n ${version}: ${trial.passed} passed, ${trial.failed.length} failed`);
	for (const name of trial.failed) console.log(`  ${name}`);
	if (trial.failed.length > 0) process.exitCode = 1;
};

if (values.whole) {
	for (const version of named) await tryWhole(paths, version);
	process.exit();
}
if (named.length === 0) await attempt(await readPinnedN8nVersion(), projectRoot);
for (const version of named.length > 0 ? named : triedVersions) {
	await attempt(version, await installEngine(paths, version));
}
if (named.length === 0) await writeTable(document, trials);
