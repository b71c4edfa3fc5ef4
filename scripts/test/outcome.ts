import { readFile } from 'node:fs/promises';
import type { Part } from './parts.ts';

/** A row of the table at the end. */
export interface Outcome {
	name: string;
	passed: number;
	failed: number;
	/** Of a jest project: those of its files together, which run side by side. */
	seconds: number;
}

interface JestReport {
	testResults: Array<{
		name: string;
		startTime: number;
		endTime: number;
		status: string;
		assertionResults: Array<{ status: string }>;
	}>;
}

/** Where the tests of a project are, as `jest.config.js` has it. */
const folders: Record<string, string> = {
	unit: 'test/unit',
	scripts: 'test/scripts',
	engine: 'test/engine',
	sandbox: 'sandbox/test',
	e2e: 'test/e2e',
};

const readReport = async (file: string): Promise<JestReport | undefined> => {
	try {
		return JSON.parse(await readFile(file, 'utf8')) as JestReport;
	} catch {
		return undefined;
	}
};

/** A file that cannot be loaded is one failure more. */
const countProject = (report: JestReport, root: string, project: string): Outcome => {
	const files = report.testResults.filter(({ name }) => name.startsWith(`${root}${folders[project]}/`));
	const tests = files.flatMap(({ assertionResults }) => assertionResults);
	const broken = files.filter(
		({ status, assertionResults }) =>
			status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
	);
	const count = (status: string) => tests.filter((test) => test.status === status).length;
	return {
		name: project,
		passed: count('passed'),
		failed: count('failed') + broken.length,
		seconds: files.reduce((sum, { startTime, endTime }) => sum + (endTime - startTime) / 1000, 0),
	};
};

/**
 * What has come of a part that has run: a row, or one for each of its jest projects. A jest run without a report, or one
 * that fails though all tests pass, is one failure more.
 */
export const outcomesOf = async (
	{ name, projects }: Part,
	root: string,
	report: string,
	succeeded: boolean,
	seconds: number,
): Promise<Outcome[]> => {
	if (!projects) return [{ name, passed: Number(succeeded), failed: Number(!succeeded), seconds }];
	const read = await readReport(report);
	const rows = read ? projects.map((project) => countProject(read, root, project)) : [];
	const told = rows.some(({ failed }) => failed > 0);
	return succeeded || told ? rows : [...rows, { name, passed: 0, failed: 1, seconds }];
};
