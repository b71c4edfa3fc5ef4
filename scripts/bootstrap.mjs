import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInstalled } from './installed.mjs';

/*
 * What runs before anything is installed: Node's own modules only, in the JavaScript of Node 20.
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

/** @param {string[]} args */
const npm = (args) => {
	execFileSync('npm', args, {
		cwd: projectRoot,
		stdio: ['ignore', process.stderr, process.stderr],
		env: { ...process.env, npm_config_loglevel: 'error' },
		shell: process.platform === 'win32',
	});
};

const installDependencies = () => {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`Node ${oldestNode} or newer is needed to begin with; this is ${process.version}.`);
	}
	const complete = isInstalled(projectRoot);
	if (complete && existsSync(node24)) return;
	process.stdout.write('Installing the dependencies (about half a minute) ...\n');
	try {
		// Only these two need their install scripts; npm versions differ in which ones they run.
		if (!complete) npm(['ci', '--ignore-scripts']);
		// Node last: once it is there, so is the rest.
		npm(['rebuild', 'bun']);
		npm(['rebuild', 'node']);
	} catch {
		giveUp('The dependencies could not be installed. What npm said is above.');
	}
	if (!existsSync(node24)) giveUp('npm did not install Node 24 (package "node"). Try: npm rebuild node');
};

/**
 * Installs the dependencies if need be and runs a script of this folder under the project's own Node 24 with the same
 * terminal; ends with its exit code.
 *
 * @param {string} script
 * @param {string[]} args
 */
export const continueUnderNode24 = (script, args) => {
	installDependencies();
	const child = spawn(node24, [join(projectRoot, 'scripts', script), ...args], {
		// The channel tells the script that we are gone, whatever has ended us.
		stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
		cwd: projectRoot,
	});
	// In a terminal the script has got the same signal; it is for the script to say when all is stopped.
	/** @type {NodeJS.Signals[]} */
	const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
	for (const signal of signals) process.on(signal, () => child.connected && child.send(signal));
	child.once('error', (error) => giveUp(`Node 24 could not be run: ${error.message}`));
	child.once('exit', (code) => process.exit(code ?? 1));
};
