import { chromiumPath } from './chromium.ts';

export { launchBrowser } from './chromium.ts';

/** `describe` for tests in a browser: skipped, and said so, where there is none; in CI that is a failure. */
export function describeInBrowser(title: string, tests: () => void): void {
	if (chromiumPath !== undefined || process.env.CI === 'true') {
		describe(title, tests);
		return;
	}
	const reason = 'no Chromium was found; install one or set CHROMIUM_PATH';
	process.stderr.write(`SKIPPED: the tests of ${title}, since ${reason}.\n`);
	describe.skip(`${title} (skipped: ${reason})`, tests);
}
