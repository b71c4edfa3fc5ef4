/**
 * `npm run check -- licenses`: the licences of what installing the sandbox brings along must be permissive. The
 * nodes bring nothing along.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { projectRoot } from '../bootstrap.mjs';

/** All that may be used, changed and passed on for no more than a mention. */
const PERMISSIVE = [
	...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
	'Unlicense',
];

interface LockedPackage {
	license?: string;
	dependencies?: Record<string, string>;
	optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync(join(projectRoot, 'package-lock.json'), 'utf8')) as {
	packages: Record<string, LockedPackage>;
};

/**
 * Returns the path at which Node finds a package from another one: in its own folder, or else in those above.
 */
const pathOf = (name: string, from: string): string => {
	for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
		const path = `${folder}${folder && '/'}node_modules/${name}`;
		if (path in packages) return path;
		if (folder === '') throw new Error(`package-lock.json has no ${name}, which ${from} needs`);
	}
};

const installed = new Set<string>();
const collect = (path: string): void => {
	const { dependencies, optionalDependencies } = packages[path] ?? {};
	for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
		const found = pathOf(name, path);
		if (installed.has(found)) continue;
		installed.add(found);
		collect(found);
	}
};
collect('sandbox');

const isPermissive = (license: string): boolean => {
	try {
		return satisfies(license, PERMISSIVE);
	} catch {
		return false;
	}
};
const faults = [...installed].filter((path) => !isPermissive(packages[path]?.license ?? ''));
for (const path of faults) console.error(`${path}: ${packages[path]?.license ?? 'no licence'}`);
console.log(`${installed.size - faults.length} of ${installed.size} packages have permissive licences.`);
process.exitCode = faults.length === 0 && installed.size > 0 ? 0 : 1;
