/**
 * Runs the benchmarks of a folder: `npm run bench -- sandbox`, or one of them:
 * `npm run bench -- sandbox deliveries`.
 */
import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const ENDING = '.bench.ts';
const groups = readdirSync(__dirname, { withFileTypes: true })
	.filter((entry) => entry.isDirectory())
	.map(({ name }) => name);

const { values, positionals } = parseArgs({ allowPositionals: true, options: { keep: { type: 'boolean' } } });
const [group, only] = positionals;
// The ratios take the place of the last release's; see last-release.ts.
if (values.keep) process.env.BENCH_KEEP = '1';
if (group === undefined || !groups.includes(group)) {
	console.error(`Usage: npm run bench -- ${groups.join('|')} [name] [--keep]`);
	process.exit(2);
}
const folder = join(__dirname, group);
const names = readdirSync(folder)
	.filter((file) => file.endsWith(ENDING))
	.map((file) => file.slice(0, -ENDING.length))
	.filter((name) => only === undefined || name === only);
if (names.length === 0) {
	console.error(`There is no benchmark ${only ?? ''} in ${group}.`);
	process.exit(2);
}
let failed = false;
for (const name of names) {
	const file = join(folder, name + ENDING);
	// Each in a process of its own, so that none pays for what another has left behind.
	const { status } = spawnSync(process.execPath, ['--import', 'tsx', file], { stdio: 'inherit' });
	if (status !== 0) failed = true;
}
process.exit(failed ? 1 : 0);
