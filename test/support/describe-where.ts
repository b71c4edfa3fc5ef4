/**
 * `describe` for tests that need something of the machine: skipped where that is missing, which
 * `test/closing-lines.js` tells; in CI it is a failure.
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
		describe.skip(`${title} (skipped: ${missing})`, tests);
	}
}
