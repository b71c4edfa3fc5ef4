import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @typedef {{ version?: string, link?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }} LockedPackage
 * @typedef {{ packages?: Record<string, LockedPackage> }} Lockfile
 */

/**
 * @param {string} file
 * @returns {Lockfile | undefined} undefined when it is absent or half written
 */
const readLockfile = (file) => {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
};

/**
 * Whether `node_modules` holds what `package-lock.json` asks for. npm lists what it has put there in
 * `node_modules/.package-lock.json`, which it writes last: an installation that was interrupted has none.
 * Optional packages may be missing, since most of them are for other platforms.
 *
 * @param {string} folder the folder of the package.json
 * @returns {boolean}
 */
export const isInstalled = (folder) => {
	const wanted = readLockfile(join(folder, 'package-lock.json'))?.packages;
	const present = readLockfile(join(folder, 'node_modules', '.package-lock.json'))?.packages;
	if (!wanted || !present) return false;
	return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
		if (!path.startsWith('node_modules/') || link) return true;
		const found = present[path];
		return found ? found.version === version : Boolean(optional || devOptional);
	});
};
