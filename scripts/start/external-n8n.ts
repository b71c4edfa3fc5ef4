import { createInterface } from 'node:readline/promises';
import { Failure } from '../../playground/failure.ts';
import type { StoredWorkflow, WorkflowFile } from '../../playground/n8n-client.ts';
import { CREDENTIAL_NAME } from './demo.ts';
import type { Access } from './demo.ts';
import { publishIfPossible } from './target-n8n.ts';
import type { ProvidedWorkflow, TargetN8n } from './target-n8n.ts';

const packageName = 'n8n-nodes-voice-agent';

/**
 * Reads the API key of n8n from `N8N_API_KEY`, or asks for it. It is no option, since
 * others see those in the list of processes.
 */
export const askForApiKey = async (n8nUrl: string): Promise<string> => {
	const given = process.env.N8N_API_KEY;
	if (given) return given;
	if (!process.stdin.isTTY) {
		throw new Failure(`Set the environment variable N8N_API_KEY to an API key of the n8n at ${n8nUrl}.`);
	}
	const prompt = createInterface({ input: process.stdin, output: process.stdout });
	try {
		console.log(`Create an API key in ${n8nUrl}/settings/api (scopes: credentials and workflows).`);
		return (await prompt.question('API key: ')).trim();
	} finally {
		prompt.close();
	}
};

/** An n8n that a person runs, spoken to by its public API. */
export class ExternalN8n implements TargetN8n {
	readonly #url: string;
	readonly #apiKey: string;

	/** @param url without a slash at the end */
	constructor(url: string, apiKey: string) {
		this.#url = url;
		this.#apiKey = apiKey;
	}

	/** @throws Failure if n8n cannot be used for the demo, with what to do about it */
	async check(): Promise<void> {
		const { status } = await this.#send('GET', '/credentials/schema/voiceAgentApi');
		if (status === 401 || status === 403) {
			throw new Failure(
				`n8n does not accept the API key (${status}). Create one in ${this.#url}/settings/api, with ` +
					'the scopes of credentials and workflows.',
			);
		}
		if (status === 404) {
			throw new Failure(
				`n8n does not have the nodes. Install them in ${this.#url}/settings/community-nodes ` +
					`(${packageName}) and start this again. The README tells other ways, such as Docker.`,
			);
		}
		if (status !== 200)
			throw new Failure(`n8n answered ${status} at ${this.#url}/api/v1. Is its public API on?`);
	}

	async provideCredential(known: string | undefined, access: Access): Promise<string> {
		const data = { ...access };
		if (known) {
			const changed = await this.#send('PATCH', `/credentials/${known}`, { data });
			if (changed.ok) return known;
		}
		const credential = { name: CREDENTIAL_NAME, type: 'voiceAgentApi', data };
		return (await this.#call<{ id: string }>('POST', '/credentials', credential)).id;
	}

	async provideWorkflow(
		known: string | undefined,
		{ name, nodes, connections, settings }: WorkflowFile,
	): Promise<ProvidedWorkflow> {
		if (known) {
			const stored = await this.#send('GET', `/workflows/${known}`);
			if (stored.ok) return { id: known, active: ((await stored.json()) as StoredWorkflow).active };
		}
		const workflow = { name, nodes, connections, settings };
		const { id } = await this.#call<{ id: string }>('POST', '/workflows', workflow);
		return await publishIfPossible(id, () => this.#call('POST', `/workflows/${id}/activate`));
	}

	provideApiKey(): Promise<string> {
		return Promise.resolve(this.#apiKey);
	}

	async #call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.#send(method, path, body);
		const text = await response.text();
		if (!response.ok) {
			throw new Failure(`n8n answered ${response.status} to ${method} ${path}: ${text.slice(0, 500)}`);
		}
		return JSON.parse(text) as T;
	}

	async #send(method: string, path: string, body?: unknown): Promise<Response> {
		try {
			return await fetch(`${this.#url}/api/v1${path}`, {
				method,
				headers: { 'X-N8N-API-KEY': this.#apiKey, 'Content-Type': 'application/json' },
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
		} catch {
			throw new Failure(`Nothing answers at ${this.#url}. Is n8n running there?`);
		}
	}
}
