/**
 * `npm run check -- licenses`: the licences of what the sandbox's package contains of other packages must be
 * permissive. The nodes contain nothing of others.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import satisfies from 'spdx-satisfies';
import { bundle } from '../../sandbox/scripts/bundle.ts';

/** All that may be used, changed and passed on for no more than a mention. */
const PERMISSIVE = [
	...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'CC0-1.0', 'ISC', 'MIT'],
	'Unlicense',
];

const isPermissive = (license: string): boolean => {
	try {
		return satisfies(license, PERMISSIVE);
	} catch {
		return false;
	}
};

const folder = mkdtempSync(join(tmpdir(), 'licenses-'));
const packages = await bundle(folder).finally(() => rmSync(folder, { recursive: true }));
const faults = packages.filter(({ license = '' }) => !isPermissive(license));
for (const { name, license } of faults) console.error(`${name}: ${license ?? 'no licence'}`);
console.log(`${packages.length - faults.length} of ${packages.length} packages have permissive licences.`);
process.exitCode = faults.length === 0 && packages.length > 0 ? 0 : 1;
