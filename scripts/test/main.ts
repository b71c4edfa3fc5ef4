/** The part of `npm test` that runs once the dependencies are there. */
import { mkdir, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { n8nIsInstalled } from '../../playground/install.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';
import { Foreground } from './foreground.ts';
import type { Outcome } from './outcome.ts';
import { partsOf } from './parts.ts';
import { runPart } from './run-part.ts';
import { schedule } from './schedule.ts';

/**
 * How many programs, and files of tests, run side by side: more than the processors of CI's machine, since they also wait for disks,
 * timers and browsers. On a bigger one memory sets the limit: most files of end-to-end tests run an n8n of a gigabyte or more.
 */
const LANES = 3;
const minutes = Number(process.env.TEST_MINUTES ?? 60);

const row = (cells: Array<string | number>) =>
	cells.map((cell, column) => (column === 0 ? String(cell).padEnd(12) : String(cell).padStart(10))).join('');

const abort = new AbortController();
let interrupted = false;
const stop = () => {
	interrupted = true;
	abort.abort();
};
process.on('message', stop);
process.on('SIGINT', stop);
setTimeout(() => abort.abort(), minutes * 60_000).unref();

const paths = pathsOf(projectRoot);
await rm(paths.testLogs, { recursive: true, force: true });
await mkdir(paths.testLogs, { recursive: true });

const { values, positionals } = parseArgs({ allowPositionals: true, options: { full: { type: 'boolean' } } });
// The full number of random requests and mutations, instead of a share of them.
if (values.full) process.env.TEST_FULL = '1';

const since = Date.now();
const all = partsOf(LANES, n8nIsInstalled(paths), process.env.TEST_MACHINE_SETUP);
const unknown = positionals.find((name) => !all.some((part) => part.name === name));
if (unknown !== undefined) {
	console.error(`npm test has no part "${unknown}", only: ${all.map(({ name }) => name).join(', ')}`);
	process.exit(2);
}
const parts = positionals.length === 0 ? all : all.filter(({ name }) => positionals.includes(name));
const foreground = new Foreground((text) => process.stdout.write(text));
const outcomes = await schedule(
	parts,
	LANES,
	async (part) => await runPart(paths, part, foreground, abort.signal),
	(part, lacking) =>
		console.log(`\n=== ${part.name}\nNot run, since "${lacking}" failed: counted as failed.`),
);

const total = (count: keyof Omit<Outcome, 'name'>) =>
	outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`\n${row(['part', 'passed', 'failed', 'seconds'])}`);
for (const { name, passed, failed, seconds } of outcomes) {
	console.log(row([name, passed, failed, seconds.toFixed(1)]));
}
console.log(row(['all', total('passed'), total('failed'), ((Date.now() - since) / 1000).toFixed(1)]));
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(interrupted ? 130 : total('failed') > 0 ? 1 : 0);
