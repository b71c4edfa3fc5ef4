/** The part of `npm test` that runs once the dependencies are there. */
import { join } from 'node:path';
import { explain } from '../../playground/failure.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';
import { provideN8n } from '../provide-n8n.ts';
import { parts } from './parts.ts';
import { runPart } from './run-part.ts';
import type { Outcome } from './run-part.ts';

const row = (cells: Array<string | number>) =>
	cells.map((cell, column) => (column === 0 ? String(cell).padEnd(12) : String(cell).padStart(10))).join('');

const stop = () => process.exit(130);
process.on('message', stop);
process.on('SIGINT', stop);

const paths = pathsOf(projectRoot);
// Without it only the end-to-end tests fail.
await provideN8n(paths, join(paths.defaultData, 'logs')).catch((error) => console.error(explain(error)));

const outcomes: Outcome[] = [];
for (const part of parts) {
	console.log(`\n=== ${part.name} (npm run ${part.script})`);
	const lacking = outcomes.find(({ name, failed }) => name === part.needs && failed > 0);
	if (lacking) console.log(`Not run, since "${lacking.name}" failed: counted as failed.`);
	outcomes.push(lacking ? { name: part.name, passed: 0, failed: 1, seconds: 0 } : await runPart(paths, part));
}

const total = (count: 'passed' | 'failed' | 'seconds') =>
	outcomes.reduce((sum, outcome) => sum + outcome[count], 0);
console.log(`\n${row(['part', 'passed', 'failed', 'seconds'])}`);
for (const { name, passed, failed, seconds } of outcomes) {
	console.log(row([name, passed, failed, seconds.toFixed(1)]));
}
console.log(row(['all', total('passed'), total('failed'), total('seconds').toFixed(1)]));
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') > 0 ? 1 : 0);
