import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../playground/failure.ts';
import { npmEnvironment } from '../../playground/npm.ts';
import type { Paths } from '../../playground/paths.ts';
import { run } from '../../playground/processes.ts';

const execFileAsync = promisify(execFile);

/** Asks npm for a field of a package; returns an array where several versions match. */
const view = async (paths: Paths, spec: string, field: string): Promise<string | string[]> => {
	const { stdout } = await execFileAsync('npm', ['view', spec, field, '--json', '--loglevel=error'], {
		cwd: paths.projectRoot,
	});
	return JSON.parse(stdout) as string | string[];
};

/**
 * Returns the version of a tag such as `latest`, or the newest of a range such as `1.123`.
 *
 * @throws Failure when npm finds none
 */
export const versionNamed = async (paths: Paths, version: string): Promise<string> => {
	const found = await view(paths, `n8n@${version}`, 'version').catch(({ stderr }: { stderr?: string }) => {
		throw new Failure(`npm finds no n8n ${version}.${stderr?.trim() ? `\n\n${stderr.trim()}` : ''}`);
	});
	const newestFirst = [found].flat().sort((one, other) => other.localeCompare(one, 'en', { numeric: true }));
	const [newest] = newestFirst;
	if (newest === undefined) throw new Failure(`npm finds no n8n ${version}.`);
	return newest;
};

/**
 * Installs the engine of an n8n version, as its own package.json names it, unless it is there already.
 *
 * @returns the folder of its node_modules
 */
export const installEngine = async (paths: Paths, version: string): Promise<string> => {
	const folder = join(paths.defaultData, 'compat', version);
	const done = join(folder, 'installed');
	if (existsSync(done)) return folder;
	const engine = await Promise.all(
		['n8n-core', 'n8n-workflow'].map(
			async (name) => `${name}@${String(await view(paths, `n8n@${version}`, `dependencies.${name}`))}`,
		),
	);
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true });
	await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true }));
	await run(`The engine of n8n ${version} could not be installed`, {
		command: 'npm',
		args: ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...engine],
		cwd: folder,
		env: npmEnvironment(paths),
		logFile: join(paths.defaultData, 'logs', `install-engine-${version}.log`),
	});
	await writeFile(done, '');
	return folder;
};

/** The results of the tests on an engine. */
export interface Trial {
	passed: number;
	/** Full names. */
	failed: string[];
}

interface JestReport {
	numPassedTests: number;
	testResults: Array<{
		name: string;
		message: string;
		assertionResults: Array<{ fullName: string; status: string }>;
	}>;
}

/** Runs the engine tests on the engine of a version, which is in the `node_modules` of this folder. */
export const tryEngine = async (paths: Paths, folder: string, version: string): Promise<Trial> => {
	const reports = join(paths.defaultData, 'logs', 'compat');
	const report = join(reports, `${version}.json`);
	await mkdir(reports, { recursive: true });
	await rm(report, { force: true });
	// Its exit code says no more than the report.
	await execFileAsync(
		paths.node,
		[
			join(paths.projectRoot, 'node_modules', 'jest', 'bin', 'jest.js'),
			...['--config', join(paths.projectRoot, 'test', 'compat', 'jest.config.js')],
			...['--forceExit', '--silent', '--json', `--outputFile=${report}`],
		],
		{
			cwd: paths.projectRoot,
			env: { ...npmEnvironment(paths), N8N_ENGINE_FOLDER: folder },
			maxBuffer: 2 ** 28,
		},
	).catch(() => undefined);
	const { numPassedTests, testResults } = JSON.parse(await readFile(report, 'utf8')) as JestReport;
	const failed = testResults.flatMap(({ name, message, assertionResults }) =>
		assertionResults.length === 0
			? [`${name} cannot be loaded: ${message}`]
			: assertionResults.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
	);
	return { passed: numPassedTests, failed };
};
