import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { exclusively } from './lock.ts';
import { npmEnvironment } from './npm.ts';
import type { Paths } from './paths.ts';
import { run } from './processes.ts';

/** The files and folders that `npm run build` and `npm pack` read. */
const inputs = [
	'nodes',
	'credentials',
	'package.json',
	'tsconfig.json',
	'gulpfile.js',
	'README.md',
	'CHANGELOG.md',
	'LICENSE.md',
];

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const filesIn = async (path: string): Promise<string[]> => {
	if (!existsSync(path)) return [];
	const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => undefined);
	return (
		entries?.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)) ?? [path]
	);
};

const fingerprint = async (projectRoot: string): Promise<string> => {
	const files = (await Promise.all(inputs.map((input) => filesIn(join(projectRoot, input))))).flat().sort();
	const hash = createHash('sha256');
	for (const file of files) hash.update(`${file}\0${sha256(await readFile(file))}\n`);
	return hash.digest('hex');
};

interface Packed {
	inputs: string;
	tarball: string;
	sha256: string;
}

const readPacked = async (file: string): Promise<Packed | undefined> => {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as Packed;
	} catch {
		return undefined;
	}
};

/** The folder of the package that was packed last, unpacked: what n8n loads of it is in its `dist`. */
export const unpackedPackage = ({ packages }: Paths): string => join(packages, 'package');

/** The tarball that was packed from today's sources, if it is still whole. */
export const currentTarball = async (paths: Paths): Promise<string | undefined> => {
	const packed = await readPacked(join(paths.packages, 'packed.json'));
	if (!packed || packed.inputs !== (await fingerprint(paths.projectRoot))) return undefined;
	const tarball = join(paths.packages, packed.tarball);
	const whole = existsSync(tarball) && sha256(await readFile(tarball)) === packed.sha256;
	return whole && existsSync(unpackedPackage(paths)) ? tarball : undefined;
};

/**
 * Builds and packs the nodes as they would be published, and unpacks them beside the tarball; does nothing
 * when the sources are those of the last time.
 *
 * @returns the path of the tarball
 * @throws Failure with the compiler's words and the place of the log
 */
export const packNodes = (paths: Paths, logFile: string, signal?: AbortSignal): Promise<string> =>
	exclusively(join(paths.defaultData, 'pack-lock.sqlite'), () => pack(paths, logFile, signal), signal);

const pack = async (paths: Paths, logFile: string, signal?: AbortSignal): Promise<string> => {
	const current = await currentTarball(paths);
	if (current) return current;
	const before = await fingerprint(paths.projectRoot);
	const npm = (whatFailed: string, args: string[]) =>
		run(
			whatFailed,
			{ command: 'npm', args, cwd: paths.projectRoot, env: npmEnvironment(paths), logFile },
			signal,
		);
	await rm(paths.packages, { recursive: true, force: true });
	await mkdir(paths.packages, { recursive: true });
	await npm('The nodes could not be built', ['run', 'build']);
	await npm('The nodes could not be packed', ['pack', '--pack-destination', paths.packages]);
	const tarball = (await readdir(paths.packages)).find((name) => name.endsWith('.tgz')) ?? '';
	const tar = { command: 'tar', args: ['-xzf', tarball], cwd: paths.packages, logFile };
	await run('The package could not be unpacked', tar, signal);
	const packed: Packed = {
		inputs: before,
		tarball,
		sha256: sha256(await readFile(join(paths.packages, tarball))),
	};
	await writeFile(join(paths.packages, 'packed.json'), JSON.stringify(packed));
	return join(paths.packages, tarball);
};

const nodesFolder = (userFolder: string) => join(userFolder, '.n8n', 'nodes');
const stampIn = (folder: string) => join(folder, 'installed-tarball');

/**
 * Lets another program write the code of the installed nodes; the next start installs a tarball again.
 *
 * @returns the folder that holds it
 */
export const detachInstalledNodes = async (userFolder: string): Promise<string> => {
	const folder = nodesFolder(userFolder);
	await rm(stampIn(folder), { force: true });
	return join(folder, 'node_modules', 'n8n-nodes-voice-agent', 'dist');
};

/**
 * Installs a tarball as a community package where n8n looks for them, unless that very tarball is there
 * already. Without peers, as n8n itself does: n8n brings `n8n-workflow`.
 *
 * @throws Failure when npm cannot install it, e.g. because it is no tarball
 */
export const installNodes = async (
	paths: Paths,
	userFolder: string,
	tarball: string,
	logFile: string,
): Promise<void> => {
	const folder = nodesFolder(userFolder);
	const stamp = stampIn(folder);
	const wanted = sha256(await readFile(tarball));
	const present = await readFile(stamp, 'utf8').catch(() => undefined);
	if (present === wanted) return;
	// The version stays the same from build to build, for which npm would keep the old files.
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'installed-nodes', private: true }));
	await run(`${tarball} could not be installed into n8n`, {
		command: 'npm',
		args: ['install', tarball, '--ignore-scripts', '--no-audit', '--no-fund'],
		cwd: folder,
		env: npmEnvironment(paths),
		logFile,
	});
	await writeFile(stamp, wanted);
};
