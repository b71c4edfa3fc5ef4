import { printable } from '../cli/show.ts';
import type { ScenarioRun } from '../client/records.ts';
import type { TestResult } from './run-test.ts';

/** A finished run of a test, as it is reported. */
export interface ReportedRun {
	/** The file of the workflow and the title of the scenario. */
	readonly name: string;
	/** The faults in words; absent without faults. */
	readonly faults?: string;
	readonly result: TestResult;
}

/** Formats a step that has ended: one line, and one with what came instead if it failed. */
export function describeStep({ status, note, duration_ms: ms, error }: ScenarioRun['steps'][number]): string {
	const isDone = status === 'done';
	const time = ms !== null && ms >= 1000 ? `  (${seconds(ms)})` : '';
	const line = `  ${isDone ? '✓' : '✗'} ${printable(note)}${time}`;
	return isDone || error === null ? line : `${line}\n      ${printable(error)}`;
}

/** Formats the end of a run: whether it passed, and what is wrong besides its steps. */
export function describeResult({ steps, problems, durationMs }: TestResult): string {
	const notes = steps.map(({ note }) => note);
	const others = problems.filter((problem) => !notes.some((note) => problem.startsWith(`${note}: `)));
	const lines = others.map((problem) => `  ✗ ${printable(problem)}`);
	const verdict = problems.length === 0 ? 'Passed' : 'Failed';
	return [...lines, `  ${verdict} after ${seconds(durationMs)}`].join('\n');
}

/** Formats all runs as a JUnit report, which CI systems read. */
export function toJUnit(runs: readonly ReportedRun[]): string {
	const failed = runs.filter(({ result }) => result.problems.length > 0).length;
	const cases = runs.map(({ name, faults, result }) => {
		const attributes = [
			`classname="${escape(name)}"`,
			`name="${escape(faults ?? 'without faults')}"`,
			`time="${result.durationMs / 1000}"`,
		].join(' ');
		const [first] = result.problems;
		if (first === undefined) return `\t\t<testcase ${attributes}/>`;
		const failure = `<failure message="${escape(first)}">${result.problems.map(escape).join('\n')}</failure>`;
		return `\t\t<testcase ${attributes}>${failure}</testcase>`;
	});
	const counts = `tests="${runs.length}" failures="${failed}"`;
	return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
	<testsuite name="voice-agent-sandbox" ${counts}>
${cases.join('\n')}
	</testsuite>
</testsuites>
`;
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, without the characters that XML does not allow. */
function escape(text: string): string {
	return printable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
