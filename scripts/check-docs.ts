/**
 * `npm run check:docs [-- folder] [--web]`: links, headings, pictures, file names and commands in all documents, the links
 * from the nodes to the README, and whether docs/operations.md says what the nodes say. What is on the web is asked for only with `--web`: it fails for reasons that nobody here can fix.
 */
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { brokenCommands } from './check/commands.ts';
import { brokenHomepageLinks } from './check/homepage-links.ts';
import { brokenLinks } from './check/links.ts';
import { readDocument } from './check/markdown.ts';
import { missingFiles } from './check/named-files.ts';
import { staleOperations } from './check/operations.ts';
import { brokenWebLinks } from './check/web-links.ts';
import { projectRoot } from './bootstrap.mjs';

const {
	values: { web },
	positionals: [folder = projectRoot],
} = parseArgs({ allowPositionals: true, options: { web: { type: 'boolean', default: false } } });
const notOurs = new Set(['node_modules', '.git', '.playground', 'dist', 'coverage']);

const files = new Set(
	globSync(['**/*', '.github/**/*', '.ci/*'], {
		cwd: folder,
		withFileTypes: true,
		exclude: ({ name }) => notOurs.has(name),
	})
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(join(folder, '/').length)),
);
const documents = new Map(
	[...files]
		.filter((file) => file.endsWith('.md'))
		.sort()
		.map((file) => [file, readDocument(join(folder, file))]),
);
const faults = [
	...brokenLinks(folder, files, documents),
	...brokenHomepageLinks(folder, files, documents),
	...missingFiles(files, documents),
	...brokenCommands(folder, documents),
	...(await staleOperations(folder)),
	...(web ? await brokenWebLinks(documents) : []),
];

if (faults.length > 0) {
	console.error(`The documents are wrong in ${faults.length} places:\n  ${faults.join('\n  ')}`);
	process.exitCode = 1;
} else {
	const count = (part: 'links' | 'code' | 'commands') =>
		[...documents.values()].reduce((sum, document) => sum + document[part].length, 0);
	console.log(
		`${documents.size} documents: ${count('links')} links and ${count('commands')} commands are as they should be.`,
	);
}
