import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runScript } from '../support/run-script.ts';

const root = join(__dirname, '../..');
const textOf = (file: string): string => readFileSync(join(root, file), 'utf8');
const { scripts, homepage } = JSON.parse(textOf('package.json')) as {
	scripts: Record<string, string>;
	homepage: string;
};

const matches = (files: string[], pattern: RegExp): Array<{ file: string; found: string }> =>
	files.flatMap((file) => [...textOf(file).matchAll(pattern)].map(([, found = '']) => ({ file, found })));

const documents = globSync(['*.md', 'docs/**/*.md', 'sandbox/*.md', 'bench/*.md', 'examples/**/*.md'], {
	cwd: root,
	exclude: ['**/CHANGELOG.md'],
});

it('documents name only scripts that package.json has', () => {
	const named = matches(documents, /\bnpm run ([\w:-]+)/g);
	expect(named.length).toBeGreaterThan(20);
	expect(named.filter(({ found }) => !(found in scripts))).toEqual([]);
});

it('documents name only checks that npm run check has', () => {
	const { output } = runScript('check.ts', '--help');
	const checks = [...output.matchAll(/^ {2}([\w-]+) /gm)].map(([, name]) => name);
	const named = matches(documents, /\bnpm run check -- ([\w-]+)/g);
	expect(named.length).toBeGreaterThan(10);
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
