import { parseJson } from '../service/json.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredWorkflow, WorkflowFile } from './workflow.ts';

/** A credential. n8n never tells what it holds. */
export interface StoredCredential {
	readonly id: string;
	readonly name: string;
	readonly type: string;
	/** In ISO 8601. */
	readonly createdAt: string;
}

/** A run of a workflow. */
export interface Execution {
	readonly id: string;
	readonly workflowId: string;
	readonly status: 'new' | 'running' | 'waiting' | 'success' | 'error' | 'crashed' | 'canceled' | 'unknown';
	readonly mode: string;
	readonly startedAt: string | null;
	readonly stoppedAt: string | null;
	/** The time at which a waiting one goes on by itself, in ISO 8601. */
	readonly waitTill?: string | null;
	/** The items of each node, if they were asked for. */
	readonly data?: unknown;
}

/** Which executions are listed. */
export interface ExecutionFilter {
	readonly workflowId?: string;
	/** How many at most, 1 to 250. */
	readonly limit?: number;
	/** Also reads what the nodes output. */
	readonly includeData?: boolean;
}

/** n8n did not do what it was asked to; the message says why, and how to go on. */
export class N8nApiError extends Error {
	/** The status of the answer; null if there was none, or not one of n8n's public API. */
	readonly status: number | null;

	/** True if it may go better soon: n8n was busy, or the connection broke. */
	readonly isTemporary: boolean;

	constructor(message: string, status: number | null = null, isTemporary = isTemporaryStatus(status)) {
		super(message);
		this.name = 'N8nApiError';
		this.status = status;
		this.isTemporary = isTemporary;
	}
}

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
interface Page<Item> {
	readonly data: Item[];
	readonly nextCursor: string | null;
}

/** n8n lists at most so many on a page. */
const PAGE_SIZE = '250';
/** Publishing a workflow registers its webhooks, which takes n8n some time. */
const TIMEOUT_MS = 60_000;
/** The longest wait for an answer that tells whether n8n listens. */
const LISTENING_TIMEOUT_MS = 10_000;
/** The pauses before a question is asked again that n8n did not answer, or answered with a passing failure. */
const RETRY_PAUSES_MS = [100, 400, 1600];
/** n8n closes idle connections, and what is sent on one of them at that moment fails: none is used again. */
export const ON_NEW_CONNECTION = { connection: 'close' };
/** The part of n8n's addresses that webhooks begin with, unless `N8N_ENDPOINT_WEBHOOK` says otherwise. */
const USUAL_WEBHOOK_PATH = 'webhook';
/** The words with which n8n answers a GET to a webhook that it takes POST requests at. */
const LISTENS = 'Did you mean to make a POST request?';
/** The words with which n8n answers a request to a webhook that it does not have. */
const NOT_REGISTERED = 'is not registered';
/**
 * n8n allows 250 ms for checking a value against a pattern; on a machine that stands still for so long, it
 * gives up with these words.
 */
export const CHECK_CUT_SHORT = 'Error validating node parameters';
const CUT_SHORT_PAUSE_MS = 250;
/** n8n registers the webhooks of a workflow in the background. */
const PUBLISHING_TIMEOUT_MS = 60_000;
const LOOK_INTERVAL_MS = 100;

/**
 * n8n's public API, in n8n 1 and 2. Every method throws {@link N8nApiError}. The API key is sent to n8n only:
 * it is in no message, and redirects are not followed.
 */
export class N8nApi {
	/** The address of n8n, without a slash at the end. */
	readonly url: string;
	/** The address that those of its webhooks begin with, without a slash at the end. */
	readonly webhookBase: string;
	readonly #apiKey: string;

	/**
	 * @param url the address of n8n, e.g. `http://127.0.0.1:5678`
	 * @param apiKey an API key of n8n, with the scopes of workflows, credentials and executions
	 * @param webhookPath n8n's `N8N_ENDPOINT_WEBHOOK`
	 * @throws {N8nApiError} if the address is not one of a web server, or no API key can look like this one
	 */
	constructor(url: string, apiKey: string, webhookPath = USUAL_WEBHOOK_PATH) {
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
		this.webhookBase = `${this.url}/${webhookPath.replace(/^\/+|\/+$/g, '')}`;
		this.#apiKey = apiKey;
	}

	/** Returns the address at which n8n receives the events of a trigger. */
	buildWebhookUrl(webhookId: string): string {
		return `${this.webhookBase}/${webhookId}/webhook`;
	}

	/** Returns the address at which n8n receives one event of a trigger while its editor listens for it. */
	buildTestUrl(webhookId: string): string {
		return `${this.url}/webhook-test/${webhookId}/webhook`;
	}

	/** Tells if an address is that of a webhook of this n8n. */
	isWebhookUrl(address: string): boolean {
		return [this.webhookBase, `${this.url}/webhook-test`].some((base) => address.startsWith(`${base}/`));
	}

	/**
	 * Checks that n8n takes webhooks where we think it does.
	 * @throws {N8nApiError} that says how to name another place
	 */
	async checkWebhookBase(): Promise<void> {
		const answer = await askWebhook(`${this.webhookBase}/${randomUUID()}`);
		if (answer?.includes(NOT_REGISTERED)) return;
		throw new N8nApiError(
			`This n8n takes no webhooks at ${this.webhookBase}/. If N8N_ENDPOINT_WEBHOOK is set for n8n, set it to the same ` +
				'value here.',
			null,
		);
	}

	/**
	 * Waits until n8n takes requests at the address of a webhook, which it does a moment after a workflow was published.
	 * @throws {N8nApiError} after a minute
	 */
	async waitUntilListening(url: string): Promise<void> {
		await this.waitUntil(() => this.isListening(url), `it does not listen at ${url}`);
	}

	/** Tells if n8n takes requests at the address of a webhook. */
	async isListening(url: string): Promise<boolean> {
		return (await askWebhook(url))?.includes(LISTENS) ?? false;
	}

	/**
	 * Waits for what n8n does in the background after it has published a workflow.
	 * @param lacking what is wrong if it does not come, in words
	 * @throws {N8nApiError} after a minute
	 */
	async waitUntil(isThere: () => Promise<boolean>, lacking: string): Promise<void> {
		const until = performance.now() + PUBLISHING_TIMEOUT_MS;
		while (!(await isThere())) {
			if (performance.now() > until) {
				throw new N8nApiError(
					`n8n published it, but ${lacking} after ${PUBLISHING_TIMEOUT_MS / 1000} s. Publish it in n8n's editor, which ` +
						'says why.',
					null,
				);
			}
			await sleep(LOOK_INTERVAL_MS);
		}
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
	async createWorkflow(workflow: WorkflowFile): Promise<StoredWorkflow> {
		return await this.#call('POST', '/workflows', pickWorkflowFields(workflow));
	}

	/**
	 * Deletes a workflow, after it has unpublished it, since n8n deletes none that is published, and stopped its executions,
	 * since n8n would go on with those that run.
	 */
	async deleteWorkflow(id: string): Promise<void> {
		await this.deactivateWorkflow(id);
		await this.#stopExecutions(id);
		const until = performance.now() + PUBLISHING_TIMEOUT_MS;
		for (;;) {
			try {
				return await this.#call('DELETE', buildPath('workflows', id));
			} catch (error) {
				const isBusy = error instanceof N8nApiError && error.status === 409;
				if (!isBusy || performance.now() > until) throw error;
				await sleep(LOOK_INTERVAL_MS);
			}
		}
	}

	/** Publishes a workflow. From n8n 2.40 on its webhooks are registered a moment after the answer. */
	async activateWorkflow(id: string): Promise<void> {
		for (let left = 4; ; left -= 1) {
			try {
				return await this.#call('POST', `${buildPath('workflows', id)}/activate`);
			} catch (error) {
				const isCutShort = error instanceof N8nApiError && error.message.includes(CHECK_CUT_SHORT);
				if (!isCutShort || left === 0) throw error;
				await sleep(CUT_SHORT_PAUSE_MS);
			}
		}
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

	/** Lists executions, the newest first. */
	async listExecutions({ limit = 20, includeData = false, ...filter }: ExecutionFilter = {}): Promise<
		Execution[]
	> {
		const query = { ...filter, limit: String(limit), includeData: String(includeData) };
		const list = async (more: Record<string, string>) =>
			(await this.#readPage<Execution>(`/executions?${new URLSearchParams({ ...query, ...more })}`)).data;
		// n8n lists those that run only if they are asked for. One may end between the two lists, so they come first.
		const running = await list({ status: 'running' });
		const others = await list({});
		const byId = new Map([...running, ...others].map((one) => [one.id, one]));
		return [...byId.values()].sort((one, other) => Number(other.id) - Number(one.id)).slice(0, limit);
	}

	/** Returns an execution with what its nodes output. */
	async getExecution(id: string): Promise<Execution> {
		return await this.#call('GET', `${buildPath('executions', id)}?includeData=true`);
	}

	/** n8n 1 has no such call, and an API key may lack its scope: there an execution ends by the time limit of its workflow. */
	async #stopExecutions(workflowId: string): Promise<void> {
		try {
			await this.#call('POST', '/executions/stop', { workflowId, status: ['queued', 'running', 'waiting'] });
		} catch (error) {
			if (!(error instanceof N8nApiError) || ![400, 403, 404, 405].includes(error.status ?? 0)) throw error;
		}
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

	/** Makes a call; a question is asked again after a passing failure, since it decides nothing. */
	async #call<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
		for (const pauseMs of method === 'GET' ? RETRY_PAUSES_MS : []) {
			try {
				return await this.#callOnce(method, path, body);
			} catch (error) {
				if (!(error instanceof N8nApiError) || !error.isTemporary) throw error;
				await sleep(pauseMs);
			}
		}
		return await this.#callOnce(method, path, body);
	}

	async #callOnce<Answer>(method: Method, path: string, body?: object): Promise<Answer> {
		const headers = new Headers({
			'x-n8n-api-key': this.#apiKey,
			accept: 'application/json',
			...ON_NEW_CONNECTION,
		});
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
			throw new N8nApiError(`${what} at ${this.url}. Is n8n running there?`, null, true);
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
			isTemporaryStatus(status),
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

const isTemporaryStatus = (status: number | null) => status !== null && (status === 429 || status >= 500);

/** Returns n8n's answer to a GET of a webhook's address; undefined if there is none in time. */
async function askWebhook(url: string): Promise<string | undefined> {
	try {
		const response = await fetch(url, {
			headers: ON_NEW_CONNECTION,
			redirect: 'manual',
			signal: AbortSignal.timeout(LISTENING_TIMEOUT_MS),
		});
		return await response.text();
	} catch {
		return undefined;
	}
}

const buildPath = (collection: string, id: string) => `/${collection}/${encodeURIComponent(id)}`;

/** n8n refuses fields that it does not know, and a workflow without settings. */
const pickWorkflowFields = ({ name, nodes, connections, settings = {} }: WorkflowFile) => ({
	...{ name, nodes, connections, settings },
});

/** Returns the JSON object of an answer; undefined if it is none. */
function parse(text: string): object | undefined {
	if (text === '') return {};
	const value = parseJson(text);
	return typeof value === 'object' && value !== null ? value : undefined;
}
