/** A workflow, as it is given to n8n. */
export interface NewWorkflow {
	readonly name: string;
	readonly nodes: readonly WorkflowNode[];
	readonly connections: object;
	readonly settings?: object;
}

/** A node of a workflow. */
export interface WorkflowNode {
	readonly id: string;
	readonly name: string;
	/** With the package in front, e.g. `n8n-nodes-voice-agent.voiceAgentTrigger`. */
	readonly type: string;
	readonly typeVersion: number;
	readonly position: readonly [number, number];
	readonly parameters: Readonly<Record<string, unknown>>;
	readonly webhookId?: string;
	readonly disabled?: boolean;
	/** What happens when it fails; the execution stops when absent. */
	readonly onError?: string;
	/** By the type of the credential. */
	readonly credentials?: Readonly<Record<string, { readonly id: string; readonly name: string }>>;
}

/** A workflow, as n8n has stored it. */
export interface StoredWorkflow extends NewWorkflow {
	readonly id: string;
	/** True if it is published: its triggers listen. */
	readonly active: boolean;
	readonly isArchived?: boolean;
	/** The version that is published; of a draft of a later version, `nodes` has the nodes. n8n 1 has none. */
	readonly activeVersion?: { readonly nodes: readonly WorkflowNode[] } | null;
}

/** A credential. n8n never tells what it holds. */
export interface StoredCredential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
}

/** A run of a workflow. */
export interface Execution {
	readonly id: string;
	readonly workflowId: string;
	readonly status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'crashed' | 'canceled' | 'unknown';
	readonly mode: string;
	readonly startedAt: string | null;
	readonly stoppedAt: string | null;
	/** What each node put out, if it was asked for. */
	readonly data?: unknown;
}

/** Which executions are listed. */
export interface ExecutionFilter {
	readonly workflowId?: string;
	readonly status?: Execution['status'];
	/** How many at most, 1 to 250. */
	readonly limit?: number;
	/** Also reads what the nodes put out. */
	readonly includeData?: boolean;
}

/** n8n did not do what it was asked to; the message says why, and how to go on. */
export class N8nApiError extends Error {
	/** The status of the answer; null if there was none, or not one of n8n's public API. */
	readonly status: number | null;

	constructor(message: string, status: number | null) {
		super(message);
		this.name = 'N8nApiError';
		this.status = status;
	}
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
interface Page<Item> {
	readonly data: Item[];
	readonly nextCursor: string | null;
}

/** n8n lists at most so many on a page. */
const PAGE_SIZE = '250';
/** Publishing a workflow registers its webhooks, which takes n8n some time. */
const TIMEOUT_MS = 60_000;

/**
 * n8n's public API, in n8n 1 and 2. Every method throws {@link N8nApiError}. The API key is sent to n8n only:
 * it is in no message, and redirects are not followed.
 */
export class N8nApi {
	/** The address of n8n, without a slash at the end. */
	readonly url: string;
	readonly #apiKey: string;

	/**
	 * @param url the address of n8n, e.g. `http://127.0.0.1:5678`
	 * @param apiKey an API key of n8n, with the scopes of workflows, credentials and executions
	 * @throws {N8nApiError} if the address is not one of a web server, or no API key can look like this one
	 */
	constructor(url: string, apiKey: string) {
		const parsed = URL.parse(url);
		if (!parsed || !/^https?:$/.test(parsed.protocol)) {
			throw new N8nApiError(`${url} is not an address like http://127.0.0.1:5678.`, null);
		}
		// As a header, such a key would fail with an error that quotes it.
		if (!/^[\x21-\x7e]+$/.test(apiKey)) {
			throw new N8nApiError(
				'The API key of n8n contains characters that no key has, such as a space, a line break or "…". Copy it again.',
				null,
			);
		}
		this.url = `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
		this.#apiKey = apiKey;
	}

	/**
	 * Lists the workflows without their pinned data.
	 * @param active only the published ones, or only the others; all when absent
	 */
	async listWorkflows(active?: boolean): Promise<StoredWorkflow[]> {
		const query = { excludePinnedData: 'true', ...(active !== undefined && { active: String(active) }) };
		return await this.#list('/workflows', query);
	}

	async getWorkflow(id: string): Promise<StoredWorkflow> {
		return await this.#call('GET', buildPath('workflows', id));
	}

	/** Stores a workflow, which is not published yet. */
	async createWorkflow(workflow: NewWorkflow): Promise<StoredWorkflow> {
		return await this.#call('POST', '/workflows', pickWorkflowFields(workflow));
	}

	/** Replaces a workflow; a published one is published anew. */
	async updateWorkflow(id: string, workflow: NewWorkflow): Promise<StoredWorkflow> {
		return await this.#call('PUT', buildPath('workflows', id), pickWorkflowFields(workflow));
	}

	async deleteWorkflow(id: string): Promise<void> {
		await this.#call('DELETE', buildPath('workflows', id));
	}

	/** Publishes a workflow. From n8n 2.40 on its webhooks are registered a moment after the answer. */
	async activateWorkflow(id: string): Promise<void> {
		await this.#call('POST', `${buildPath('workflows', id)}/activate`);
	}

	async deactivateWorkflow(id: string): Promise<void> {
		await this.#call('POST', `${buildPath('workflows', id)}/deactivate`);
	}

	/** Lists the credentials; n8n allows it to the owner and to admins. */
	async listCredentials(): Promise<StoredCredential[]> {
		return await this.#list('/credentials', {});
	}

	/** Tells if n8n knows a type of credential, i.e. if the nodes that use it are installed. */
	async knowsCredentialType(type: string): Promise<boolean> {
		try {
			await this.#call('GET', buildPath('credentials/schema', type));
			return true;
		} catch (error) {
			if (error instanceof N8nApiError && error.status === 404) return false;
			throw error;
		}
	}

	async createCredential(name: string, type: string, data: object): Promise<StoredCredential> {
		return await this.#call('POST', '/credentials', { name, type, data });
	}

	/**
	 * Changes fields of a credential; the others stay. n8n 2 only.
	 * @param data the fields that change
	 */
	async updateCredential(id: string, data: object): Promise<StoredCredential> {
		return await this.#call('PATCH', buildPath('credentials', id), { data, isPartialData: true });
	}

	/** Tests a credential as its dialog does; tells if it works. n8n 2 only. */
	async testCredential(id: string): Promise<{ status: 'OK' | 'Error'; message: string }> {
		return await this.#call('POST', `${buildPath('credentials', id)}/test`);
	}

	async deleteCredential(id: string): Promise<void> {
		await this.#call('DELETE', buildPath('credentials', id));
	}

	/** Lists executions, the newest first; those that are running only if asked for by their status. */
	async listExecutions({ limit = 20, includeData = false, ...filter }: ExecutionFilter = {}): Promise<
		Execution[]
	> {
		const query = new URLSearchParams({ ...filter, limit: String(limit), includeData: String(includeData) });
		return (await this.#readPage<Execution>(`/executions?${query}`)).data;
	}

	/** Returns an execution with what its nodes put out. */
	async getExecution(id: string): Promise<Execution> {
		return await this.#call('GET', `${buildPath('executions', id)}?includeData=true`);
	}

	async #list<Item>(path: string, query: Record<string, string>): Promise<Item[]> {
		const items: Item[] = [];
		let cursor: string | null = null;
		do {
			const asked: URLSearchParams = new URLSearchParams({ ...query, limit: PAGE_SIZE });
			if (cursor) asked.set('cursor', cursor);
			const page: Page<Item> = await this.#readPage(`${path}?${asked}`);
			items.push(...page.data);
			cursor = page.nextCursor;
		} while (cursor);
		return items;
	}

	async #readPage<Item>(path: string): Promise<Page<Item>> {
		const page = await this.#call<Partial<Page<Item>>>('GET', path);
		if (!Array.isArray(page.data)) throw this.#unlikeN8n(200);
		return { data: page.data, nextCursor: page.nextCursor ?? null };
	}

	async #call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
		const headers = new Headers({ 'x-n8n-api-key': this.#apiKey, accept: 'application/json' });
		if (body) headers.set('content-type', 'application/json');
		let response: Response;
		let text: string;
		try {
			response = await fetch(`${this.url}/api/v1${path}`, {
				method,
				headers,
				body: body ? JSON.stringify(body) : null,
				redirect: 'manual',
				signal: AbortSignal.timeout(TIMEOUT_MS),
			});
			text = await response.text();
		} catch (error) {
			const isLate = error instanceof Error && error.name === 'TimeoutError';
			const what = isLate ? 'This n8n did not answer in time' : 'Nothing answers';
			throw new N8nApiError(`${what} at ${this.url}. Is n8n running there?`, null);
		}
		const answer = parse(text);
		if (answer === undefined) {
			// Without its public API, n8n answers with the page of its editor.
			throw this.#unlikeN8n(response.status);
		}
		if (!response.ok) throw this.#refusal(method, path, response.status, answer);
		return answer as Answer;
	}

	#unlikeN8n(status: number): N8nApiError {
		return new N8nApiError(
			`${this.url} did not answer as n8n's public API does (${status}). Check the address, and ` +
				'that N8N_PUBLIC_API_DISABLED is not set for n8n.',
			null,
		);
	}

	#refusal(method: Method, path: string, status: number, answer: unknown): N8nApiError {
		if (status === 401) {
			return new N8nApiError(
				`This n8n does not accept the API key (401). Create one in ${this.url}/settings/api.`,
				status,
			);
		}
		if (status === 403) {
			return new N8nApiError(
				`The API key of n8n does not allow ${method} ${path.replace(/\?.*/, '')} (403). Create one in ` +
					`${this.url}/settings/api with the scopes of workflows, credentials and executions.`,
				status,
			);
		}
		const { message } = answer as { message?: unknown };
		const words = typeof message === 'string' ? message : 'no reason was given';
		return new N8nApiError(`This n8n answered ${status} to ${method} ${path}: ${words}`, status);
	}
}

const buildPath = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`;

/** n8n refuses fields that it does not know, and a workflow without settings. */
const pickWorkflowFields = ({ name, nodes, connections, settings = {} }: NewWorkflow) => ({
	...{ name, nodes, connections, settings },
});

/** Returns the JSON object of an answer; undefined if it is none. */
function parse(text: string): object | undefined {
	if (text === '') return {};
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? value : undefined;
	} catch {
		return undefined;
	}
}
