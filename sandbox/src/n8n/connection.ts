import { randomBytes } from 'node:crypto';
import { Type, type Static } from 'typebox';
import { plainError } from '../service/http/errors.ts';
import { Nullable } from '../service/http/values.ts';
import type { App } from '../service/plugin.ts';
import { CliError } from '../client/command-line.ts';
import type { Control } from '../client/control.ts';
import { N8nApi, N8nApiError, type Execution } from './api.ts';
import { connect } from './connect.ts';
import { CHAT_APP_EVENT } from './nodes.ts';
import type { EventName } from '../service/webhooks/rules.ts';
import type { Published } from '../service/webhooks/log.ts';
import { fireTestEvent } from './test-event.ts';
import { Trigger, listTriggers } from './triggers.ts';
import type { StoredWorkflow } from './workflow.ts';

/** The executions among which that of a delivery is looked for. */
const MAX_EXECUTIONS = 50;
/** Matches the address of a production or test webhook of an n8n that is not known; n8n's own address comes first. */
const WEBHOOK = /^(https?:\/\/.+?)\/webhook(?:-test)?\//;

/** n8n 1 has neither the test nor the change of a credential. */
const CONNECT_BY_HAND =
	'This n8n does not let programs test and change credentials: connect the workflow by hand';

/** A workflow with triggers for the service. */
export const N8nWorkflow = Type.Object({
	id: Type.String(),
	name: Type.String(),
	url: Type.String({ description: 'In the editor' }),
	is_published: Type.Boolean(),
	timezone: Nullable(Type.String({ description: 'Its own one; none: that of n8n' })),
	triggers: Type.Array(
		Type.Object({
			...Trigger.properties,
			is_connected: Type.Boolean({ description: 'Whether events of this account go to it' }),
			is_listening: Type.Boolean({ description: 'Whether n8n takes requests at its webhook URL' }),
		}),
	),
});
export type N8nWorkflow = Static<typeof N8nWorkflow>;

/** An execution that a delivery started in n8n. */
export const DeliveryExecution = Type.Object({
	url: Type.String({ description: 'Of the execution; of a list of executions if none was found' }),
	status: Nullable(
		Type.String({ description: "n8n's own word, e.g. running or error; none: not found (yet)" }),
	),
	last_node: Nullable(Type.String({ description: 'The node that ran last' })),
	advice: Nullable(Type.String({ description: 'What n8n says beside the error, such as what to do next' })),
	error: Nullable(Type.String({ description: 'Why it failed' })),
});

/** An execution that was looked for. */
interface FoundExecution {
	/** Its address in the editor; that of a list of executions if it was not found. */
	readonly url: string;
	readonly execution?: Execution;
}

/** The triggers that were connected, and the receivers that no longer are. */
export const Connected = Type.Object({
	workflow: Type.String(),
	triggers: Type.Array(
		Type.Object({
			name: Type.String(),
			webhook_url: Type.String(),
			events: Type.Array(Type.String()),
			credential: Type.String({ description: 'The credential in n8n that was changed' }),
			api_key_id: Type.String({ description: 'The key whose events go there' }),
		}),
	),
	displaced: Type.Array(Type.String(), { description: 'What gets no events from now on' }),
});

/** The n8n that the sandbox was told of. Its API key is kept in memory only. */
export class N8nConnection {
	readonly #app: App;
	#api: N8nApi | undefined;

	constructor(app: App) {
		this.#app = app;
	}

	/** The address of n8n; null if none is known. */
	get url(): string | null {
		return this.#api?.url ?? null;
	}

	/** Takes an n8n and an API key of it as they are. @throws {N8nApiError} if the address is none */
	set(url: string, apiKey: string, webhookPath?: string): void {
		this.#api = new N8nApi(url, apiKey, webhookPath);
	}

	/** Takes an n8n and an API key of it, if they work. @throws {ServiceError} 409 if they do not */
	async use(url: string, apiKey: string, webhookPath?: string): Promise<void> {
		await asRefusal(async () => {
			const api = new N8nApi(url, apiKey, webhookPath);
			await api.listWorkflows(true);
			await api.checkWebhookBase();
			this.#api = api;
		});
	}

	forget(): void {
		this.#api = undefined;
	}

	/** Lists the workflows that have a trigger for the service, the published ones first. @throws {ServiceError} 409 */
	async workflows(): Promise<N8nWorkflow[]> {
		const { url } = this.#require();
		const found = await this.#list();
		const workflows = await Promise.all(
			found.map(async ({ workflow: { id, name, active, settings }, triggers }) => ({
				...{ id, name, url: `${url}/workflow/${id}`, is_published: active, timezone: timezoneIn(settings) },
				triggers: await Promise.all(triggers.map((trigger) => this.#stateOf(trigger, active))),
			})),
		);
		return workflows.sort((one, other) => Number(other.is_published) - Number(one.is_published));
	}

	/**
	 * Leads the events of this account to the triggers of a workflow: sets the webhook URL of the API key that each
	 * credential has, and the signing secret in the credential; for chat-app messages their URL and token, too.
	 * A workflow that was published before its credential had the secret does not listen: it is published again.
	 * @param names the triggers that are meant; all when absent
	 * @throws {ServiceError} 404 or 409, and then nothing has changed; 409 also if n8n does not listen in the end
	 */
	async connect(workflowId: string, names?: readonly string[]): Promise<Static<typeof Connected>> {
		const api = this.#require();
		const found = await this.#list(true);
		const { workflow, triggers } =
			found.find((one) => one.workflow.id === workflowId) ??
			refuse(404, 'n8n has no published workflow of this ID with a trigger for the service');
		const unknown = names?.find((name) => !triggers.some((trigger) => trigger.name === name));
		if (unknown !== undefined) refuse(404, `“${workflow.name}” has no trigger “${unknown}”`);
		const wanted = triggers.filter(({ name, kind }) => kind === 'webhook' && (names?.includes(name) ?? true));
		if (wanted.length === 0) {
			refuse(409, `“${workflow.name}” needs no webhook: its trigger asks the service, or registers itself`);
		}
		const receivers = wanted.map(({ credential, name, events, webhook_url: url }) =>
			credential === null || url === null
				? refuse(409, `Choose a credential in “${name}” and publish “${workflow.name}”`)
				: { credential, name, events, url },
		);
		const keys = new Map<string, string>();
		for (const { credential } of receivers) {
			if (!keys.has(credential.id)) keys.set(credential.id, await this.#keyIn(credential));
		}
		const before = this.#presentUrls();
		const receiversByKey = [...keys].map(([credentialId, apiKeyId]) => ({
			apiKeyId,
			receivers: receivers.filter(({ credential }) => credential.id === credentialId),
			chatAppToken: this.#presentToken(),
			write: (secrets: object) => api.updateCredential(credentialId, secrets),
		}));
		await asRefusal(() => connect(this.#control, receiversByKey));
		await asRefusal(async () => {
			const listening = await Promise.all(receivers.map(({ url }) => api.isListening(url)));
			if (listening.every(Boolean)) return;
			await api.deactivateWorkflow(workflow.id);
			await api.activateWorkflow(workflow.id);
			for (const { url } of receivers) await api.waitUntilListening(url);
		});
		const present = this.#presentUrls();
		const displaced = before.filter((one) => !present.includes(one));
		return {
			workflow: workflow.name,
			triggers: receivers.map(({ credential, name, events, url }) => ({
				...{ name, webhook_url: url, events, credential: credential.name },
				api_key_id: keys.get(credential.id) ?? '',
			})),
			displaced: displaced.map((gone) => findWorkflowName(gone, found) ?? gone),
		};
	}

	/**
	 * Makes an event happen and sends it to the Test URL of a trigger only, at which the editor listens, signed with the
	 * secret of the key in its credential. The secret is set there.
	 * @param name of the trigger; the first one with a webhook when absent
	 * @returns the event that the trigger selects first, and its delivery
	 * @throws {ServiceError} 404 or 409, e.g. if the editor does not listen
	 */
	async test(workflowId: string, name?: string): Promise<Published> {
		const api = this.#require();
		const { workflow, triggers } =
			(await this.#list()).find((one) => one.workflow.id === workflowId) ??
			refuse(404, 'n8n has no workflow of this ID with a trigger for the service');
		const trigger =
			triggers.find((one) => one.kind === 'webhook' && (name === undefined || one.name === name)) ??
			refuse(404, `“${workflow.name}” has no trigger${name ? ` “${name}”` : ''} with a Test URL`);
		const { credential, test_url: url, events } = trigger;
		const [event = refuse(409, `Choose an event in “${trigger.name}” and save “${workflow.name}”`)] = events;
		if (credential === null || url === null) {
			return refuse(409, `Choose a credential in “${trigger.name}” and save “${workflow.name}”`);
		}
		const keyId = await this.#keyIn(credential);
		// What the account has not yet, since nothing is connected, is made up for the test.
		const chatAppToken = this.#presentToken() ?? randomBytes(16).toString('hex');
		const signingSecret =
			this.#app.apiKeys.require(keyId).signing_secret ?? `whsec_${randomBytes(24).toString('hex')}`;
		const isChatApp = event === CHAT_APP_EVENT;
		const secrets = isChatApp ? { chatAppToken } : { signingSecret };
		await asRefusal(() => api.updateCredential(credential.id, secrets));
		if (!(await api.isListening(url))) {
			refuse(409, `n8n is not listening: press “Execute step” in “${trigger.name}” in the editor first`);
		}
		const address = isChatApp ? `${url}?token=${chatAppToken}` : url;
		const receiver = { destination: `test_url:${encodeURIComponent(address)}`, signingSecret } as const;
		return fireTestEvent(this.#app, event as EventName, receiver);
	}

	/**
	 * Finds the execution that a delivery started.
	 * @throws {ServiceError} 404 if the delivery is unknown or did not go to n8n
	 */
	async executionOfDelivery(deliveryId: string): Promise<FoundExecution> {
		const { attempts, event_id: eventId } = this.#app.deliveryLog.require(deliveryId);
		return await this.#findExecution(attempts.at(-1)?.url ?? '', true, (executions) =>
			executions.find(({ data }) => JSON.stringify(data ?? null).includes(eventId)),
		);
	}

	/**
	 * The same of the last attempt of a function call. Nothing in an execution names the call, so it is the only one that
	 * began while the agent waited.
	 * @throws {ServiceError} 404 if the call is unknown or did not go to n8n
	 */
	async executionOfFunctionCall(callId: string): Promise<FoundExecution> {
		const { clock, functionCalls } = this.#app;
		const { attempts, request } = functionCalls.require(callId);
		const { started_at: startedAt = '', duration_ms: durationMs = 0 } = attempts.at(-1) ?? {};
		const began = Date.parse(startedAt) + Date.now() - clock.now();
		return await this.#findExecution(request.url, false, (executions) => {
			const [own, other] = executions.filter((one) => {
				const laterMs = Date.parse(one.startedAt ?? '') - began;
				return laterMs >= 0 && laterMs <= durationMs;
			});
			return other === undefined ? own : undefined;
		});
	}

	/**
	 * Finds an execution of the workflow with a webhook; the address of a list of executions if none is chosen.
	 * @param address of the webhook, as it was called
	 * @param includeData reads what the nodes output, too
	 * @param choose chooses among the workflow's newest executions
	 */
	async #findExecution(
		address: string,
		includeData: boolean,
		choose: (executions: readonly Execution[]) => Execution | undefined,
	): Promise<FoundExecution> {
		const api = [this.#api].find((one) => one?.isWebhookUrl(address));
		const n8nUrl = api?.url ?? WEBHOOK.exec(address)?.[1] ?? refuse(404, 'This request did not go to n8n');
		if (api === undefined) return { url: `${n8nUrl}/executions` };
		const url = withoutQuery(address);
		const workflow = (await this.#list()).find(({ workflow: { activeVersion, nodes } }) =>
			[...nodes, ...(activeVersion?.nodes ?? [])].some(
				({ webhookId: id }) =>
					id !== undefined && [api.buildWebhookUrl(id), api.buildTestUrl(id)].includes(url),
			),
		)?.workflow;
		if (workflow === undefined) return { url: `${n8nUrl}/executions` };
		const filter = { workflowId: workflow.id, limit: MAX_EXECUTIONS, includeData };
		const execution = choose(await asRefusal(() => api.listExecutions(filter)));
		const list = `${n8nUrl}/workflow/${workflow.id}/executions`;
		return execution === undefined ? { url: list } : { url: `${list}/${execution.id}`, execution };
	}

	async #stateOf(trigger: Trigger, isPublished: boolean): Promise<N8nWorkflow['triggers'][number]> {
		const { webhook_url: url } = trigger;
		const isListening = url !== null && isPublished && (await this.#require().isListening(url));
		const isConnected = url !== null && this.#presentUrls().includes(url);
		return { ...trigger, is_connected: isConnected, is_listening: isListening };
	}

	#require(): N8nApi {
		return this.#api ?? refuse(409, 'The sandbox knows no n8n yet: give its address and an API key of it');
	}

	/** Lists the workflows with triggers for the service. @param isPublished true: only those that are published */
	async #list(isPublished?: true) {
		const api = this.#require();
		const workflows = await asRefusal(() => api.listWorkflows(isPublished));
		return workflows
			.filter(({ isArchived }) => !isArchived)
			.map((workflow) => ({ workflow, triggers: listTriggers(workflow, api) }))
			.filter(({ triggers }) => triggers.length > 0);
	}

	/** The control API, whose calls do not leave the process. */
	get #control(): Control {
		const app = this.#app;
		const { controlToken } = app.config;
		const call = async (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) => {
			const response = await app.inject({
				method,
				url: `/sandbox/v1${path}`,
				...(body && { payload: body }),
				headers: controlToken === null ? {} : { authorization: `Bearer ${controlToken}` },
			});
			const answer = response.json<{ error?: string }>();
			if (response.statusCode >= 300)
				throw plainError(409, answer.error ?? `Answered ${response.statusCode}`);
			return answer as unknown;
		};
		return call as Control;
	}

	/** The token that chat-app messages carry now. */
	#presentToken(): string | undefined {
		const accounts = this.#app.chatAppAccounts.list().filter(({ connected }) => connected);
		return accounts.map(tokenIn).find((token) => token !== null) ?? undefined;
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
		const { address, apiKeys, faults, requests } = this.#app;
		if (faults.list().length > 0) {
			refuse(
				409,
				`A fault breaks requests, so that “${name}” cannot be tested. Remove it in “Faults and time”`,
			);
		}
		const arriving = requests.follow();
		try {
			await asRefusal(() => this.#require().testCredential(id), CONNECT_BY_HAND);
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
		if (error instanceof CliError) throw plainError(409, error.message);
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
