import { execFile } from 'node:child_process';
import { N8nApi } from '../../../sandbox/src/n8n/api.ts';
import { TriggerN8n } from './real-n8n.ts';
import type { Ran } from '../../support/sandbox-command.ts';
import { CLI, NODE } from '../../support/start-sandbox.ts';

/** An n8n that tests reach by its public API alone. */
export interface N8nByApi {
	readonly url: string;
	readonly apiKey: string;
	readonly api: N8nApi;
	remove(): Promise<void>;
}

/**
 * Takes the n8n at `N8N_URL`, with the API key in `N8N_API_KEY` and the nodes installed in it: for versions of n8n
 * that npm does not have, e.g. in a container. Otherwise it takes the one that the test files share.
 */
export async function provideN8nByApi(): Promise<N8nByApi> {
	const { N8N_URL: url, N8N_API_KEY: apiKey } = process.env;
	if (url) {
		if (!apiKey) throw new Error(`N8N_API_KEY must hold an API key of the n8n at ${url}`);
		return { url, apiKey, api: new N8nApi(url, apiKey), remove: async () => {} };
	}
	const n8n = await TriggerN8n.share('lean');
	const key = await n8n.client.createApiKey('workflow tests');
	return { url: n8n.url, apiKey: key, api: new N8nApi(n8n.url, key), remove: () => n8n.remove() };
}

/** Runs `voice-agent-sandbox test` in the n8n at this URL. */
export function runWorkflowTests(words: string[], apiKey: string, url: string): Promise<Ran> {
	const env = { ...process.env, N8N_API_KEY: apiKey };
	return new Promise((resolve) => {
		execFile(
			NODE,
			[CLI, 'test', ...words, '--n8n', url],
			{ env, timeout: 600_000 },
			(error, stdout, stderr) => {
				resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
			},
		);
	});
}
