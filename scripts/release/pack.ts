/**
 * `node scripts/release/pack.ts FOLDER TAG`: builds, checks and packs the package that a tag releases into a
 * folder that is not there yet, and prints the tarball's name and digest as `tarball=...` and `sha256=...`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { exclusively } from '../../playground/lock.ts';
import { npmEnvironment } from '../../playground/npm.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';
import { packageOf } from './package.ts';

const paths = pathsOf(projectRoot);
const [folder = '', tag = ''] = process.argv.slice(2);
const destination = resolve(folder);
const { folder: packageFolder, builtBy } = packageOf(tag);
const npm = (...args: string[]) =>
	execFileSync('npm', args, {
		cwd: join(projectRoot, packageFolder),
		env: npmEnvironment(paths),
		encoding: 'utf8',
		// Only what the caller reads goes to standard output.
		stdio: ['ignore', 'pipe', 'inherit'],
	});

// Others that pack the nodes at the same time would delete what this builds.
await exclusively(join(paths.defaultData, 'pack-lock.sqlite'), async () => {
	mkdirSync(destination);
	for (const args of builtBy) process.stderr.write(npm(...args));
	const packed = npm('pack', '--ignore-scripts', '--json', '--pack-destination', destination);
	const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
	const digest = createHash('sha256')
		.update(readFileSync(join(destination, filename)))
		.digest('hex');
	console.log(`tarball=${filename}\nsha256=${digest}`);
});
