import { chromiumPath } from './chromium.ts';
import { describeWhere } from './describe-where.ts';

const missing =
	chromiumPath === undefined ? 'no Chromium was found; install one or set CHROMIUM_PATH' : undefined;

/** `describe` for tests in a browser. */
export const describeInBrowser = (title: string, tests: () => void): void =>
	describeWhere(missing, title, tests);
