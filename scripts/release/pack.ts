/**
 * `node scripts/release/pack.ts FOLDER`: builds, checks and packs the package into a folder that is not there yet, and
 * prints the tarball's name and digest as `tarball=...` and `sha256=...`.
 */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { npmEnvironment } from '../../playground/npm.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';

const folder = resolve(process.argv[2] ?? 'release');
const npm = (...args: string[]) =>
	execFileSync('npm', args, {
		cwd: projectRoot,
		env: npmEnvironment(pathsOf(projectRoot)),
		encoding: 'utf8',
		// Only what the caller reads goes to standard output.
		stdio: ['ignore', 'pipe', 'inherit'],
	});

mkdirSync(folder);
for (const script of ['build', 'check:tarball', 'check:scan']) process.stderr.write(npm('run', script));
const packed = npm('pack', '--ignore-scripts', '--json', '--pack-destination', folder);
const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
const digest = createHash('sha256')
	.update(readFileSync(join(folder, filename)))
	.digest('hex');
console.log(`tarball=${filename}\nsha256=${digest}`);
