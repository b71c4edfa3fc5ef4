import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { runScript } from './run-script.ts';

const root = join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, homepage } = JSON.parse(textOf('package.json')) as {
	scripts: Record<string, string>;
	homepage: string;
};

const matches = (files: string[], pattern: RegExp): Array<{ file: string; found: string }> =>
	files.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, found = '']) => ({ file, found })));

const documents = globSync(
	['*.md', 'docs/**/*.md', 'sandbox/*.md', 'sandbox/docs/*.md', 'bench/*.md', 'examples/**/*.md'],
	{
		cwd: root,
		exclude: ['**/CHANGELOG.md'],
	},
);

it('documents name only scripts that package.json has', () => {
	const named = matches(documents, /\bnpm run ([\w:-]+)/g);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(({ found }) => !(found in scripts))).toEqual([]);
});

/** Returns the names that GitHub gives to the headings of a document, for links. */
function anchorsIn(file: string): string[] {
	const seen = new Map<string, number>();
	const withoutCode = textOf(file).replace(/^```[^]*?^```/gm, '');
	return [...withoutCode.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => {
		const text = heading.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
		const anchor = text.replace(/[^\p{L}\p{N}\s_-]/gu, '').replace(/\s/g, '-');
		const earlier = seen.get(anchor) ?? 0;
		seen.set(anchor, earlier + 1);
		return earlier === 0 ? anchor : `${anchor}-${earlier}`;
	});
}

it('links within the documents lead to a file, and to a heading of it', () => {
	const links = matches(documents, /\]\((?!\w+:)([^)\s]+)\)/g);
	expect(links.length).toBeGreaterThan(100);
	const dead = links.filter(({ file, found }) => {
		const [path = '', anchor] = found.split('#');
		const target = path === '' ? file : join(dirname(file), path);
		if (!existsSync(join(root, target))) return true;
		return anchor !== undefined && !anchorsIn(target).includes(anchor);
	});
	expect(dead).toEqual([]);
});

it('documents name only checks that npm run check has', () => {
	const { output } = runScript('check.ts', '--help');
	const checks = [...output.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name);
	const named = matches(documents, /\bnpm run check -- ([\w-]+)/g);
	expect(named.length).toBeGreaterThan(3);
	expect(named.filter(({ found }) => !checks.includes(found))).toEqual([]);
});

it('documents name only programs that exist', () => {
	const named = matches(documents, /\bnode ([\w/-]+\.m?[jt]s)\b/g);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter(({ found }) => !existsSync(join(root, found)))).toEqual([]);
});

it('the editor links to pages of the repository, not to headings: n8n appends its parameters', () => {
	const [address = ''] = homepage.split('#');
	const sources = globSync('{nodes,credentials}/**/*.{ts,json}', { cwd: root });
	const links = matches(sources, new RegExp(`${address}/blob/main/([^'"\`)\\s]+)`, 'g'));
	expect(links.length).toBeGreaterThan(3);
	expect(links.filter(({ found }) => !existsSync(join(root, found)))).toEqual([]);
});
