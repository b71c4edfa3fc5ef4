/**
 * `describe` for tests that need something of the machine: skipped, and said so, where it is missing; in CI that is a failure.
 * @param missing What is missing, and the mend; undefined when nothing is.
 */
export function describeWhere(missing: string | undefined, title: string, tests: () => void): void {
	if (missing === undefined) {
		describe(title, tests);
	} else if (process.env.CI) {
		describe(title, () => {
			test('have what they need', () => {
				throw new Error(missing);
			});
		});
	} else {
		process.stderr.write(`SKIPPED: the tests of ${title}, since ${missing}.\n`);
		describe.skip(`${title} (skipped: ${missing})`, tests);
	}
}
