import { CliError } from '../client/command-line.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { N8nApiError, type N8nApi } from '../n8n/api.ts';
import { checkReceivers, type Receiver } from '../n8n/connect.ts';
import { API_KEY_CREDENTIAL, asksPeople, PACKAGE, readEvents, readTriggerKind } from '../n8n/nodes.ts';
import type { WorkflowFile } from '../n8n/workflow.ts';
import { choosePins, copyWorkflow, listStartedTriggers, listStartUrls } from './copy.ts';
import {
	checkAddresses,
	listForeignCredentials,
	readServiceCredential,
	replaceCredential,
	type ServiceCredential,
} from './real-account.ts';
import { listAllNodes, readCalled } from './sub-workflows.ts';

/** Matches the control call that moves the clock of the sandbox. */
const MOVES_CLOCK = /^POST \/clock$/;
/**
 * After this time n8n ends an execution of a copy, waits included: one that runs in a tight circle keeps n8n from answering
 * anybody, so nothing else can.
 */
const MAX_EXECUTION_SECONDS = 240;

/** The copies that a test puts into n8n, before their credentials and the IDs of what they run are known. */
export interface TestPlan {
	readonly tested: WorkflowFile;
	/** Other workflows that take part, e.g. the one that hands replies over. */
	readonly beside: readonly WorkflowFile[];
	/** The sub-workflows by the ID of the original, each after those that it runs itself. */
	readonly called: ReadonlyMap<string, WorkflowFile>;
	/** The names of the credentials that hold a key of the second account; none: there is one account. */
	readonly secondAccount: ReadonlySet<string>;
}

/**
 * Copies a workflow and all that it runs, and checks that n8n can run the copies, before anything is created.
 * @param beside other workflows that take part
 * @throws {CliError} with what to do about it
 * @throws {N8nApiError} if n8n does not answer
 */
export async function planTest(
	n8n: N8nApi,
	workflow: WorkflowFile,
	beside: readonly WorkflowFile[],
	scenario: Scenario,
	givenPins: ReadonlyMap<string, readonly object[]>,
): Promise<TestPlan> {
	requireNoClockStep(scenario);
	const pins = choosePins([workflow, ...beside], givenPins, scenario);
	const tested = copyWorkflow(workflow, 'tested', listStartedTriggers(scenario), pins);
	const others = beside.map((one) => copyWorkflow(one, 'beside', new Set(), pins));
	const called = new Map<string, WorkflowFile>();
	for (const one of [tested, ...others]) await addCalled(n8n, one, called, []);
	const secondAccount = new Set(scenario.second_account);
	const plan = limitExecutions({ tested, beside: others, called, secondAccount });
	const groups = [...groupByCredential(plan, n8n).values()];
	requireCredentials(plan, groups, scenario);
	for (const account of [1, 2]) {
		checkReceivers(groups.filter((one) => one.account === account).map(({ receivers }) => receivers));
	}
	checkAddresses(listCopies(plan), n8n);
	for (const one of listCopies(plan)) await checkCredentials(n8n, one);
	return plan;
}

/**
 * Limits how long executions of the copies take, unless a workflow has a limit of its own. Send and Wait asks nobody if
 * n8n could end its execution before the reply, and a sub-workflow has the limit of what runs it, so no workflow gets one
 * if any of them asks.
 */
export function limitExecutions(plan: TestPlan): TestPlan {
	const nodes = listCopies(plan).flatMap(listAllNodes);
	if (nodes.some((node) => node.disabled !== true && asksPeople(node))) return plan;
	const limit = (file: WorkflowFile) => ({
		...file,
		settings: { executionTimeout: MAX_EXECUTION_SECONDS, ...file.settings },
	});
	return {
		...plan,
		tested: limit(plan.tested),
		beside: plan.beside.map(limit),
		called: new Map([...plan.called].map(([id, file]) => [id, limit(file)])),
	};
}

/** @throws {CliError} if a step moves the clock of the sandbox: only the test can compare it with n8n's */
function requireNoClockStep({ title, steps }: Scenario): void {
	const index = steps.findIndex(({ call }) => MOVES_CLOCK.test(call ?? ''));
	if (index < 0) return;
	throw new CliError(
		`The scenario "${title}" moves the clock in step ${index + 1} (${steps[index]?.note}). In a test, give the step after ` +
			'it the time instead: "after": "24h"',
	);
}

/** @throws {CliError} if a scenario names credentials of a second account that no workflow of the test uses */
function requireCredentials(
	{ secondAccount }: TestPlan,
	groups: readonly CredentialGroup[],
	{ title }: Scenario,
): void {
	const used = groups.map(({ credential }) => credential.name);
	const unknown = [...secondAccount].find((name) => !used.includes(name));
	if (unknown === undefined) return;
	throw new CliError(
		`The scenario "${title}" has "${unknown}" in second_account, but the nodes use the credentials ${used.join(', ')}.`,
	);
}

/**
 * Says that several credentials hold keys of one account in a test; undefined if they do not. Only a scenario can tell
 * that they are of two.
 */
export function describeSharedAccount(plan: TestPlan, n8n: N8nApi): string | undefined {
	const names = [...groupByCredential(plan, n8n).values()].map(({ credential }) => credential.name);
	if (names.length < 2 || plan.secondAccount.size > 0) return undefined;
	return (
		`The credentials ${names.map((name) => `"${name}"`).join(' and ')} hold keys of one account in this test. If they are of ` +
		'two, name those of the second in the scenario: "second_account": ["..."]'
	);
}

/** @throws {CliError} if n8n does not have the nodes */
export async function checkNodes(n8n: N8nApi): Promise<void> {
	if (await n8n.knowsCredentialType(API_KEY_CREDENTIAL)) return;
	throw new CliError(
		`The n8n at ${n8n.url} does not have the nodes. Install ${PACKAGE} in ${n8n.url}/settings/community-nodes.`,
	);
}

/** Lists all copies of a test. */
export function listCopies({ tested, beside, called }: TestPlan): WorkflowFile[] {
	return [...called.values(), ...beside, tested];
}

/** A credential for the service, and the triggers that it lets receive events. */
export interface CredentialGroup {
	readonly credential: ServiceCredential;
	/** The account whose key it holds in the test, from 1. */
	readonly account: 1 | 2;
	readonly receivers: Receiver[];
}

/** Groups the triggers of a test by their credentials; a credential that no trigger uses has none. */
export function groupByCredential(plan: TestPlan, n8n: N8nApi): Map<string, CredentialGroup> {
	const groups = new Map<string, CredentialGroup>();
	for (const node of listCopies(plan).flatMap(listAllNodes)) {
		const credential = readServiceCredential(node);
		if (credential === undefined) continue;
		const account = plan.secondAccount.has(credential.name) ? 2 : 1;
		const group = groups.get(credential.key) ?? { credential, account, receivers: [] };
		groups.set(credential.key, group);
		if (readTriggerKind(node) !== 'webhook') continue;
		const url = n8n.buildWebhookUrl(node.webhookId ?? '');
		group.receivers.push({ name: node.name, events: readEvents(node), url });
	}
	return groups;
}

/** Lists the addresses at which n8n listens once a copy is published. */
export function listAddresses(file: WorkflowFile, n8n: N8nApi): string[] {
	const triggers = file.nodes.filter((node) => node.disabled !== true && readTriggerKind(node) === 'webhook');
	return [
		...triggers.map(({ webhookId }) => n8n.buildWebhookUrl(webhookId ?? '')),
		...listStartUrls(file, n8n.webhookBase).values(),
	];
}

/** Adds copies of the sub-workflows that a copy runs, and of those that they run. */
async function addCalled(
	n8n: N8nApi,
	file: WorkflowFile,
	called: Map<string, WorkflowFile>,
	callers: readonly string[],
): Promise<void> {
	for (const node of listAllNodes(file).filter(({ disabled }) => disabled !== true)) {
		const run = readCalled(node);
		if (run?.kind !== 'stored' || called.has(run.id)) continue;
		const leaveOut = `Leave the node out: --pin "${node.name}=items.json"`;
		if (callers.includes(run.id)) {
			throw new CliError(
				`"${node.name}" runs a workflow that runs itself, which cannot be copied. ${leaveOut}`,
			);
		}
		const original = await n8n.getWorkflow(run.id).catch((error: unknown) => {
			if (!(error instanceof N8nApiError) || error.status !== 404) throw error;
			throw new CliError(
				`"${node.name}" runs the workflow ${run.id}, which is not in the n8n at ${n8n.url}. ${leaveOut}`,
			);
		});
		// A published version has no name of its own.
		const { nodes, connections } = original.activeVersion ?? original;
		const copy = copyWorkflow({ ...original, nodes, connections }, 'called');
		await addCalled(n8n, copy, called, [...callers, run.id]);
		called.set(run.id, copy);
	}
}

/** @throws {CliError} if n8n does not have the credentials of other vendors, or one of ours goes to a real account */
async function checkCredentials(n8n: N8nApi, file: WorkflowFile): Promise<void> {
	const nodes = listAllNodes(file);
	for (const node of nodes) replaceCredential(node, () => undefined, n8n.url);
	const needed = nodes.flatMap((node) =>
		listForeignCredentials(node).map((credential) => ({ node: node.name, ...credential })),
	);
	if (needed.length === 0) return;
	const there = new Set((await n8n.listCredentials()).map(({ id }) => id));
	const missing = needed.filter(({ id }) => !there.has(id));
	if (missing.length === 0) return;
	const lines = missing.map(({ node, name, type }) => `  "${node}" needs "${name}" (${type})`);
	throw new CliError(
		`Credentials that "${file.name}" needs are not in the n8n at ${n8n.url}:\n${lines.join('\n')}\n` +
			'Choose one that is there and download the workflow again, or leave the node out: ' +
			`--pin "${missing[0]?.node}=items.json"`,
	);
}
