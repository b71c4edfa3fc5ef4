/**
 * `npm run numbering-plans`: writes how the phone numbers of each country look, from
 * google-libphonenumber. With `--check` it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './bootstrap.mjs';
import { numberingPlansFile, numberingPlansSource } from './numbering-plans/source.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = join(projectRoot, numberingPlansFile);
const source = await numberingPlansSource(projectRoot);
if (!values.check) {
	await writeFile(file, source);
} else if ((await readFile(file, 'utf8')) !== source) {
	console.error(
		`${numberingPlansFile} is not what google-libphonenumber says now. Run: npm run numbering-plans`,
	);
	process.exitCode = 1;
}
