/**
 * `npm run test:compat [-- version ...]`: the engine tests on the engines of other n8n versions, which are downloaded.
 * Fails when a test fails of which compat/versions.ts does not know.
 */
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { installEngine, tryEngine, versionNamed } from './compat/engine.ts';
import { triedVersions } from './compat/versions.ts';
import type { TriedVersion } from './compat/versions.ts';

const paths = pathsOf(projectRoot);

const wanted = async (): Promise<TriedVersion[]> => {
	const names = process.argv.slice(2);
	if (names.length === 0) return triedVersions;
	const versions = await Promise.all(names.map((name) => versionNamed(paths, name)));
	return versions.map(
		(version) => triedVersions.find((known) => known.version === version) ?? { version, shortfalls: [] },
	);
};

for (const { version, shortfalls } of await wanted()) {
	const { passed, failed } = await tryEngine(paths, await installEngine(paths, version));
	const unexpected = failed.filter((name) => !shortfalls.some(({ tests }) => tests.test(name)));
	console.log(`n8n ${version}: ${passed} passed, ${failed.length} failed`);
	for (const { tests, because } of shortfalls) {
		const count = failed.filter((name) => tests.test(name)).length;
		console.log(`  ${count} failed as is known: ${because}`);
	}
	for (const name of unexpected) console.log(`  not known: ${name}`);
	if (unexpected.length > 0) process.exitCode = 1;
}
