/** Says at the end of a run which tests this machine could not run and why, and then `N passed, N failed`. */
module.exports = class ClosingLines {
	onRunComplete(_, { testResults, numPassedTests, numFailedTests, numRuntimeErrorTestSuites }) {
		const skipped = testResults
			.flatMap((file) => file.testResults)
			.filter(({ status }) => status === 'pending')
			.flatMap(({ ancestorTitles }) => /\(skipped: (.+?)\)( |$)/.exec(ancestorTitles.join(' '))?.[1] ?? []);
		const reasons = [...new Set(skipped)].join('; ');
		// A file that cannot be loaded is one failure more.
		const failed = numFailedTests + numRuntimeErrorTestSuites;
		// After jest's own summary.
		process.once('exit', () => {
			if (reasons) console.log(`\n${skipped.length} tests skipped: ${reasons}.`);
			console.log(`\n${numPassedTests} passed, ${failed} failed`);
		});
	}
};
