/**
 * `npm run check -- tarball [folder]`: the package must hold what is published
 * and nothing else, and bring nothing along.
 */
import { faultsOf } from './package/contents.ts';
import { withPackedPackage } from './package/pack.ts';
import { projectRoot } from '../bootstrap.mjs';

const [folder = projectRoot] = process.argv.slice(2);

await withPackedPackage(folder, async (packed) => {
	const faults = await faultsOf(packed);
	if (faults.length > 0) {
		console.error(`The tarball is not what is to be published:\n  ${faults.join('\n  ')}`);
		process.exitCode = 1;
	} else {
		console.log(
			`The tarball holds ${packed.files.length} files, ${packed.size} bytes; ` +
				'installed alone it is 1 package.',
		);
	}
});
