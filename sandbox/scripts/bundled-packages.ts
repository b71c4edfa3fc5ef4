import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';

/** A package of others of which this one contains files. */
export interface BundledPackage {
	readonly name: string;
	readonly version: string;
	/** An SPDX expression, if the package tells one. */
	readonly license?: string;
	/** The texts that have to be passed on with its files, as far as the package has any. */
	readonly notices: readonly string[];
}

const NOTICE = /^(licen[cs]e|copying|notice)\b(?!.*\.[jt]s$)|\.LICENSE\.txt$/i;

/** Lists the packages to which files belong, by name. */
export function findPackages(files: readonly string[]): BundledPackage[] {
	const folders = new Set(files.flatMap((file) => findPackageFolder(file) ?? []));
	const packages = [...folders].map((folder) => {
		const { name, version, license } = JSON.parse(
			readFileSync(join(folder, 'package.json'), 'utf8'),
		) as BundledPackage;
		const names = readdirSync(folder).filter((file) => NOTICE.test(file));
		return { name, version, license, notices: names.map((file) => readFileSync(join(folder, file), 'utf8')) };
	});
	return packages.sort((one, other) => one.name.localeCompare(other.name));
}

/** Returns the folder of the package to which a file belongs; undefined for a file of the sandbox itself. */
function findPackageFolder(file: string): string | undefined {
	const path = dirname(file).split(sep);
	const at = path.lastIndexOf('node_modules');
	if (at < 0) return undefined;
	return path.slice(0, at + (path[at + 1]?.startsWith('@') ? 3 : 2)).join(sep);
}
