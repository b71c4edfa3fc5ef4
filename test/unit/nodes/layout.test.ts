import { existsSync, globSync, readFileSync } from 'fs';
import { dirname, join } from 'path';

const ROOT = join(__dirname, '../../..');

/** From what knows nothing of the others to what knows them all. */
const LAYERS: RegExp[][] = [
	[/^nodes\/shared\/text\//],
	[/^nodes\/shared\/wire\//],
	[/^nodes\/shared\/n8n\//],
	[/^nodes\/shared\/client\//],
	[/^nodes\/shared\/\w+\//, /^credentials\//],
	[/^nodes\/VoiceAgent\/parameters\//],
	[/^nodes\/VoiceAgent\/operation\.ts$/],
	[/^nodes\/VoiceAgent\/(run|listSearch)\//],
	[/^nodes\/VoiceAgent\/operations\//],
	[/^nodes\//],
];

const layerOf = (file: string) =>
	LAYERS.findIndex((patterns) => patterns.some((pattern) => pattern.test(file)));

/** The folder of a node: `nodes/VoiceAgent`. */
const houseOf = (file: string) => /^(credentials|nodes\/\w+)/.exec(file)?.[0];

const files = globSync(['nodes/**/*.ts', 'credentials/**/*.ts'], { cwd: ROOT }).map((file) =>
	file.replaceAll('\\', '/'),
);

/** Every relative import of the package, types included. */
const imports = files.flatMap((from) =>
	[...readFileSync(join(ROOT, from), 'utf8').matchAll(/from '(\.[^']*)'/g)].map(([, path = '']) => {
		const target = join(dirname(from), path).replaceAll('\\', '/');
		const to = [`${target}.ts`, `${target}/index.ts`].find((file) => existsSync(join(ROOT, file)));
		return { from, to: to ?? `missing: ${target}` };
	}),
);

const broken = (allowed: (from: string, to: string) => boolean) =>
	imports.filter(({ from, to }) => !allowed(from, to)).map(({ from, to }) => `${from} -> ${to}`);

it('finds the imports of the package', () => {
	expect(files.length).toBeGreaterThan(80);
	expect(imports.length).toBeGreaterThan(200);
	expect(broken((_, to) => files.includes(to))).toEqual([]);
});

it('imports from the same layer or from one below', () => {
	expect(broken((from, to) => layerOf(to) <= layerOf(from))).toEqual([]);
});

it('lets no node and no credential reach into another', () => {
	expect(broken((from, to) => ['nodes/shared', houseOf(from)].includes(houseOf(to)))).toEqual([]);
});

it('has no imports that lead back to where they started', () => {
	const done = new Set<string>();
	const visit = (file: string, path: string[]): string[] => {
		if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
		if (done.has(file)) return [];
		const circle = imports
			.filter(({ from }) => from === file)
			.map(({ to }) => visit(to, [...path, file]))
			.find(({ length }) => length > 0);
		done.add(file);
		return circle ?? [];
	};
	expect(files.map((file) => visit(file, []).join(' -> ')).filter(Boolean)).toEqual([]);
});

it('has no folders that need each other', () => {
	/** Files beside a node's own stand for themselves. */
	const folderOf = (file: string) => (/^nodes\/\w+\/[\w.]+$/.test(file) ? file : dirname(file));
	const pairs = imports
		.map(({ from, to }) => [folderOf(from), folderOf(to)] as const)
		.filter(([from, to]) => from !== to && !from.startsWith(`${to}/`) && !to.startsWith(`${from}/`));
	const known = new Set(pairs.map(([from, to]) => `${from} -> ${to}`));
	expect([...known].filter((pair) => known.has(pair.split(' -> ').reverse().join(' -> ')))).toEqual([]);
});

it('gives no name to two things', () => {
	const declared = /^(?:export )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm;
	const places = new Map<string, string[]>();
	for (const file of files) {
		for (const [, name = ''] of readFileSync(join(ROOT, file), 'utf8').matchAll(declared)) {
			places.set(name, [...(places.get(name) ?? []), file]);
		}
	}
	const twins = [...places].filter(([, found]) => new Set(found).size > 1);
	expect(twins.map(([name, found]) => `${name}: ${found.join(', ')}`)).toEqual([]);
});

it('takes nothing from outside but n8n-workflow and crypto', () => {
	const packages = files.flatMap((file) =>
		[...readFileSync(join(ROOT, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name),
	);
	expect([...new Set(packages)].sort()).toEqual(['crypto', 'n8n-workflow']);
});
