import { execFileSync } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

/*
 * Installs what package-lock.json names. npm brings only Bun, which installs the rest from the same lockfile and checks it in the
 * same way: npm takes ten times as long. Needs nothing but Node's own modules, in the JavaScript of Node 20.
 */

/** @param {string} folder */
const modulesOf = (folder) => join(folder, 'node_modules');
/** @param {string} folder */
const bunOf = (folder) => join(modulesOf(folder), 'bun', 'bin', 'bun.exe');
/** @param {string} folder */
const lockfileOf = (folder) => join(folder, 'package-lock.json');
/**
 * A copy of the lockfile, written last: an installation that was interrupted has none.
 *
 * @param {string} folder
 */
const installedLockfileOf = (folder) => join(modulesOf(folder), 'installed.lock');

/**
 * @param {string} command
 * @param {string[]} args
 * @param {string} cwd
 */
const run = (command, args, cwd) => {
	execFileSync(command, args, {
		cwd,
		stdio: ['ignore', process.stderr, process.stderr],
		env: { ...process.env, npm_config_loglevel: 'error' },
		// Windows has npm as a script.
		shell: process.platform === 'win32' && command === 'npm',
	});
};

/**
 * Makes a `node_modules` in which there is only Bun.
 *
 * @param {string} folder
 */
const installBun = (folder) => {
	/** @type {{ packages: Record<string, { version: string, workspaces?: string[] }> }} */
	const { packages } = JSON.parse(readFileSync(lockfileOf(folder), 'utf8'));
	const bun = Object.entries(packages).filter(([path]) =>
		/^node_modules\/(bun|@oven\/bun-[^/]+)$/.test(path),
	);
	const root = { dependencies: { bun: packages['node_modules/bun']?.version } };
	const playground = join(folder, '.playground');
	mkdirSync(playground, { recursive: true });
	const alone = mkdtempSync(join(playground, 'bun-'));
	try {
		writeFileSync(join(alone, 'package.json'), JSON.stringify(root));
		const lockfile = { lockfileVersion: 3, packages: { '': root, ...Object.fromEntries(bun) } };
		writeFileSync(lockfileOf(alone), JSON.stringify(lockfile));
		run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], alone);
		for (const one of ['.', ...(packages['']?.workspaces ?? [])]) {
			rmSync(modulesOf(join(folder, one)), { recursive: true, force: true });
		}
		renameSync(modulesOf(alone), modulesOf(folder));
	} finally {
		rmSync(alone, { recursive: true, force: true });
	}
	// npm's list of what is there would soon be wrong.
	rmSync(join(modulesOf(folder), '.package-lock.json'));
	run('node', ['install.js'], join(modulesOf(folder), 'bun'));
};

/**
 * Adds the program to the package `node`, as its install script does with npm.
 *
 * @param {string} folder
 */
const installNode = (folder) => {
	const node = join(modulesOf(folder), 'node');
	/** @type {{ version: string }} */
	const { version } = JSON.parse(readFileSync(join(node, 'package.json'), 'utf8'));
	const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
	const name = `${prefix}-${process.platform}-${process.arch}`;
	run(bunOf(folder), ['add', '--no-save', '--ignore-scripts', '--no-summary', `${name}@${version}`], node);
	mkdirSync(join(node, 'bin'), { recursive: true });
	linkSync(join(modulesOf(node), name, 'bin', 'node'), join(node, 'bin', 'node'));
	symlinkSync(join('..', 'node', 'bin', 'node'), join(modulesOf(folder), '.bin', 'node'));
};

/**
 * Whether `node_modules` was installed from the lockfile as it is now.
 *
 * @param {string} folder the folder of the package.json
 * @returns {boolean}
 */
export const isInstalled = (folder) =>
	existsSync(installedLockfileOf(folder)) &&
	readFileSync(installedLockfileOf(folder)).equals(readFileSync(lockfileOf(folder)));

/**
 * Installs the dependencies, in place of those that are there.
 *
 * @param {string} folder the folder of the package.json
 * @throws {Error} when a program fails; what it said is on standard error
 */
export const install = (folder) => {
	installBun(folder);
	const args = ['install', '--frozen-lockfile', '--linker=hoisted', '--ignore-scripts', '--no-summary'];
	run(bunOf(folder), args, folder);
	installNode(folder);
	copyFileSync(lockfileOf(folder), installedLockfileOf(folder));
};
