/**
 * `npm run check:licenses [folder]`: the licences of everything that the repository installs, but for the n8n of the
 * playground and its command-line tool, which are n8n's own choice. What is published brings nothing along.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { judgeLicenses } from './check/licenses.ts';
import { projectRoot } from './bootstrap.mjs';

const [folder = projectRoot] = process.argv.slice(2);
const { packages } = JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')) as {
	packages: Parameters<typeof judgeLicenses>[0];
};
const { permissive, excepted, faults } = judgeLicenses(packages);

console.log(`${permissive} packages have permissive licences.`);
for (const [{ because }, count] of excepted) {
	if (count > 0) console.log(`${count} are excepted: ${because}.`);
}
if (faults.length > 0) {
	console.error(`${faults.length} are not allowed, see scripts/check/licenses.ts:\n  ${faults.join('\n  ')}`);
	process.exitCode = 1;
}
