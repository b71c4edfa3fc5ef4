import { describeWhere } from '../../support/describe-where.ts';
import { chromiumPath } from './browser.ts';

const missing =
	chromiumPath === undefined ? 'no Chromium was found; install one or set CHROMIUM_PATH' : undefined;

/** `describe` for tests in a browser; apart from `browser.ts`, which scripts without jest use too. */
export const describeInBrowser = (title: string, tests: () => void): void =>
	describeWhere(missing, title, tests);
