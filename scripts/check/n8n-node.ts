/**
 * `npm run check -- n8n-node`: runs `n8n-node lint` and `n8n-node build` with n8n's default configuration on a
 * copy of what is published, beside the modules that are installed with n8n. Nothing may be found, warnings
 * included, and the build must hold the files of ours.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { explain } from '../../playground/failure.ts';
import { npmEnvironment } from '../../playground/npm.ts';
import { pathsOf } from '../../playground/paths.ts';
import { packNodes } from '../../playground/tarball.ts';
import { projectRoot } from '../bootstrap.mjs';
import { provideN8n } from '../provide.ts';

const published = ['nodes', 'credentials', 'package.json', 'tsconfig.json', 'README.md', 'LICENSE.md'];
const paths = pathsOf(projectRoot);
const modules = join(paths.playground, 'node_modules');
const configuration = join(
	modules,
	...['@n8n', 'node-cli', 'dist', 'template', 'templates', 'shared', 'default', 'eslint.config.mjs'],
);

const filesIn = (folder: string): string[] =>
	readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => statSync(join(folder, name)).isFile() && !name.endsWith('.tsbuildinfo'))
		.sort();

const copy = mkdtempSync(join(tmpdir(), 'n8n-node-'));
const faults: string[] = [];

const n8nNode = (command: string) => {
	const { status, stdout, stderr } = spawnSync(join(modules, '.bin', 'n8n-node'), [command], {
		cwd: copy,
		env: npmEnvironment(paths),
		encoding: 'utf8',
	});
	// Its eslint always writes in colours.
	const output = stripVTControlCharacters(stdout + stderr);
	const clean = status === 0 && !/\d+:\d+\s+(warning|error)/.test(output);
	console.log(`${clean ? '✓' : '✗'} n8n-node ${command}`);
	if (!clean) faults.push(output);
};

try {
	await provideN8n(paths, join(paths.defaultData, 'logs'));
	for (const name of published) cpSync(join(projectRoot, name), join(copy, name), { recursive: true });
	cpSync(configuration, join(copy, 'eslint.config.mjs'));
	symlinkSync(modules, join(copy, 'node_modules'), 'dir');
	n8nNode('lint');
	n8nNode('build');
	if (faults.length === 0) {
		const theirs = filesIn(join(copy, 'dist'));
		const tarball = await packNodes(paths, join(paths.defaultData, 'logs', 'pack.log'));
		const ours = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' })
			.split('\n')
			.flatMap((name) => /^package\/dist\/(.+)/.exec(name)?.[1] ?? [])
			.sort();
		const different = [...theirs, ...ours].filter((name) => !theirs.includes(name) || !ours.includes(name));
		const same = different.length === 0;
		console.log(`${same ? '✓' : '✗'} both builds hold the same ${ours.length} files`);
		if (!same) faults.push(`Only in one of the builds: ${different.join(', ')}`);
	}
} catch (error) {
	faults.push(explain(error));
} finally {
	rmSync(copy, { recursive: true, force: true });
}
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
