import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium, type Browser, type BrowserServer } from 'playwright-core';

/** The first has no window at all and takes a third less processor time. */
const NAMES = [
	'chromium-headless-shell',
	'chromium',
	'chromium-browser',
	'google-chrome',
	'google-chrome-stable',
];
/** Headless, and silent towards the network: it only ever speaks with this machine. */
const ARGUMENTS = [
	'--headless',
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

/** The path at which Playwright looks for its channel `chrome`. */
const CHROME =
	process.platform === 'darwin'
		? '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'
		: '/opt/google/chrome/chrome';

function findChromium(): string | undefined {
	if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
	if (existsSync(CHROME)) return CHROME;
	const folders = (process.env.PATH ?? '').split(delimiter);
	return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) =>
		existsSync(path),
	);
}

/** The Chromium of this machine; undefined when there is none. */
export const chromiumPath = findChromium();

/** Returns how to start the Chromium of this machine. @throws where there is none */
function describeLaunch() {
	if (chromiumPath === undefined) {
		throw new Error(
			`There is neither Google Chrome nor any of ${NAMES.join(', ')} on the PATH. Install one, or ` +
				'set CHROMIUM_PATH.',
		);
	}
	return { executablePath: chromiumPath, args: ARGUMENTS };
}

/** Starts a headless Chromium to which others connect. */
export const startBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(describeLaunch());

/** Connects to the Chromium of the test run, with contexts of its own; outside of it, starts one. */
export async function launchBrowser(): Promise<Browser> {
	const { BROWSER_ENDPOINT: endpoint } = process.env;
	return endpoint ? await chromium.connect(endpoint) : await chromium.launch(describeLaunch());
}
