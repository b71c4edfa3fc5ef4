/**
 * `npm test` and `npm run test:e2e`: see the usage. Both end with the line "N passed, N failed", in which a check
 * counts as one test.
 */
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { npmEnvironment } from '../playground/npm.ts';
import { pathsOf } from '../playground/paths.ts';
import { projectRoot } from './bootstrap.mjs';

const usage = `Usage: npm test [-- JEST'S OPTIONS], npm run test:e2e [-- JEST'S OPTIONS]

npm test runs the checks and all tests that need neither n8n nor a browser, npm run test:e2e those that do. With
options, e.g. npm test -- test/engine/voice.test.ts, it runs the tests that jest chooses by them, and no checks.
`;

/** The part of jest's results that is counted. */
interface JestResults {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
}

interface Counts {
	passed: number;
	failed: number;
}

const env = npmEnvironment(pathsOf(projectRoot));
const jest = join(projectRoot, 'node_modules', 'jest', 'bin', 'jest.js');

/** Runs a command of this repository to its end. */
const run = (command: string, args: string[], show: boolean): Promise<{ code: number; output: string }> =>
	new Promise((resolve) => {
		const stdio = show ? 'inherit' : 'pipe';
		const child = spawn(command, args, { cwd: projectRoot, env, stdio: ['ignore', stdio, stdio] });
		let output = '';
		for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
		child.once('error', ({ message }) => resolve({ code: 1, output: message }));
		child.once('close', (code) => resolve({ code: code ?? 1, output }));
	});

/** Runs a check, which prints nothing but its name if it passes. */
const check = async (what: string, script: string, ...args: string[]): Promise<Counts> => {
	const { code, output } = await run('npm', ['run', '--silent', script, '--', ...args], false);
	console.log(code === 0 ? `✓ ${what}` : `✗ ${what} (npm run ${[script, ...args].join(' ')})\n\n${output}`);
	return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
};

const runChecks = async (): Promise<Counts[]> => [
	await check('The types, the rules of n8n and ours, and the formatting', 'lint'),
	await check('The build, and the documents that are made from it', 'docs', '--check'),
];

/** Runs jest with what it prints in the terminal. */
const runJest = async (options: string[]): Promise<Counts> => {
	const folder = await mkdtemp(join(tmpdir(), 'test-results-'));
	const file = join(folder, 'results.json');
	try {
		const args = [jest, '--json', '--outputFile', file, ...options];
		const { code } = await run(process.execPath, args, true);
		const results = JSON.parse(await readFile(file, 'utf8').catch(() => '{}')) as Partial<JestResults>;
		const { numPassedTests = 0, numFailedTests = 0, numRuntimeErrorTestSuites = 0 } = results;
		// A file that cannot be loaded is one failure, and so is an end of jest without failures that is none.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		return { passed: numPassedTests, failed: code === 0 ? failed : Math.max(failed, 1) };
	} finally {
		await rm(folder, { recursive: true });
	}
};

const [kind = '', ...options] = process.argv.slice(2);
if (options.some((option) => option === '--help' || option === '-h')) {
	process.stdout.write(usage);
} else {
	const projects = kind === 'e2e' ? ['e2e'] : ['unit', 'scripts', 'engine', 'sandbox'];
	const choice = options.includes('--selectProjects') ? [] : ['--selectProjects', ...projects];
	const checks = kind === 'e2e' || options.length > 0 ? [] : await runChecks();
	const counts = [...checks, await runJest([...options, ...choice])];
	const sum = (name: keyof Counts) => counts.reduce((total, one) => total + one[name], 0);
	console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
	process.exitCode = sum('failed') === 0 ? 0 : 1;
}
