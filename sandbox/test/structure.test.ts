import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

const SOURCES = join(__dirname, '..', 'src');

const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) =>
	file.endsWith('.ts'),
);
const read = (file: string) => readFileSync(join(SOURCES, file), 'utf8');
/** The files that a file imports, relative to the sources. */
const importsOf = (file: string) =>
	[...read(file).matchAll(/from '(\.[^']+)'/g)]
		.map(([, path = '']) => relative(SOURCES, join(SOURCES, dirname(file), path)))
		.filter((path) => path.endsWith('.ts'));
const folderOf = (file: string) => (file.includes(sep) ? (file.split(sep)[0] ?? '') : '');

/** The folders of the parts that a file imports by name, e.g. `import chatSessionsPart`. */
const partsIn = (file: string) =>
	new Map(
		[...read(file).matchAll(/import (\w+Part)\b.* from '\.\.?\/([\w-]+)\/index\.ts'/g)].map(
			([, name = '', folder = '']) => [name, folder],
		),
	);
/** The parts with what they say that they depend on. */
const parts = new Map(
	files
		.filter((file) => /^[^/\\]+[/\\]index\.ts$/.test(file) && read(file).includes('definePart'))
		.map((file) => {
			const [, dependencies = ''] = /dependencies: \[([^\]]*)\]/.exec(read(file)) ?? [];
			const names = [...dependencies.matchAll(/\w+/g)].map(([name]) => name);
			return [folderOf(file), names.map((name) => partsIn(file).get(name) ?? name)];
		}),
);

function reachable(part: string, seen = new Set<string>()): Set<string> {
	for (const next of parts.get(part) ?? []) {
		if (!seen.has(next)) reachable(next, seen.add(next));
	}
	return seen;
}

describe('the sources', () => {
	it('have no circular imports', () => {
		const done = new Set<string>();
		const visit = (file: string, path: readonly string[]): void => {
			if (path.includes(file)) throw new Error([...path.slice(path.indexOf(file)), file].join(' -> '));
			if (done.has(file)) return;
			for (const next of importsOf(file)) visit(next, [...path, file]);
			done.add(file);
		};
		for (const file of files) visit(file, []);
		expect(done.size).toBe(files.length);
	});

	it('are parts that are all served', () => {
		expect([...partsIn('parts.ts').values()].sort()).toEqual([...parts.keys()].sort());
	});

	it('are parts that import only from their declared dependencies', () => {
		expect(parts.size).toBeGreaterThan(25);
		for (const [part] of parts) {
			const allowed = reachable(part);
			for (const file of files.filter((one) => folderOf(one) === part)) {
				const foreign = importsOf(file)
					.map(folderOf)
					.filter((folder) => parts.has(folder) && folder !== part && !allowed.has(folder));
				expect([file, foreign]).toEqual([file, []]);
			}
		}
	});
});
