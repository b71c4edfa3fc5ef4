/**
 * `npm run test:compat [-- version ...]`: the engine tests on the engines of other n8n versions,
 * which are downloaded. All must pass. Without versions, on today's and on those of
 * compat/versions.ts; writes docs/compatibility.md then. With `--whole`, instead, the package in a
 * whole n8n of each of the versions; see compat/whole.ts.
 */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { writeTable } from './compat/document.ts';
import { installEngine, tryEngine, versionNamed } from './compat/engine.ts';
import type { Trial } from './compat/engine.ts';
import { triedVersions } from './compat/versions.ts';
import { tryWhole } from './compat/whole.ts';

const paths = pathsOf(projectRoot);
const document = join(projectRoot, 'docs', 'compatibility.md');
const { values, positionals } = parseArgs({
	allowPositionals: true,
	options: { whole: { type: 'boolean' } },
});
const named = await Promise.all(positionals.map((name) => versionNamed(paths, name)));

/** The version in which `npm start` runs the nodes, whose engine is installed here. */
const todays = async (): Promise<string> => {
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
if (named.length === 0) await attempt(await todays(), projectRoot);
for (const version of named.length > 0 ? named : triedVersions) {
	await attempt(version, await installEngine(paths, version));
}
if (named.length === 0) {
	await writeTable(document, trials);
	execFileSync(join(paths.nodeFolder, 'prettier'), ['--write', document], { stdio: 'ignore' });
}
