import { existsSync, globSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '../..');

/** Files that Node itself runs, although the others in their folders are for jest. */
const STARTS = globSync(['bench/**/*.ts', 'scripts/**/*.ts'], { cwd: root });

/** Returns the faults for which Node cannot run a file or what it imports; `playground/built-nodes.ts` answers for the nodes. */
function faultsOf(file: string, seen: Set<string>): string[] {
	if (seen.has(file) || /^(nodes|credentials)\//.test(file)) return [];
	seen.add(file);
	if (!existsSync(join(root, file))) return [`${file} does not exist: imports need their endings`];
	if (!file.endsWith('.ts')) return [];
	const source = readFileSync(join(root, file), 'utf8');
	const faults = /\b__dirname\b/.test(source) ? [`${file} uses __dirname, which ES modules lack`] : [];
	try {
		stripTypeScriptTypes(source);
	} catch (error) {
		faults.push(`${file}: ${(error as Error).message}`);
	}
	const imports = source.matchAll(/^(?:import|export) (?!type )(?:[^;]*? from )?'(\.[^']*)';$/gm);
	const below = [...imports].map(([, name = '']) => relative(root, join(root, dirname(file), name)));
	return [...faults, ...below.flatMap((imported) => faultsOf(imported, seen))];
}

it('Node can run the benchmarks and scripts with all that they import', () => {
	const seen = new Set<string>();
	expect(STARTS.flatMap((file) => faultsOf(file, seen))).toEqual([]);
	expect(seen.size).toBeGreaterThan(STARTS.length + 20);
});
