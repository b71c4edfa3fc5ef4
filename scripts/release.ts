/**
 * `npm run release -- TAG`: prepares the release of a version of the nodes (v1.2.3) or the sandbox (sandbox-v1.2.3):
 * writes the version into its package.json and the lockfile, and dates its entry in the changelog. The rest is in
 * docs/maintainers/publishing.md; .github/workflows/publish.yml publishes.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '../playground/failure.ts';
import { projectRoot } from './bootstrap.mjs';
import { readCommandLine } from './command-line.ts';
import { withEntry } from './release/changelog.ts';
import { packageOf } from './release/package.ts';

const usage = `Usage: npm run release -- TAG

Prepares the release of a version of the nodes, with a tag like v1.2.3, or of the sandbox, with one like sandbox-v1.2.3.`;
const { names, refuse } = readCommandLine(usage, {}, 2);
const [tag = '', root = projectRoot] = names;
const { folder, prefix } = packageOf(tag);
const version = tag.slice(prefix.length);
if (!tag.startsWith(prefix) || !/^\d+\.\d+\.\d+$/.test(version)) {
	refuse(tag === '' ? 'It takes a tag.' : `"${tag}" is not a tag of a version.`);
}

const edit = (file: string, change: (text: string) => string) =>
	writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')));
const editJson = <T>(file: string, change: (content: T) => void) =>
	edit(file, (text) => {
		const content = JSON.parse(text) as T;
		change(content);
		return `${JSON.stringify(content, null, 2)}\n`;
	});

interface Lockfile {
	version: string;
	packages: Record<string, { version: string }>;
}

const isRoot = folder === '.';
const today = new Date().toISOString().slice(0, 'YYYY-MM-DD'.length);
try {
	edit(join(folder, 'CHANGELOG.md'), (text) => withEntry(text, version, today));
} catch (error) {
	console.error(explain(error));
	process.exit(1);
}
editJson<{ version: string }>(join(folder, 'package.json'), (manifest) => (manifest.version = version));
editJson<Lockfile>('package-lock.json', (lockfile) => {
	if (isRoot) lockfile.version = version;
	const locked = lockfile.packages[isRoot ? '' : folder];
	if (locked) locked.version = version;
});
console.log(`Version ${version} is prepared. Have it reviewed and merged, then tag the merge as ${tag}.`);
