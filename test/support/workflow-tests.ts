import { execFile } from 'node:child_process';
import type { TriggerN8n } from './real-n8n.ts';
import type { Ran } from './sandbox-command.ts';
import { CLI, NODE } from './start-sandbox.ts';

/** The settings with which an n8n has the public API, through which workflows are tested. */
export const WITH_PUBLIC_API: Record<string, string> = { N8N_PUBLIC_API_DISABLED: 'false' };

/** Creates an API key of n8n with the scopes that `voice-agent-sandbox test` needs. */
export async function createTestingKey(n8n: TriggerN8n): Promise<string> {
	const scopes = await n8n.call<string[]>('GET', '/rest/api-keys/scopes');
	const needed = scopes.filter((scope) => /^(credential|workflow|execution):/.test(scope));
	return await n8n.client.createApiKey('workflow tests', needed);
}

/** Runs `voice-agent-sandbox test` in the n8n at this URL. */
export function runWorkflowTests(words: string[], apiKey: string, url: string): Promise<Ran> {
	const env = { ...process.env, N8N_API_KEY: apiKey };
	return new Promise((resolve) => {
		execFile(
			NODE,
			[CLI, 'test', ...words, '--n8n', url],
			{ env, timeout: 220_000 },
			(error, stdout, stderr) => {
				resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr });
			},
		);
	});
}
