import { createHash } from 'node:crypto';
import { hostname } from 'node:os';
import { CliError } from '../client/command-line.ts';
import type { SandboxAccount } from '../client/account.ts';
import { N8nApiError, type N8nApi } from '../n8n/api.ts';
import { connect, type Receiver, type KeyReceivers } from '../n8n/connect.ts';
import { SESSION_CREDENTIAL, readFunctionAgent, readFunctionName, readTriggerKind } from '../n8n/nodes.ts';
import type { WorkflowFile } from '../n8n/workflow.ts';
import { hasPollingTrigger } from './copy.ts';
import { groupByCredential, listAddresses, listCopies, type CredentialGroup, type TestPlan } from './plan.ts';
import { replaceCredential } from './real-account.ts';
import { listAllNodes, readCalled, replaceCalled } from './sub-workflows.ts';
import type { TestEnvironment } from './environment.ts';

/** Matches the names of what a test creates in n8n; its groups are the machine and the process of the test. */
const COPY_MARK = / \(sandbox test ([0-9a-f]{6})-(\d+)\)$/;
/** Tells machines apart without naming them. */
const MACHINE = createHash('sha256').update(hostname()).digest('hex').slice(0, 6);
/** n8n takes names of up to 128 characters. */
const MAX_NAME_LENGTH = 90;
/** How long a copy that another machine made may be in use. */
const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;
/** Matches the endpoints at which a polling trigger looks for new messages. */
const POLLED_ENDPOINTS = /\/(?:list-messages|replay-webhook-delivery)$/;
/** How long ago the first poll has to have ended: it may consist of several requests. */
const QUIET_AFTER_POLL_MS = 500;

/** A copy of a workflow in n8n that is connected to the sandbox, with those that take part. */
export interface Deployment {
	/** The ID of the workflow that is tested. */
	readonly workflowId: string;
	/** The copies by their IDs. */
	readonly workflows: ReadonlyMap<string, WorkflowFile>;
	/** The triggers that receive events, with the API key whose events each of them gets. */
	readonly receivers: ReadonlyArray<Receiver & { readonly apiKeyId: string }>;
	/** The secrets that must not show up in an execution. */
	readonly secrets: readonly string[];
	/** Removes the workflows and their credentials from n8n, once. @throws {N8nApiError} if n8n leaves one of them */
	remove(): Promise<void>;
}

/**
 * Creates the copies in n8n, connects them and the sandbox with each other, and publishes them.
 * @throws {CliError} if n8n does not publish one, with n8n's reason; nothing stays in n8n
 */
export async function deploy(plan: TestPlan, environment: TestEnvironment): Promise<Deployment> {
	const { n8n, serviceUrl, removals } = environment;
	const credentials = new Map<string, { id: string; name: string }>();
	const workflows = new Map<string, WorkflowFile>();
	const secrets: string[] = [];
	const removeAll = async () => {
		const steps = [
			...[...workflows.keys()].reverse().map((id) => () => n8n.deleteWorkflow(id)),
			...[...credentials.values()].map(
				({ id }) =>
					() =>
						n8n.deleteCredential(id),
			),
		];
		const failures: unknown[] = [];
		for (const step of steps) await step().catch((error: unknown) => failures.push(error));
		removals.delete(remove);
		if (failures.length > 0) throw failures[0];
	};
	let removal: Promise<void> | undefined;
	const remove = () => (removal ??= removeAll());
	removals.add(remove);
	const create = async (file: WorkflowFile, ids: ReadonlyMap<string, string>) => {
		const filled = fillIn(file, credentials, ids, serviceUrl);
		const { id } = await n8n.createWorkflow({ ...filled, name: markAsCopy(file.name) });
		workflows.set(id, filled);
		return id;
	};
	try {
		await checkAgents(plan, environment);
		const groups = [...groupByCredential(plan, n8n).values()];
		const receiversByKey = await Promise.all(
			groups.map((group) => prepareKey(group, environment, credentials, secrets)),
		);
		for (const [index, account] of environment.accounts.entries()) {
			const own = receiversByKey.filter((_, at) => groups[at]?.account === index + 1);
			await connect(account.control, own);
		}
		const ids = new Map<string, string>();
		for (const [originalId, file] of plan.called) {
			ids.set(originalId, await create(file, ids));
			await publishCalled(n8n, ids.get(originalId) ?? '');
		}
		let workflowId = '';
		for (const file of [...plan.beside, plan.tested]) {
			workflowId = await create(file, ids);
			await publish(file, workflowId, environment);
		}
		const receivers = receiversByKey.flatMap(({ apiKeyId, receivers: own }) =>
			own.map((one) => ({ ...one, apiKeyId })),
		);
		return { workflowId, workflows, receivers, secrets, remove };
	} catch (error) {
		await remove().catch(() => undefined);
		throw error instanceof N8nApiError ? new CliError(`"${plan.tested.name}": ${error.message}`) : error;
	}
}

/** @throws {CliError} if a trigger gives its function to an agent that the sandbox does not have */
async function checkAgents(plan: TestPlan, { accounts }: TestEnvironment): Promise<void> {
	const agents = (await Promise.all(accounts.map((one) => one.control('GET', '/agents')))).flatMap(
		(one) => one.agents,
	);
	const nodes = listCopies(plan).flatMap(listAllNodes);
	for (const node of nodes) {
		if (node.disabled === true || readTriggerKind(node) !== 'function') continue;
		const id = readFunctionAgent(node);
		if (id === undefined || agents.some((agent) => agent.id === id)) continue;
		const there = agents.map(({ id: own, name }) => `${name} (${own})`).join(', ');
		throw new CliError(
			`"${node.name}" gives its function to the agent ${id || 'that is not chosen yet'}, which the sandbox does not have. ` +
				`Choose one of its agents: ${there}`,
		);
	}
}

/** Creates the API key of the service that a credential holds in the test; the credential is created once its secrets are known. */
async function prepareKey(
	{ account: number, credential: { key, type }, receivers }: CredentialGroup,
	{ n8n, accounts, serviceUrl: baseUrl }: TestEnvironment,
	credentials: Map<string, { id: string; name: string }>,
	secrets: string[],
): Promise<KeyReceivers> {
	const account = accounts[number - 1];
	if (account === undefined) throw new Error(`The sandbox has no account ${number}`);
	const write = async (fields: object, ...own: string[]) => {
		secrets.push(...own);
		const name = markAsCopy(`Voice Agent ${credentials.size + 1}`);
		credentials.set(key, await n8n.createCredential(name, type, { baseUrl, ...fields }));
	};
	if (type === SESSION_CREDENTIAL) {
		const { anonKey, email, password } = account;
		return { apiKeyId: '', receivers: [], write: () => write({ anonKey, email, password }, password) };
	}
	const { id: apiKeyId, key: apiKey } = await account.control('POST', '/api-keys', { name: 'Workflow test' });
	return {
		apiKeyId,
		receivers,
		write: ({ signingSecret = '', chatAppToken = '' }) =>
			write(
				{ apiKey, ...(signingSecret && { signingSecret }), ...(chatAppToken && { chatAppToken }) },
				...[apiKey, signingSecret, chatAppToken].filter((secret) => secret !== ''),
			),
	};
}

/** Fills in the credentials of the test, the IDs of the copies that a workflow runs, and the address of the sandbox. */
function fillIn(
	file: WorkflowFile,
	credentials: ReadonlyMap<string, { id: string; name: string }>,
	ids: ReadonlyMap<string, string>,
	serviceUrl: string,
): WorkflowFile {
	const nodes = file.nodes.map((node) => {
		const filled = replaceCredential(node, (key) => credentials.get(key), serviceUrl);
		const called = node.disabled === true ? undefined : readCalled(node);
		if (called === undefined) return filled;
		return called.kind === 'stored'
			? replaceCalled(filled, { kind: 'stored', id: ids.get(called.id) ?? '' })
			: replaceCalled(filled, {
					kind: 'inline',
					workflow: fillIn(called.workflow, credentials, ids, serviceUrl),
				});
	});
	return { ...file, nodes };
}

/** Publishes a workflow, and waits until its triggers listen, have polled, or are functions of their agents. */
async function publish(file: WorkflowFile, id: string, { n8n, accounts }: TestEnvironment): Promise<void> {
	const before = await Promise.all(accounts.map(readNewestRequest));
	await n8n.activateWorkflow(id);
	for (const url of listAddresses(file, n8n)) await n8n.waitUntilListening(url);
	const live = listAllNodes(file).filter(({ disabled }) => disabled !== true);
	for (const name of live.flatMap((node) => readFunctionName(node) ?? [])) {
		await n8n.waitUntil(
			() => isTrueOfAny(accounts, (one) => hasFunction(one, name)),
			`the agent does not have its function ${name}`,
		);
	}
	if (hasPollingTrigger(file))
		await n8n.waitUntil(
			() => isTrueOfAny(accounts, (one, index) => hasPolled(one, before[index] ?? 0)),
			'its trigger has not asked for messages',
		);
}

/** Publishes a sub-workflow. n8n 1 runs it unpublished, and refuses to publish one without a trigger of its own. */
async function publishCalled(n8n: N8nApi, id: string): Promise<void> {
	try {
		await n8n.activateWorkflow(id);
	} catch (error) {
		const isNotNeeded =
			error instanceof N8nApiError && error.status === 400 && /trigger/i.test(error.message);
		if (!isNotNeeded) throw error;
	}
}

async function readNewestRequest(account: SandboxAccount): Promise<number> {
	const { requests } = await account.control('GET', '/requests?limit=1');
	return requests.at(-1)?.id ?? 0;
}

async function isTrueOfAny(
	accounts: readonly SandboxAccount[],
	is: (account: SandboxAccount, index: number) => Promise<boolean>,
): Promise<boolean> {
	return (await Promise.all(accounts.map(is))).some(Boolean);
}

async function hasFunction(sandbox: SandboxAccount, name: string): Promise<boolean> {
	const { custom_functions: functions } = await sandbox.control('GET', '/custom-functions');
	return functions.some((one) => one.name === name && one.is_active);
}

/** Tells if the first poll is over: only messages that arrive after it count as new for the trigger. */
async function hasPolled(sandbox: SandboxAccount, after: number): Promise<boolean> {
	const [{ requests }, { now }] = await Promise.all([
		sandbox.control('GET', `/requests?after=${after}&limit=1000`),
		sandbox.control('GET', '/clock'),
	]);
	const polled = requests.filter(({ path, body }) => POLLED_ENDPOINTS.test(path) && !isKeyCheck(body));
	const isOver = ({ status, received_at: at, duration_ms: ms }: (typeof polled)[number]) =>
		status !== null && Date.parse(now) - Date.parse(at) - (ms ?? 0) > QUIET_AFTER_POLL_MS;
	return polled.length > 0 && polled.every(isOver);
}

/** Tells if a request only asks if the API key works, as a trigger does when it is published. */
function isKeyCheck(body: unknown): boolean {
	return (body as { limit?: unknown } | null)?.limit === 1;
}

/** Marks a name as that of a copy, which the next test may remove once this process has ended. */
export function markAsCopy(name: string): string {
	return `${name.slice(0, MAX_NAME_LENGTH)} (sandbox test ${MACHINE}-${process.pid})`;
}

/** Removes what tests that were killed have left in n8n; what cannot be removed stays. */
export async function removeLeftovers(n8n: N8nApi): Promise<void> {
	const workflows = (await n8n.listWorkflows()).filter(isLeftover);
	for (const { id } of workflows) await ignoreRefusal(() => n8n.deleteWorkflow(id));
	const credentials = (await ignoreRefusal(() => n8n.listCredentials()))?.filter(isLeftover) ?? [];
	for (const { id } of credentials) await ignoreRefusal(() => n8n.deleteCredential(id));
}

function isLeftover({ name, createdAt }: { readonly name: string; readonly createdAt: string }): boolean {
	const [, machine, pid] = COPY_MARK.exec(name) ?? [];
	if (machine === undefined) return false;
	if (machine === MACHINE) return !isRunning(Number(pid));
	return Date.now() - Date.parse(createdAt) > ABANDONED_AFTER_MS;
}

function isRunning(pid: number): boolean {
	try {
		return process.kill(pid, 0);
	} catch (error) {
		return (error as NodeJS.ErrnoException).code === 'EPERM';
	}
}

/** Makes calls of n8n; returns undefined if it refuses them, as not every API key may list credentials. */
async function ignoreRefusal<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
	try {
		return await work();
	} catch (error) {
		if (error instanceof N8nApiError) return undefined;
		throw error;
	}
}
