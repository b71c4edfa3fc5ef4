import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Paths } from '../../playground/paths.ts';
import { N8nApi } from '../../sandbox/src/n8n/api.ts';
import { step } from '../progress.ts';
import { announcement } from './announcement.ts';
import { askForApiKey, checkN8n } from './n8n.ts';
import type { StartOptions } from './options.mjs';
import { startSandboxService } from './sandbox.ts';
import { setUpExternalDemo } from './set-up-demo.ts';
import type { Stopping } from './stopping.ts';

/** Starts the sandbox alone, and sets the demo up in an n8n that is there already. */
export const startBesideN8n = async (
	paths: Paths,
	{ n8nUrl: url, data, fresh, sandboxPort, example, ...options }: StartOptions & { n8nUrl: string },
	stopping: Stopping,
): Promise<void> => {
	const stateFile = join(data, 'state-of-other-n8n.json');
	if (fresh) {
		for (const path of [stateFile, join(data, 'sandbox')]) await rm(path, { recursive: true, force: true });
	}
	const apiKey = await askForApiKey(url);
	const n8n = { url, apiKey, webhookPath: process.env.N8N_ENDPOINT_WEBHOOK || undefined };
	await step('Looking for the nodes in n8n', () =>
		checkN8n(new N8nApi(n8n.url, n8n.apiKey, n8n.webhookPath)),
	);
	const logFile = join(data, 'logs', 'sandbox.log');
	const sandbox = await step('Starting the sandbox', () =>
		startSandboxService(paths, join(data, 'sandbox'), sandboxPort, logFile),
	);
	stopping.add('The sandbox', sandbox, logFile);
	const sandboxUrl = options.sandboxUrl ?? sandbox.url;
	const demo = await step('Setting up the demo workflow', () =>
		setUpExternalDemo({ sandbox, n8n, sandboxUrl, stateFile, example }),
	);
	console.log(announcement({ ...demo, owner: undefined }, url, sandbox.url, sandboxPort, data));
};
