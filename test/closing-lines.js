import { writeSync } from 'node:fs';

/** Says at the end of a run which tests this machine could not run and why, and then `N passed, N failed`. */
export default class ClosingLines {
	onRunComplete(_, { testResults, numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		const skipped = testResults
			.flatMap((file) => file.testResults)
			.filter(({ status }) => status === 'pending')
			.flatMap(({ ancestorTitles }) => /\(skipped: (.+?)\)( |$)/.exec(ancestorTitles.join(' '))?.[1] ?? []);
		const lines =
			skipped.length > 0 ? [`${skipped.length} tests skipped: ${[...new Set(skipped)].join('; ')}.`] : [];
		// A file that cannot be loaded is one failure more.
		lines.push(`${numPassedTests} passed, ${numFailedTests + numRuntimeErrorTestSuites} failed`);
		// After jest's own summary, and even if jest has to force its end, when it closes its streams.
		process.once('exit', () => lines.forEach((line) => writeSync(1, `\n${line}\n`)));
	}
}
