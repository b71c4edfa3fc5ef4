import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * This module runs before anything is installed: with Node's own modules only, in the JavaScript of Node 20.
 */

/** The folder of the repository. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

const node24 = join(projectRoot, 'node_modules', 'node', 'bin', 'node');
const lockfile = join(projectRoot, 'package-lock.json');
const oldestNode = 20;

/**
 * Ends this program with a line that says why.
 *
 * @param {string} message
 * @param {number} [code]
 * @returns {never}
 */
export const giveUp = (message, code = 1) => {
	process.stderr.write(`${message}\n`);
	process.exit(code);
};

/** Refuses Windows, where the programs that this starts are not what they are elsewhere. */
export const refuseWindows = () => {
	if (process.platform !== 'win32') return;
	giveUp(
		'This does not run on Windows itself: install WSL (wsl --install), and clone and start it in there.',
	);
};

/**
 * The packages of a lockfile by their paths; none when there is no such file.
 *
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>}
 */
const packagesIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : {});

/**
 * @typedef {'start' | 'tests'} Purpose what is to be run: `npm start`, which needs no more than the package.json of the
 * repository and of the sandbox name, or all else, which also needs what that of `test` names
 */

/** Tells which lockfile `npm start` has installed its part of, by the lockfile's text. */
const markOfStart = join(projectRoot, 'node_modules', '.installed-for-start');

/**
 * Compares the lockfile with npm's own list of what it has installed, which it writes last.
 *
 * @param {Purpose} purpose
 */
const isInstalled = (purpose) => {
	if (!existsSync(node24)) return false;
	if (purpose === 'start' && existsSync(markOfStart)) {
		if (readFileSync(markOfStart, 'utf8') === readFileSync(lockfile, 'utf8')) return true;
	}
	const installed = packagesIn(join(projectRoot, 'node_modules', '.package-lock.json'));
	return Object.entries(packagesIn(lockfile)).every(
		([path, { version, optional, devOptional }]) =>
			!path.startsWith('node_modules/') || optional || devOptional || installed[path]?.version === version,
	);
};

/**
 * @param {Purpose} purpose
 */
const installDependencies = (purpose) => {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`Node ${oldestNode} or newer is needed to begin with; this is ${process.version}.`);
	}
	if (isInstalled(purpose)) return;
	process.stdout.write('Installing the dependencies with npm (less than a minute) ...\n');
	// `npm ci` would delete what is there; only what differs needs to change.
	const isThere = existsSync(join(projectRoot, 'node_modules'));
	// Under an older Node, npm would warn about each package that needs the Node that it installs.
	const part = purpose === 'start' ? ['--workspace=sandbox', '--include-workspace-root'] : [];
	const args = [...(isThere ? ['install', '--no-save'] : ['ci']), ...part, '--loglevel=error'];
	const { status, error } = spawnSync('npm', args, {
		cwd: projectRoot,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (error) giveUp(`The dependencies could not be installed: npm could not be run (${error.message}).`);
	if (status !== 0) giveUp('The dependencies could not be installed. The reason is above.');
	if (purpose === 'start') copyFileSync(lockfile, markOfStart);
};

/**
 * Installs the dependencies if need be and goes on under the project's own Node 24 with
 * the same terminal; ends with its exit code.
 *
 * @param {string[]} args of Node: its options, a script by its path in the
 * repository, and the script's own arguments
 * @param {Purpose} purpose
 */
export const continueUnderNode24 = (args, purpose) => {
	refuseWindows();
	installDependencies(purpose);
	const child = spawn(node24, args, {
		// The channel tells the script that we are gone, whatever has ended us.
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		cwd: projectRoot,
	});
	// It is for the script to say when all is stopped.
	/** @type {NodeJS.Signals[]} */
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, () => child.kill(signal));
	child.once('error', (error) => giveUp(`Node 24 could not be run: ${error.message}`));
	child.once('exit', (code) => process.exit(code ?? 1));
};
