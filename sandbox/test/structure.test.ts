import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { API_KEY_CREDENTIAL, PACKAGE, SESSION_CREDENTIAL, TRIGGER_KINDS } from '../src/n8n/nodes.ts';
import { EVENTS } from '../src/service/webhooks/rules.ts';

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
/** The room of a file; empty for the files that put the sandbox together. */
const roomOf = (file: string) => (file.includes(sep) ? (file.split(sep)[0] ?? '') : '');
/** The folder of a file, e.g. `service/messages`. */
const folderOf = (file: string) => dirname(file).replace(/^\.$/, '');

/** The other rooms that each one may know. */
const KNOWN_ROOMS: Readonly<Record<string, readonly string[]>> = {
	service: [],
	control: ['service'],
	client: ['service'],
	n8n: ['client', 'control', 'service'],
	tester: ['client', 'n8n'],
	cli: ['client', 'control', 'n8n', 'service', 'tester'],
};
/** The tester shares these files with the part that plays scenarios: the format, and how a step is performed and judged. */
const SCENARIO_FILES = ['scenario', 'check', 'play', 'judge', 'new-records'].map((name) =>
	join('control', 'scenarios', `${name}.ts`),
);

/** The folders of the parts that a file imports by name, e.g. `import chatSessionsPart`. */
const partsIn = (file: string) =>
	new Map(
		[...read(file).matchAll(/import (\w+Part)\b.* from '(\.[^']+)\/index\.ts'/g)].map(
			([, name = '', folder = '']) => [name, join(dirname(file), folder)],
		),
	);
/** The parts with what they say that they depend on. */
const parts = new Map(
	files
		.filter((file) => file.endsWith(`${sep}index.ts`) && read(file).includes('definePart('))
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

/** Fails with a circle among these, if there is one. */
function requireNoCircle(graph: ReadonlyMap<string, Iterable<string>>): void {
	const done = new Set<string>();
	const visit = (one: string, path: readonly string[]): void => {
		if (path.includes(one)) throw new Error([...path.slice(path.indexOf(one)), one].join(' -> '));
		if (done.has(one)) return;
		for (const next of graph.get(one) ?? []) visit(next, [...path, one]);
		done.add(one);
	};
	for (const one of graph.keys()) visit(one, []);
	expect(done.size).toBeGreaterThan(0);
}

describe('the sources', () => {
	it('have no circular imports, neither of files nor of folders', () => {
		requireNoCircle(new Map(files.map((file) => [file, importsOf(file)])));
		const folders = new Map<string, Set<string>>();
		for (const file of files) {
			const from = folderOf(file);
			const others = importsOf(file).map(folderOf);
			const known = others.filter((to) => from !== '' && to !== '' && to !== from);
			folders.set(from, new Set([...(folders.get(from) ?? []), ...known]));
		}
		requireNoCircle(folders);
	});

	it.each(Object.entries(KNOWN_ROOMS))('in %s know no other room than %j', (room, known) => {
		const inside = files.filter((file) => roomOf(file) === room);
		expect(inside.length).toBeGreaterThan(5);
		const strange = inside.flatMap((file) =>
			importsOf(file)
				.filter((path) => !['', room, ...known].includes(roomOf(path)))
				.filter((path) => room !== 'tester' || !SCENARIO_FILES.includes(path))
				.map((path) => `${file} -> ${path}`),
		);
		expect(strange).toEqual([]);
	});

	it('outside of the rooms put the sandbox together, and the rooms know only the files of the package', () => {
		expect(files.filter((file) => roomOf(file) === '').sort()).toEqual(
			['cli.ts', 'index.ts', 'package-files.ts', 'parts.ts', 'server.ts'].sort(),
		);
		const users = files.filter(
			(file) =>
				roomOf(file) !== '' && importsOf(file).some((path) => ['parts.ts', 'server.ts'].includes(path)),
		);
		expect(users).toEqual([join('cli', 'serve.ts')]);
	});

	it("know n8n's API and our nodes in two rooms, and nowhere else", () => {
		const others = files.filter((file) => !['n8n', 'tester'].includes(roomOf(file)));
		const knowing = others.filter((file) =>
			/voiceAgent[A-Z]|n8n-nodes|sendAndWait|x-n8n|api\/v1|webhookId|\/webhook\b.*n8n/.test(read(file)),
		);
		expect(knowing).toEqual([]);
	});

	it('name our nodes, their credentials and their parameters as they are', () => {
		const nodes = join(SOURCES, '..', '..', 'nodes');
		const names = Object.keys(TRIGGER_KINDS).map(
			(name) => `${(name[0] ?? '').toUpperCase()}${name.slice(1)}`,
		);
		for (const name of [...names, 'VoiceAgent']) {
			const source = readFileSync(join(nodes, name, `${name}.node.ts`), 'utf8');
			expect(source).toMatch(new RegExp(`name: '${(name[0] ?? '').toLowerCase()}${name.slice(1)}'`));
		}
		const credentials = join(nodes, '..', 'credentials');
		const declared = readdirSync(credentials).map((file) => readFileSync(join(credentials, file), 'utf8'));
		for (const type of [API_KEY_CREDENTIAL, SESSION_CREDENTIAL]) {
			expect(declared.join()).toContain(`name = '${type}'`);
		}
		for (const field of 'baseUrl apiKey signingSecret chatAppToken anonKey email password'.split(' ')) {
			expect(declared.join()).toContain(`name: '${field}'`);
		}
		const all = readdirSync(nodes, { recursive: true, encoding: 'utf8' })
			.filter((file) => file.endsWith('.ts'))
			.map((file) => readFileSync(join(nodes, file), 'utf8'))
			.join();
		for (const parameter of ['events', 'authentication']) expect(all).toContain(`name: '${parameter}'`);
		for (const value of ['session', 'sendAndWait', ...EVENTS]) expect(all).toContain(`'${value}'`);
		expect(PACKAGE).toBe(
			(JSON.parse(readFileSync(join(nodes, '..', 'package.json'), 'utf8')) as { name: string }).name,
		);
	});

	it('are parts that are all served', () => {
		const served = [
			...read('parts.ts').matchAll(/export \{ default as \w+ \} from '\.\/([^']+)\/index\.ts'/g),
		];
		expect(served.map(([, folder = '']) => join(folder)).sort()).toEqual([...parts.keys()].sort());
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
