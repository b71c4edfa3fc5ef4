import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import buildSandbox from './build-sandbox.js';
import { chromiumPath, startBrowserServer } from './e2e/support/browser.ts';

/** Builds the sandbox, starts the browser of all end-to-end tests, and makes a folder for the n8n that they share. */
export default async function () {
	buildSandbox();
	process.env.SHARED_FOLDER = mkdtempSync(join(tmpdir(), 'shared-n8n-'));
	if (chromiumPath === undefined) return;
	globalThis.browserServer = await startBrowserServer();
	process.env.BROWSER_ENDPOINT = globalThis.browserServer.wsEndpoint();
}
