/**
 * `npm run docs`: writes docs/operations.md from the node's menus, and docs/sample-events.md from what
 * the triggers make of events. It reads the nodes as they are built. With `--check` it only compares.
 */
import '../playground/built-nodes.ts';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { operationsDocument, operationsPage } from './docs/operations.ts';
import { sampleEventsDocument, sampleEventsPage } from './docs/sampleEvents.ts';
import { provideTarball } from './provide.ts';

const usage = `Usage: npm run docs [-- --check]

Writes what the documents quote of the nodes and their tests. With --check it only compares.`;
const { values } = readCommandLine(usage, { check: { type: 'boolean' } }, 0);

const paths = pathsOf(projectRoot);
await provideTarball(paths, join(paths.defaultData, 'logs'));

const readIfThere = async (page: string): Promise<string> =>
	await readFile(join(projectRoot, page), 'utf8').catch(() => '');

const documents = new Map([
	[operationsPage, await operationsDocument(projectRoot)],
	[sampleEventsPage, await sampleEventsDocument(projectRoot)],
]);
for (const [page, document] of documents) {
	if (!values.check) {
		await writeFile(join(projectRoot, page), document);
	} else if ((await readIfThere(page)) !== document) {
		console.error(`${page} does not say what the nodes and their tests say. Run: npm run docs`);
		process.exitCode = 1;
	}
}
