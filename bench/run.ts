/**
 * Runs the benchmarks of a folder: `node bench/run.ts sandbox`, or one of them:
 * `node bench/run.ts sandbox deliveries`. They import what is built of the nodes.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathsOf } from '../playground/paths.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { provideTarball } from '../scripts/provide.ts';

const ENDING = '.bench.ts';
const groups = readdirSync(import.meta.dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

const usage = `Usage: node bench/run.ts ${groups.join('|')} [NAME] [--keep]

Runs the benchmarks of a folder, or the one of this name. With --keep, their ratios are kept for later runs to compare with.`;
const { values, names: words, refuse } = readCommandLine(usage, { keep: { type: 'boolean' } }, 2);
const [group = '', only] = words;
// The ratios take the place of the last release's; see last-release.ts.
if (values.keep) process.env.BENCH_KEEP = '1';
if (!groups.includes(group)) refuse(`There is no folder "${group}".`);
const folder = join(import.meta.dirname, group);
const names = readdirSync(folder)
	.filter((file) => file.endsWith(ENDING))
	.map((file) => file.slice(0, -ENDING.length))
	.filter((name) => only === undefined || name === only);
if (names.length === 0) refuse(`There is no benchmark "${only}" in ${group}.`);
const paths = pathsOf(join(import.meta.dirname, '..'));
await provideTarball(paths, join(paths.defaultData, 'logs'));
const builtNodes = join(paths.projectRoot, 'playground', 'built-nodes.ts');
let failed = false;
for (const name of names) {
	const file = join(folder, name + ENDING);
	// Each in a process of its own, so that none pays for what another has left behind.
	const { status } = spawnSync(process.execPath, ['--import', builtNodes, file], { stdio: 'inherit' });
	if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
