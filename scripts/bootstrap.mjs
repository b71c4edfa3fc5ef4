import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * This module runs before anything is installed: with Node's own modules only, in the JavaScript of Node 20.
 */

/** The folder of the repository. */
export const projectRoot = fileURLToPath(new URL('..', import.meta.url));

const node24 = join(projectRoot, 'node_modules', 'node', 'bin', 'node');
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

/** Compares the lockfile with npm's own list of what it has installed, which it writes last. */
const isInstalled = () => {
	const installed = packagesIn(join(projectRoot, 'node_modules', '.package-lock.json'));
	return (
		existsSync(node24) &&
		Object.entries(packagesIn(join(projectRoot, 'package-lock.json'))).every(
			([path, { version, optional, devOptional }]) =>
				!path.startsWith('node_modules/') || optional || devOptional || installed[path]?.version === version,
		)
	);
};

const installDependencies = () => {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`Node ${oldestNode} or newer is needed to begin with; this is ${process.version}.`);
	}
	if (isInstalled()) return;
	process.stdout.write('Installing the dependencies with npm (about a minute) ...\n');
	// `npm ci` would delete what is there; only what differs needs to change.
	const isThere = existsSync(join(projectRoot, 'node_modules'));
	// Under an older Node, npm would warn about each package that needs the Node that it installs.
	const args = [...(isThere ? ['install', '--no-save'] : ['ci']), '--loglevel=error'];
	const { status, error } = spawnSync('npm', args, {
		cwd: projectRoot,
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	if (error) giveUp(`The dependencies could not be installed: npm could not be run (${error.message}).`);
	if (status !== 0) giveUp('The dependencies could not be installed. The reason is above.');
};

/**
 * Installs the dependencies if need be and goes on under the project's own Node 24 with
 * the same terminal; ends with its exit code.
 *
 * @param {string[]} args of Node: its options, a script by its path in the
 * repository, and the script's own arguments
 */
export const continueUnderNode24 = (args) => {
	refuseWindows();
	installDependencies();
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
