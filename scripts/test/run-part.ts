import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { npmEnvironment } from '../../playground/npm.ts';
import type { Paths } from '../../playground/paths.ts';
import type { Part } from './parts.ts';

/** What became of a part. */
export interface Outcome {
	name: string;
	passed: number;
	failed: number;
	seconds: number;
}

interface JestReport {
	numPassedTests: number;
	numFailedTests: number;
	numRuntimeErrorTestSuites: number;
	success: boolean;
}

const readReport = async (file: string): Promise<JestReport | undefined> => {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as JestReport;
	} catch {
		return undefined;
	}
};

/** A test file that cannot be loaded, or a jest that does not come to its end, is one failure more. */
const countTests = async (file: string, succeeded: boolean): Promise<Pick<Outcome, 'passed' | 'failed'>> => {
	const report = await readReport(file);
	if (!report) return { passed: 0, failed: 1 };
	const failed = report.numFailedTests + report.numRuntimeErrorTestSuites;
	return { passed: report.numPassedTests, failed: succeeded ? failed : Math.max(failed, 1) };
};

/** Runs one part with its output in the terminal. */
export const runPart = async (paths: Paths, part: Part): Promise<Outcome> => {
	const folder = join(paths.defaultData, 'test');
	const report = join(folder, `${part.script.replace(':', '-')}.json`);
	await mkdir(folder, { recursive: true });
	await rm(report, { force: true });
	const since = Date.now();
	const args = ['run', '--silent', part.script];
	if (part.jest) args.push('--', '--json', `--outputFile=${report}`);
	const child = spawn('npm', args, {
		cwd: paths.projectRoot,
		env: npmEnvironment(paths),
		stdio: ['ignore', 'inherit', 'inherit'],
	});
	const [code] = (await once(child, 'exit')) as [number | null];
	const seconds = (Date.now() - since) / 1000;
	const succeeded = code === 0;
	const counts = part.jest
		? await countTests(report, succeeded)
		: { passed: Number(succeeded), failed: Number(!succeeded) };
	return { name: part.name, seconds, ...counts };
};
