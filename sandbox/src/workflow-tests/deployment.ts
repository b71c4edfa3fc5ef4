import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { CliError } from '../cli/cli-error.ts';
import type { SandboxAccount } from '../client/account.ts';
import { N8nApiError, type N8nApi, type NewWorkflow, type StoredCredential } from '../n8n/n8n-api.ts';
import { listStartUrls } from '../n8n/start-webhooks.ts';
import { buildWebhookUrl, readEvents } from '../n8n/triggers.ts';
import type { TestBench } from './test-bench.ts';
import {
	listForeignCredentials,
	listFunctionNames,
	listUsedCredentials,
	chooseCredentials,
	type UsedCredential,
} from './workflow-copy.ts';

const PACKAGE = 'n8n-nodes-voice-agent';
/** n8n registers the webhooks and the functions of a workflow in the background. */
const REGISTRATION_TIMEOUT_MS = 30_000;
const REGISTRATION_INTERVAL_MS = 100;
/** The longest wait for an answer of n8n that tells whether it listens. */
const LISTENING_TIMEOUT_MS = 10_000;
/** The words with which n8n answers a GET to a webhook that it takes POST requests at. */
const REGISTERED = 'Did you mean to make a POST request?';

/** A copy of a workflow in n8n that is connected to the sandbox. */
export interface Deployment {
	readonly workflowId: string;
	/** The kinds of events that it listens to, e.g. `sms.received`. */
	readonly events: readonly string[];
	/** The secrets that must not show up in an execution. */
	readonly secrets: readonly string[];
	/** Removes the workflow and its credentials from n8n, once. @throws {N8nApiError} if n8n leaves one of them */
	remove(): Promise<void>;
}

/**
 * Checks that n8n can run a workflow, before anything is started.
 * @throws {CliError} with what to do about it
 */
export async function checkN8n(n8n: N8nApi, workflow: NewWorkflow): Promise<void> {
	listUsedCredentials(workflow);
	if (!(await n8n.knowsCredentialType('voiceAgentApi'))) {
		throw new CliError(
			`The n8n at ${n8n.url} does not have the nodes. Install ${PACKAGE} in ${n8n.url}/settings/community-nodes.`,
		);
	}
	const needed = listForeignCredentials(workflow);
	if (needed.length === 0) return;
	const there = new Set((await n8n.listCredentials()).map(({ id }) => id));
	const missing = needed.filter(({ id }) => !there.has(id));
	if (missing.length === 0) return;
	const lines = missing.map(({ node, name, type }) => `  "${node}" needs "${name}" (${type})`);
	throw new CliError(
		`Credentials that "${workflow.name}" needs are not in the n8n at ${n8n.url}:\n${lines.join('\n')}\n` +
			'Choose one that is there and download the workflow again, or leave the node out: ' +
			`--pin "${missing[0]?.node}=items.json"`,
	);
}

/**
 * Creates a copy of a workflow in n8n, connects it and the sandbox with each other, and publishes it.
 * @throws {CliError} if n8n does not publish it, with n8n's reason; nothing stays in n8n
 */
export async function deploy(workflow: NewWorkflow, bench: TestBench): Promise<Deployment> {
	const { n8n, sandbox, serviceUrl, removals } = bench;
	const credentials = new Map<string, StoredCredential>();
	const secrets: string[] = [];
	let workflowId: string | undefined;
	const removeAll = async () => {
		try {
			if (workflowId !== undefined) await removeWorkflow(n8n, workflowId);
		} finally {
			for (const { id } of credentials.values()) await n8n.deleteCredential(id);
			removals.delete(remove);
		}
	};
	let removal: Promise<void> | undefined;
	const remove = () => (removal ??= removeAll());
	removals.add(remove);
	try {
		const used = listUsedCredentials(workflow);
		for (const [index, credential] of used.entries()) {
			const data = await connect(sandbox, n8n.url, credential, index === 0, serviceUrl);
			secrets.push(...data.secrets);
			const name = `${workflow.name} ${index + 1}`;
			credentials.set(credential.key, await n8n.createCredential(name, credential.type, data.fields));
		}
		const stored = await n8n.createWorkflow(chooseCredentials(workflow, credentials));
		workflowId = stored.id;
		const triggers = used.flatMap(({ trigger }) => trigger ?? []);
		await n8n.activateWorkflow(stored.id);
		const webhookUrls = triggers.map((trigger) => buildWebhookUrl(n8n.url, trigger.webhookId ?? ''));
		for (const url of [...webhookUrls, ...listStartUrls(workflow, n8n.url).values()]) {
			await waitUntil(() => listens(url), 'its trigger does not listen');
		}
		for (const name of listFunctionNames(workflow)) {
			await waitUntil(() => hasFunction(sandbox, name), `the agent does not have its function ${name}`);
		}
		return { workflowId: stored.id, events: triggers.flatMap(readEvents), secrets, remove };
	} catch (error) {
		await remove();
		throw error instanceof N8nApiError ? new CliError(`"${workflow.name}": ${error.message}`) : error;
	}
}

/** Has the sandbox send the events of a key to a trigger; returns what the credential in n8n holds. */
async function connect(
	sandbox: SandboxAccount,
	n8nUrl: string,
	{ type, trigger }: UsedCredential,
	isFirst: boolean,
	baseUrl: string,
) {
	if (type === 'voiceAgentSessionApi') {
		const { anonKey, email, password } = sandbox;
		return { fields: { baseUrl, anonKey, email, password }, secrets: [password] };
	}
	const { id, key } = isFirst
		? { id: sandbox.apiKeyId, key: sandbox.apiKey }
		: await sandbox.control('POST', '/api-keys', { name: 'Workflow test' });
	if (trigger === undefined) return { fields: { baseUrl, apiKey: key }, secrets: [key] };
	const url = buildWebhookUrl(n8nUrl, trigger.webhookId ?? '');
	const { signing_secret } = await sandbox.control('PATCH', `/api-keys/${id}`, {
		webhook_url: url,
	});
	const signingSecret = signing_secret ?? '';
	const chatAppToken = randomBytes(16).toString('hex');
	if (readEvents(trigger).includes('chatapp.received'))
		await connectChatApp(sandbox, `${url}?token=${chatAppToken}`);
	const fields = { baseUrl, apiKey: key, signingSecret, chatAppToken };
	return { fields, secrets: [key, signingSecret, chatAppToken] };
}

async function connectChatApp(sandbox: SandboxAccount, webhookUrl: string): Promise<void> {
	const { chatapp_accounts: accounts } = await sandbox.control('GET', '/chatapp-accounts');
	for (const { id } of accounts) {
		await sandbox.control('PATCH', `/chatapp-accounts/${id}`, { webhook_url: webhookUrl });
	}
}

/**
 * Waits for what n8n does in the background after it has published a workflow.
 * @param lacking what is wrong if it does not come, in words
 */
async function waitUntil(isThere: () => Promise<boolean>, lacking: string): Promise<void> {
	const until = performance.now() + REGISTRATION_TIMEOUT_MS;
	while (!(await isThere())) {
		if (performance.now() > until) {
			throw new N8nApiError(
				`n8n published it, but ${lacking} after ${REGISTRATION_TIMEOUT_MS / 1000} s. Publish it in n8n's editor, ` +
					'which says why.',
				null,
			);
		}
		await sleep(REGISTRATION_INTERVAL_MS);
	}
}

async function hasFunction(sandbox: SandboxAccount, name: string): Promise<boolean> {
	const { custom_functions: functions } = await sandbox.control('GET', '/custom-functions');
	return functions.some((one) => one.name === name && one.is_active);
}

/** Tells if n8n takes events at an address; false if it does not answer in time. */
async function listens(url: string): Promise<boolean> {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(LISTENING_TIMEOUT_MS) });
		return (await response.text()).includes(REGISTERED);
	} catch {
		return false;
	}
}

/** n8n deletes no workflow that is published, and takes a moment to unpublish one. */
async function removeWorkflow(n8n: N8nApi, id: string): Promise<void> {
	await n8n.deactivateWorkflow(id);
	const until = performance.now() + REGISTRATION_TIMEOUT_MS;
	for (;;) {
		try {
			return await n8n.deleteWorkflow(id);
		} catch (error) {
			const isBusy = error instanceof N8nApiError && error.status === 409;
			if (!isBusy || performance.now() > until) throw error;
			await sleep(REGISTRATION_INTERVAL_MS);
		}
	}
}
