import { CliError, printable } from '../client/command-line.ts';
import type { RunStep } from '../control/scenarios/play.ts';
import type { TestResult } from './run-test.ts';

/** A finished run of a test, as it is reported. */
export interface ReportedRun {
	/** The file of the workflow and the title of the scenario. */
	readonly name: string;
	/** The faults in words; absent without faults. */
	readonly faults?: string;
	/** The result, or why the test could not run. */
	readonly result: TestResult | CliError;
}

/** Tells if a run has passed, under faults also if the workflow failed visibly. */
export function hasPassed({ result }: Pick<ReportedRun, 'result'>): boolean {
	return !(result instanceof CliError) && result.outcome !== 'failed';
}

/** Formats a step that has ended: one line, and one with what came instead if it failed. */
export function describeStep(step: RunStep): string {
	const { status, note, duration_ms: ms, no_receiver: noReceiver, error } = step;
	const isDone = status === 'done';
	const time = ms !== null && ms >= 1000 ? `  (${seconds(ms)})` : '';
	const reached = noReceiver === null ? '' : `  (reached nobody: ${noReceiver})`;
	const line = `  ${isDone ? '✓' : '✗'} ${printable(note)}${time}${reached}`;
	return isDone || error === null ? line : `${line}\n      ${printable(error)}`;
}

/** Formats the end of a run: whether it passed, and what is wrong besides its steps. */
export function describeResult({ steps, problems, remarks, durationMs }: TestResult): string {
	const notes = steps.map(({ note }) => note);
	const others = problems.filter((problem) => !notes.some((note) => problem.startsWith(`${note}: `)));
	const lines = [
		...others.map((problem) => `  ✗ ${printable(problem)}`),
		...remarks.map((remark) => `  ! ${printable(remark)}`),
	];
	const verdict = problems.length === 0 ? 'Passed' : 'Failed';
	return [...lines, `  ${verdict} after ${seconds(durationMs)}`].join('\n');
}

/** Formats a run under faults: answered, or failed so that people see it, or what is wrong. */
export function describeRunUnderFaults({ faults = '', result }: ReportedRun): string {
	if (result instanceof CliError) return `  ✗ ${faults}\n      ${printable(result.message)}`;
	const outcome = { passed: 'answered', 'failed visibly': 'failed visibly', failed: '' }[result.outcome];
	const problems = result.problems.map((problem) => `\n      ${printable(problem)}`).join('');
	return outcome === '' ? `  ✗ ${faults}${problems}` : `  ✓ ${faults} (${outcome})`;
}

/** Counts how all runs ended, e.g. `7 of 9 runs passed (2 of them failed visibly), 1 could not run`. */
export function summarize(runs: readonly ReportedRun[]): string {
	const count = (is: (run: ReportedRun) => boolean) => runs.filter(is).length;
	const visibly = count(({ result }) => !(result instanceof CliError) && result.outcome === 'failed visibly');
	const unable = count(({ result }) => result instanceof CliError);
	return [
		`${count(hasPassed)} of ${runs.length} ${runs.length === 1 ? 'run' : 'runs'} passed`,
		...(visibly > 0 ? [` (${visibly} of them failed visibly)`] : []),
		...(unable > 0 ? [`, ${unable} could not run`] : []),
	].join('');
}

/** Formats all runs as a JUnit report, which CI systems read. */
export function toJUnit(runs: readonly ReportedRun[]): string {
	const errors = runs.filter(({ result }) => result instanceof CliError).length;
	const failures = runs.filter((run) => !hasPassed(run)).length - errors;
	const cases = runs.map(({ name, faults, result }) => {
		const durationMs = result instanceof CliError ? 0 : result.durationMs;
		const attributes = [
			`classname="${escape(name)}"`,
			`name="${escape(faults ?? 'without faults')}"`,
			`time="${durationMs / 1000}"`,
		].join(' ');
		const content = describeCase(result);
		return content === ''
			? `\t\t<testcase ${attributes}/>`
			: `\t\t<testcase ${attributes}>${content}</testcase>`;
	});
	const counts = `tests="${runs.length}" failures="${failures}" errors="${errors}"`;
	return `<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${counts}>
	<testsuite name="voice-agent-sandbox" ${counts}>
${cases.join('\n')}
	</testsuite>
</testsuites>
`;
}

function describeCase(result: ReportedRun['result']): string {
	if (result instanceof CliError) return `<error message="${escape(result.message)}"/>`;
	const [first] = result.problems;
	if (first !== undefined) {
		return `<failure message="${escape(first)}">${result.problems.map(escape).join('\n')}</failure>`;
	}
	return result.outcome === 'failed visibly' ? '<system-out>failed visibly</system-out>' : '';
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes a text for XML, without the characters that XML does not allow. */
function escape(text: string): string {
	return printable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');
}
