/**
 * `npm run docs`: writes docs/operations.md from what the nodes say of
 * themselves. With `--check` it only compares.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from './bootstrap.mjs';
import { operationsDocument, operationsPage } from './docs/operations.ts';

const { values } = parseArgs({ options: { check: { type: 'boolean' } } });
const file = join(projectRoot, operationsPage);
const document = await operationsDocument(projectRoot);
if (!values.check) {
	await writeFile(file, document);
} else if ((await readFile(file, 'utf8')) !== document) {
	console.error(`${operationsPage} does not say what the nodes say. Run: npm run docs`);
	process.exitCode = 1;
}
