import { execFile } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { PackedPackage } from './pack.ts';

const execFileAsync = promisify(execFile);

const documents = ['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE.md'];
const built = /^dist\/(nodes|credentials)\/.+\.(js|json|svg)$/;
const test = /(^|\/)(test|tests|__tests__)\/|\.test\.js$/;

interface Manifest {
	version: string;
	dependencies?: Record<string, string>;
	peerDependencies?: Record<string, string>;
	peerDependenciesMeta?: object;
	scripts?: Record<string, string>;
	n8n: { nodes: string[]; credentials: string[] };
}

/** Scripts that npm runs on the machine of a user who installs the package. */
const installScripts = ['preinstall', 'install', 'postinstall', 'prepare'];

const misplaced = (files: string[]): string[] => [
	...files
		.filter((file) => !documents.includes(file) && (!built.test(file) || test.test(file)))
		.map((file) => `${file} does not belong there`),
	...documents.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
];

const promised = (files: string[], { n8n }: Manifest): string[] =>
	[...n8n.nodes, ...n8n.credentials]
		.filter((file) => !files.includes(file))
		.map((file) => `${file}, which n8n is told to load, is missing: run npm run build first`);

const demanding = ({
	dependencies = {},
	peerDependencies,
	peerDependenciesMeta,
	scripts = {},
}: Manifest): string[] => [
	...Object.keys(dependencies).map((name) => `${name} is a run-time dependency`),
	...(JSON.stringify(peerDependencies) === '{"n8n-workflow":"*"}'
		? []
		: ['n8n-workflow must be the only peer']),
	...(JSON.stringify(peerDependenciesMeta) === '{"n8n-workflow":{"optional":true}}'
		? []
		: ['n8n-workflow must be an optional peer, or npm installs a second one']),
	...installScripts
		.filter((name) => name in scripts)
		.map((name) => `the script ${name} would run on installing`),
];

const untold = async (unpacked: string, { version }: Manifest): Promise<string[]> => {
	const changelog = await readFile(join(unpacked, 'CHANGELOG.md'), 'utf8').catch(() => '');
	const told = changelog.includes(`## [${version}]`) || changelog.includes('## [Unreleased]');
	return told ? [] : [`CHANGELOG.md has no entry for ${version}`];
};

/**
 * Installs the package by itself, without a network: whatever it needed besides its peer would be missing.
 */
const companions = async (tarball: string): Promise<string[]> => {
	const folder = join(dirname(tarball), 'alone');
	await mkdir(folder);
	await execFileAsync(
		'npm',
		['install', tarball, '--prefix', folder, '--offline', '--ignore-scripts', '--no-audit'],
		{ cwd: folder },
	);
	const { packages } = JSON.parse(
		await readFile(join(folder, 'node_modules', '.package-lock.json'), 'utf8'),
	) as { packages: Record<string, unknown> };
	const names = Object.keys(packages);
	return names.length === 1 ? [] : [`installing it brings ${names.length} packages: ${names.join(', ')}`];
};

/** All that keeps a package from being what is to be published. */
export const faultsOf = async ({ files, unpacked, tarball }: PackedPackage): Promise<string[]> => {
	const manifest = JSON.parse(await readFile(join(unpacked, 'package.json'), 'utf8')) as Manifest;
	const demands = demanding(manifest);
	return [
		...misplaced(files),
		...promised(files, manifest),
		...demands,
		...(await untold(unpacked, manifest)),
		// With dependencies it could not be installed without a network.
		...(demands.length > 0 ? [] : await companions(tarball)),
	];
};
