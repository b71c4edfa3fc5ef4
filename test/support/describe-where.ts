/**
 * `describe` for tests that need something of the machine: skipped where that is missing, as its title then
 * says; in CI it is a failure.
 * @param missing says what is missing, and how to get it; undefined when nothing is
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
