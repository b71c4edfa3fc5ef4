import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { install, isInstalled } from './dependencies.mjs';

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

const installDependencies = () => {
	if (Number(process.versions.node.split('.')[0]) < oldestNode) {
		giveUp(`Node ${oldestNode} or newer is needed to begin with; this is ${process.version}.`);
	}
	if (isInstalled(projectRoot)) return;
	process.stdout.write('Installing the dependencies (less than half a minute) ...\n');
	try {
		install(projectRoot);
	} catch {
		giveUp('The dependencies could not be installed. The reason is above.');
	}
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
