/**
 * `npm run check -- scan [folder]`: the rules of n8n's scanner of community packages, on the sources and on what
 * is packed. The scanner itself can only look at what is published already.
 */
import { withPackedPackage } from './package/pack.ts';
import { loadScanner, publishedPatterns, scanFolder } from './package/scanner.ts';
import type { Scan } from './package/scanner.ts';
import { pathsOf } from '../../playground/paths.ts';
import { projectRoot } from '../bootstrap.mjs';

const [folder = projectRoot] = process.argv.slice(2);

const report = (what: string, { files, findings }: Scan) => {
	console.log(`${what}: ${files} files, ${findings ? 'findings:' : 'no findings'}${findings}`);
	if (findings) process.exitCode = 1;
};

const scanner = await loadScanner(pathsOf(projectRoot));
report('Sources', await scanFolder(folder, scanner.sourcePatterns, scanner));
await withPackedPackage(folder, async ({ unpacked }) =>
	report('Package', await scanFolder(unpacked, publishedPatterns, scanner)),
);
