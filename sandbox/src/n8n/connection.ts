import { randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { plainError } from '../http/errors.ts';
import { Nullable } from '../http/values.ts';
import type { App } from '../plugin.ts';
import { N8nApi, N8nApiError, type Execution, type StoredWorkflow } from './n8n-api.ts';
import { listStartUrls } from './start-webhooks.ts';
import { Trigger, listTriggers } from './triggers.ts';

/** The only event that comes to the URL of a chat-app account (section 6). */
const CHAT_APP_EVENT = 'chatapp.received';
/** The executions among which that of a delivery is looked for. */
const LOOKED_AT = 50;
/** Matches the address of a production or test webhook of n8n; what stands before it is n8n's own address. */
const WEBHOOK = /^(https?:\/\/.+?)\/webhook(?:-test)?\//;

/** The longest wait until n8n has taken the start of a trigger. */
const START_TIMEOUT_MS = 30_000;

/** n8n 1 has neither the test nor the change of a credential. */
const BY_HAND = 'This n8n does not let programs test and change credentials: connect the workflow by hand';

/** A published workflow with triggers for the service. */
export const N8nWorkflow = Type.Object({
	id: Type.String(),
	name: Type.String(),
	url: Type.String({ description: 'In the editor' }),
	timezone: Nullable(Type.String({ description: 'Its own one; none: that of n8n' })),
	triggers: Type.Array(
		Type.Object({
			...Trigger.properties,
			is_connected: Type.Boolean({ description: 'Whether events of this account go to it' }),
		}),
	),
});
export type N8nWorkflow = Static<typeof N8nWorkflow>;

/** What was connected, and what is not any more. */
export const Connected = Type.Object({
	workflow: Type.String(),
	webhook_url: Type.String(),
	events: Type.Array(Type.String()),
	credential: Type.String({ description: 'The credential in n8n that was changed' }),
	api_key_id: Type.String({ description: 'The key whose events go there' }),
	displaced: Type.Array(Type.String(), { description: 'What gets no events from now on' }),
});

type Used = Pick<
	App,
	'address' | 'apiKeys' | 'chatAppAccounts' | 'database' | 'deliveryLog' | 'destinations' | 'requests'
>;

/** The n8n that the sandbox was told of. Its API key is kept in memory only. */
export class N8nConnection {
	readonly #app: Used;
	#api: N8nApi | undefined;

	constructor(app: Used) {
		this.#app = app;
	}

	/** The address of n8n; null if none is known. */
	get url(): string | null {
		return this.#api?.url ?? null;
	}

	/** The public API of n8n; undefined if no n8n is known. */
	get api(): N8nApi | undefined {
		return this.#api;
	}

	/** Lists the newest executions of a workflow; none if no n8n is known. @throws {ServiceError} 409 */
	async listExecutions(workflowId: string): Promise<Execution[]> {
		const api = this.#api;
		return api === undefined ? [] : await asRefusal(() => api.listExecutions({ workflowId }));
	}

	/** Takes an n8n and an API key of it as they are. @throws {N8nApiError} if the address is none */
	set(url: string, apiKey: string): void {
		this.#api = new N8nApi(url, apiKey);
	}

	/** Takes an n8n and an API key of it, if they work. @throws {ServiceError} 409 if they do not */
	async use(url: string, apiKey: string): Promise<void> {
		await asRefusal(async () => {
			const api = new N8nApi(url, apiKey);
			await api.listWorkflows(true);
			this.#api = api;
		});
	}

	forget(): void {
		this.#api = undefined;
	}

	/** Lists the published workflows that have a trigger for the service. @throws {ServiceError} 409 */
	async workflows(): Promise<N8nWorkflow[]> {
		const { url } = this.#require();
		const found = await this.#published();
		const present = new Set(this.#presentUrls());
		return found.map(({ workflow: { id, name, settings }, triggers }) => ({
			...{ id, name, url: `${url}/workflow/${id}`, timezone: timezoneIn(settings) },
			triggers: triggers.map((trigger) => ({
				...trigger,
				is_connected: trigger.webhook_url !== null && present.has(trigger.webhook_url),
			})),
		}));
	}

	/**
	 * Has the events of this account go to a workflow: sets the webhook URL of the API key that the workflow's
	 * credential has, and the signing secret in the credential; for chat-app messages their URL and token, too.
	 * @throws {ServiceError} 404 or 409, and then nothing has changed
	 */
	async connect(workflowId: string): Promise<Static<typeof Connected>> {
		const { apiKeys, chatAppAccounts, database } = this.#app;
		const found = await this.#published();
		const { workflow, triggers } =
			found.find((one) => one.workflow.id === workflowId) ??
			refuse(404, 'n8n has no published workflow of this ID with a trigger for the service');
		const trigger =
			triggers.find(({ webhook_url: url }) => url !== null) ??
			refuse(409, `“${workflow.name}” needs no webhook: its trigger asks the service, or registers itself`);
		const { credential, events, webhook_url: url } = trigger;
		if (credential === null || url === null) {
			return refuse(409, `Choose a credential in “${trigger.name}” and publish “${workflow.name}”`);
		}
		const keyId = await this.#keyIn(credential);
		const before = this.#presentUrls();
		const previous = apiKeys.require(keyId).webhook_url;
		const accounts = events.includes(CHAT_APP_EVENT)
			? chatAppAccounts.list().filter(({ connected }) => connected)
			: [];
		const token = accounts.map(tokenIn).find((one) => one !== null) ?? randomBytes(16).toString('hex');
		const { signing_secret: signingSecret } = database.transaction(() =>
			apiKeys.edit(keyId, { webhook_url: url }),
		);
		const secrets = { signingSecret, ...(accounts.length > 0 && { chatAppToken: token }) };
		try {
			await asRefusal(() => this.#require().updateCredential(credential.id, secrets));
		} catch (error) {
			database.transaction(() => apiKeys.edit(keyId, { webhook_url: previous }));
			throw error;
		}
		database.transaction(() => {
			for (const { id } of accounts) chatAppAccounts.change(id, { webhook_url: `${url}?token=${token}` });
		});
		const present = this.#presentUrls();
		const displaced = before.filter((one) => !present.includes(one));
		return {
			...{ workflow: workflow.name, webhook_url: url, events, credential: credential.name },
			api_key_id: keyId,
			displaced: displaced.map((gone) => findWorkflowName(gone, found) ?? gone),
		};
	}

	/**
	 * Returns the address of the execution that a delivery started; that of a list of executions if it is not
	 * certain which one it is.
	 * @throws {ServiceError} 404 if the delivery is unknown or did not go to n8n
	 */
	async executionUrl(deliveryId: string): Promise<string> {
		const { attempts, event_id: eventId } = this.#app.deliveryLog.require(deliveryId);
		const address = attempts.at(-1)?.url ?? '';
		const n8nUrl = WEBHOOK.exec(address)?.[1] ?? refuse(404, 'This delivery did not go to n8n');
		if (this.#api?.url !== n8nUrl) return `${n8nUrl}/executions`;
		const workflow = (await this.#published()).find(({ triggers }) =>
			triggers.some(({ webhook_url: url }) => url === withoutQuery(address)),
		)?.workflow;
		if (workflow === undefined) return `${n8nUrl}/executions`;
		const filter = { workflowId: workflow.id, limit: LOOKED_AT, includeData: true };
		const executions = await asRefusal(() => this.#require().listExecutions(filter));
		const own = executions.find(({ data }) => JSON.stringify(data)?.includes(eventId));
		return `${n8nUrl}/workflow/${workflow.id}/executions${own === undefined ? '' : `/${own.id}`}`;
	}

	/**
	 * Starts a trigger of a workflow that waits for that (see `start-webhooks.ts`).
	 * @param item what the trigger puts out
	 * @throws {ServiceError} 409 if n8n does not start it
	 */
	async start(workflowId: string, trigger: string, item: object): Promise<void> {
		const api = this.#require();
		const workflow = await asRefusal(() => api.getWorkflow(workflowId));
		const url =
			listStartUrls(workflow, api.url).get(trigger) ??
			refuse(409, `The trigger “${trigger}” of “${workflow.name}” does not wait for a scenario to start it`);
		const status = await fetch(url, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(item),
			signal: AbortSignal.timeout(START_TIMEOUT_MS),
		}).then(
			(response) => response.status,
			() => refuse(409, `n8n did not answer when “${trigger}” was started`),
		);
		if (status !== 200) refuse(409, `n8n answered ${status} when “${trigger}” was started`);
	}

	#require(): N8nApi {
		return this.#api ?? refuse(409, 'The sandbox knows no n8n yet: give its address and an API key of it');
	}

	async #published() {
		const api = this.#require();
		const workflows = await asRefusal(() => api.listWorkflows(true));
		return workflows
			.map((workflow) => ({ workflow, triggers: listTriggers(workflow, api.url) }))
			.filter(({ triggers }) => triggers.length > 0);
	}

	/** The webhook URLs of the account, without tokens. */
	#presentUrls(): string[] {
		const { apiKeys, chatAppAccounts } = this.#app;
		const active = apiKeys.list().filter(({ revoked_at: revoked }) => revoked === null);
		const urls = [...active, ...chatAppAccounts.list()].flatMap(({ webhook_url: url }) => url ?? []);
		return [...new Set(urls.map(withoutQuery))];
	}

	/**
	 * Returns the ID of the API key in a credential. n8n tells nobody what a credential holds, but it tests it
	 * with a request, which arrives here if the credential is for this account.
	 * @throws {ServiceError} 409 if it is not
	 */
	async #keyIn({ id, name }: NonNullable<Trigger['credential']>): Promise<string> {
		const { address, apiKeys, requests } = this.#app;
		const arriving = requests.follow();
		try {
			await asRefusal(() => this.#require().testCredential(id), BY_HAND);
			const keys = new Set(apiKeys.list().map((key) => key.id));
			const senders = new Set(arriving.take().map(({ principal }) => principal ?? ''));
			const [keyId, other] = [...senders].filter((sender) => keys.has(sender));
			if (other !== undefined) {
				refuse(409, `Requests with several API keys arrived while “${name}” was tested. Try again`);
			}
			if (keyId !== undefined) return keyId;
		} finally {
			arriving.end();
		}
		return refuse(
			409,
			`The credential “${name}” does not lead to this sandbox, so it was left as it is. In n8n, set its ` +
				`Base URL to ${address.url}, as n8n reaches it, and its API Key to one of this account`,
		);
	}
}

function refuse(status: 404 | 409, words: string): never {
	throw plainError(status, words);
}

/**
 * Carries out calls of n8n, and refuses the request in n8n's words if they fail.
 * @param unknown the words if n8n does not know the call
 */
async function asRefusal<Result>(calls: () => Promise<Result>, unknown?: string): Promise<Result> {
	try {
		return await calls();
	} catch (error) {
		if (!(error instanceof N8nApiError)) throw error;
		const isUnknown = error.status === 404 || error.status === 405;
		throw plainError(409, (isUnknown && unknown) || error.message);
	}
}

const withoutQuery = (url: string) => url.replace(/[?#].*/s, '');

const tokenIn = ({ webhook_url: url }: { webhook_url: string | null }) =>
	url === null ? null : (URL.parse(url)?.searchParams.get('token') ?? null);

function timezoneIn(settings: object = {}): string | null {
	const zone = 'timezone' in settings ? settings.timezone : undefined;
	return typeof zone === 'string' && zone !== 'DEFAULT' ? zone : null;
}

/** Returns the name of the workflow behind a webhook URL, in quotation marks. */
function findWorkflowName(
	url: string,
	found: ReadonlyArray<{ workflow: StoredWorkflow; triggers: Trigger[] }>,
): string | undefined {
	const own = found.find(({ triggers }) => triggers.some((one) => one.webhook_url === url));
	return own && `“${own.workflow.name}”`;
}
