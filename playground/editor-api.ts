import { setTimeout as delay } from 'node:timers/promises';
import { CHECK_CUT_SHORT, N8nApiError, type Execution } from '../sandbox/src/n8n/api.ts';
import type { StoredWorkflow, WorkflowFile } from '../sandbox/src/n8n/workflow.ts';

/** The log-in of n8n's owner. */
export interface Owner {
	email: string;
	password: string;
}

/** The result of n8n's test of a credential. */
export interface CredentialTest {
	status: 'OK' | 'Error';
	message: string;
}

interface PublicationStatus {
	status: 'not_published' | 'in_progress' | 'published' | 'partial' | 'failed';
	triggers: Array<{ errorMessage: string | null }>;
}

interface NamedRecord {
	id: string;
	name: string;
	type?: string;
}

/** n8n's own words in an error body, without its stack. */
const readErrorText = (body: string): string => {
	try {
		return (JSON.parse(body) as { message?: string }).message ?? body;
	} catch {
		return body.slice(0, 500);
	}
};

/**
 * n8n's own interface, the one its editor uses, for one signed-in owner: for what its public API does not do, such as
 * setting n8n up, and where that is switched off.
 */
export class N8nEditorApi {
	readonly #url: string;
	#cookie = '';

	/** @param url where n8n answers, without a slash at the end */
	constructor(url: string) {
		this.#url = url;
	}

	async #send(method: string, path: string, body?: unknown): Promise<Response> {
		const response = await fetch(`${this.#url}${path}`, {
			method,
			headers: {
				cookie: this.#cookie,
				// A connection that n8n has closed, idle or restarted, would otherwise be used again.
				connection: 'close',
				...(body === undefined ? {} : { 'content-type': 'application/json' }),
			},
			body: body === undefined ? undefined : JSON.stringify(body),
		});
		const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';', 1)[0] ?? '');
		const session = cookies.find((cookie) => cookie.startsWith('n8n-auth='));
		if (session) this.#cookie = session;
		return response;
	}

	/**
	 * Calls n8n's interface, for what there is no method of its own.
	 *
	 * @returns the `data` of the answer
	 * @throws N8nApiError when n8n refuses
	 */
	async call<T>(method: string, path: string, body?: unknown): Promise<T> {
		const response = await this.#send(method, path, body);
		const text = await response.text();
		if (!response.ok) {
			throw new N8nApiError(
				`n8n answered ${response.status} to ${method} ${path}: ${readErrorText(text)}`,
				response.status,
			);
		}
		return (JSON.parse(text) as { data: T }).data;
	}

	/**
	 * Signs in, or makes the owner's account when there is none.
	 *
	 * @throws N8nApiError when n8n does not accept the log-in
	 */
	async signIn({ email, password }: Owner): Promise<void> {
		const login = await this.#send('POST', '/rest/login', { emailOrLdapLoginId: email, password });
		if (login.ok) return;
		const owner = { email, firstName: 'Sandbox', lastName: 'Owner', password };
		const setUp = await this.#send('POST', '/rest/owner/setup', owner);
		if (setUp.ok) return;
		throw new N8nApiError(
			`n8n does not accept the log-in of ${email} (${login.status}: ${readErrorText(await login.text())}). ` +
				'If it was changed in n8n, change it back there, or start over with --fresh.',
		);
	}

	/** All that the editor knows of every type and version of a node. */
	async nodeTypes<Type extends { name: string }>(): Promise<Type[]> {
		return (await (await this.#send('GET', '/types/nodes.json')).json()) as Type[];
	}

	/** Tells if n8n has loaded all these node types, e.g. `n8n-nodes-voice-agent.voiceAgent`. */
	async knowsNodeTypes(names: string[]): Promise<boolean> {
		const types = await this.nodeTypes();
		return names.every((name) => types.some((type) => type.name === name));
	}

	/** @returns the id */
	async createCredential(name: string, type: string, data: Record<string, unknown>): Promise<string> {
		return (await this.call<NamedRecord>('POST', '/rest/credentials', { name, type, data })).id;
	}

	/** Replaces all that a credential holds. */
	async updateCredential(
		id: string,
		name: string,
		type: string,
		data: Record<string, unknown>,
	): Promise<void> {
		await this.call('PATCH', `/rest/credentials/${id}`, { name, type, data });
	}

	/** Tests a credential as the editor's "Test" button does, with data that need not be stored. */
	async testCredential(type: string, data: Record<string, unknown>): Promise<CredentialTest> {
		return await this.call('POST', '/rest/credentials/test', {
			credentials: { id: '', name: 'test', type, data },
		});
	}

	/**
	 * Makes an API key for n8n's public API in place of an earlier one of the same label; it allows all that
	 * {@link N8nApi} does.
	 */
	async createApiKey(label: string): Promise<string> {
		const keys = await this.call<{ items: Array<{ id: string; label: string }> }>('GET', '/rest/api-keys');
		for (const { id } of keys.items.filter((key) => key.label === label)) {
			await this.call('DELETE', `/rest/api-keys/${id}`);
		}
		const all = await this.call<string[]>('GET', '/rest/api-keys/scopes');
		const scopes = all.filter((scope) => /^(credential|workflow|execution):/.test(scope));
		const wanted = { label, scopes, expiresAt: null };
		return (await this.call<{ rawApiKey: string }>('POST', '/rest/api-keys', wanted)).rawApiKey;
	}

	/** @returns the stored workflow, undefined when there is none of this id */
	async workflow(id: string): Promise<StoredWorkflow | undefined> {
		const response = await this.#send('GET', `/rest/workflows/${id}`);
		if (response.status === 404) return undefined;
		if (!response.ok) throw new N8nApiError(`n8n answered ${response.status} when asked for workflow ${id}.`);
		return ((await response.json()) as { data: StoredWorkflow }).data;
	}

	/** @returns the ids of the workflows of this name */
	async workflowsNamed(name: string): Promise<string[]> {
		const filter = encodeURIComponent(JSON.stringify({ name }));
		const found = await this.call<NamedRecord[]>('GET', `/rest/workflows?filter=${filter}`);
		return found.filter((workflow) => workflow.name === name).map(({ id }) => id);
	}

	/** Stores a workflow, not yet active. */
	async createWorkflow(file: WorkflowFile): Promise<StoredWorkflow> {
		return await this.call('POST', '/rest/workflows', { settings: {}, ...file });
	}

	/** Asks n8n to publish a workflow, again if its check of the workflow was cut short. */
	async #publish(path: string, versionId: string): Promise<Response> {
		for (let left = 4; ; left -= 1) {
			const answer = await this.#send('POST', `${path}/activate`, { versionId });
			if (left === 0 || answer.status !== 400) return answer;
			if (!(await answer.clone().text()).includes(CHECK_CUT_SHORT)) return answer;
			await delay(250);
		}
	}

	/**
	 * Publishes a workflow and waits until its triggers are in place, which n8n does in the background.
	 *
	 * @throws N8nApiError with n8n's reason when they cannot be, or are not within a minute
	 */
	async activateWorkflow({ id, versionId }: Pick<StoredWorkflow, 'id' | 'versionId'>): Promise<void> {
		const path = `/rest/workflows/${id}`;
		// n8n 1 has no versions to publish, and n8n before 2.40 has the triggers in place when it answers.
		const activated = await this.#publish(path, versionId);
		if (activated.status === 404) await this.call('PATCH', path, { active: true, versionId });
		else if (!activated.ok) {
			throw new N8nApiError(
				`n8n answered ${activated.status} to POST ${path}/activate: ${readErrorText(await activated.text())}`,
			);
		}
		for (const end = Date.now() + 60_000; Date.now() < end; await delay(250)) {
			const asked = await this.#send('GET', `${path}/publication-status`);
			if (asked.status === 404) return;
			const { data: answer } = (await asked.json()) as { data: PublicationStatus };
			if (answer.status === 'published') return;
			if (answer.status === 'failed') {
				throw new N8nApiError(
					`n8n could not activate the workflow: ${answer.triggers.map(({ errorMessage }) => errorMessage).join('; ')}`,
				);
			}
		}
		throw new N8nApiError('n8n had not activated the workflow after a minute.');
	}

	/** The runs of a workflow, newest first. */
	async executions(workflowId: string): Promise<Execution[]> {
		const filter = encodeURIComponent(JSON.stringify({ workflowId }));
		const { results } = await this.call<{ results: Execution[] }>('GET', `/rest/executions?filter=${filter}`);
		return results;
	}

	/** Waits until so many runs of a workflow have ended, in whatever way; newest first. */
	async finishedExecutions(workflowId: string, count: number, timeoutMs = 60_000): Promise<Execution[]> {
		const open = new Set(['new', 'running', 'waiting']);
		for (const end = Date.now() + timeoutMs; ; await delay(250)) {
			const all = await this.executions(workflowId);
			const finished = all.filter((execution) => !open.has(execution.status));
			if (finished.length >= count) return finished;
			if (Date.now() > end) {
				throw new N8nApiError(
					`${finished.length} of ${count} executions had finished in time: ${JSON.stringify(all)}`,
				);
			}
		}
	}
}
