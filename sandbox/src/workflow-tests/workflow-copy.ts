import { randomUUID } from 'node:crypto';
import { CliError } from '../cli/cli-error.ts';
import { toCodeNode } from '../n8n/code-node.ts';
import type { NewWorkflow, StoredCredential, WorkflowNode } from '../n8n/n8n-api.ts';
import { addStartWebhooks } from '../n8n/start-webhooks.ts';
import { readEvents } from '../n8n/triggers.ts';
import type { Scenario } from '../scenarios/scenario.ts';

/** Matches the nodes of the package, also where n8n loads them from a folder of its own. */
const OUR_NODE = /^(?:n8n-nodes-voice-agent|CUSTOM)\.voiceAgent/;
const TRIGGER = /\.voiceAgentTrigger$/;
const FUNCTION_TRIGGER = /\.voiceAgentFunctionTrigger$/;

/** The types of credentials of the package. */
export const CREDENTIAL_TYPES = ['voiceAgentApi', 'voiceAgentSessionApi'] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

/** A credential of the package that a workflow uses. */
export interface UsedCredential {
	/** Its type and its ID in the n8n that the workflow comes from. */
	readonly key: string;
	readonly type: CredentialType;
	/** The trigger that it signs events for; each API key of the service has one webhook URL. */
	readonly trigger: WorkflowNode | undefined;
}

/**
 * Prepares a workflow for a test: every node that listens gets an address of its own, so that the copy does not
 * meet the original, the nodes that are left out put out pinned items instead, the triggers that the scenario starts
 * wait for it, and no error workflow tells people of a test that fails.
 * @throws {CliError} for a node that is pinned or started and that the workflow does not have, and for one that is
 * started and could not start it
 */
export function copyWorkflow(
	workflow: NewWorkflow,
	pins: ReadonlyMap<string, readonly object[]>,
	{ title, pins: own = {}, steps }: Scenario,
): NewWorkflow {
	const started = new Set(steps.flatMap(({ start }) => start ?? []));
	requireNodes(workflow, pins.keys(), '--pin');
	requireNodes(workflow, [...started, ...Object.keys(own)], `The scenario "${title}"`);
	for (const name of started) requireTrigger(workflow, name);
	const pinned = new Set([...pins.keys(), ...Object.keys(own)]);
	const nodes = workflow.nodes.map((node) => {
		if (servesOnly(workflow.connections, node.name, pinned)) return { ...node, disabled: true };
		const items = pins.get(node.name) ?? own[node.name];
		const listens = node.webhookId !== undefined || isTrigger(node);
		const fresh = listens ? { ...node, webhookId: randomUUID() } : node;
		return items === undefined ? fresh : toPinned(fresh, items);
	});
	const { executionOrder = 'v1', timezone } = { ...workflow.settings } as Record<string, unknown>;
	const settings = { executionOrder, ...(timezone ? { timezone } : {}) };
	const name = `${workflow.name} (sandbox test)`;
	return addStartWebhooks({ name, nodes, connections: workflow.connections, settings }, started);
}

/** @param who names the nodes */
function requireNodes(workflow: NewWorkflow, names: Iterable<string>, who: string): void {
	const there = workflow.nodes.map(({ name }) => name);
	const unknown = [...names].find((name) => !there.includes(name));
	if (unknown === undefined) return;
	throw new CliError(`${who} names "${unknown}", but "${workflow.name}" has the nodes ${there.join(', ')}.`);
}

function requireTrigger({ name: workflowName, nodes, connections }: NewWorkflow, name: string): void {
	if (listLinks(connections).some(({ to }) => to === name)) {
		throw new CliError(`A scenario cannot start "${name}": other nodes of "${workflowName}" lead to it.`);
	}
	if (nodes.some((node) => node.name === name && node.disabled === true)) {
		throw new CliError(
			`"${name}" is disabled, so it never starts "${workflowName}". Activate the node in n8n.`,
		);
	}
}

/** Tells if a node is a part of nodes that are left out, e.g. the model of an agent, which needs no credential then. */
function servesOnly(connections: object, name: string, pinned: ReadonlySet<string>): boolean {
	const links = listLinks(connections).filter(({ from }) => from === name);
	return links.length > 0 && links.every(({ kind, to }) => kind !== 'main' && pinned.has(to));
}

/** A line between two nodes: items go along a `main` one, and others lead from a part to its node, e.g. `ai_memory`. */
interface Link {
	readonly kind: string;
	readonly from: string;
	readonly to: string;
}

function listLinks(connections: object): Link[] {
	type Outputs = ReadonlyArray<ReadonlyArray<{ readonly node: string }> | null>;
	return Object.entries(connections as Record<string, Record<string, Outputs>>).flatMap(([from, kinds]) =>
		Object.entries(kinds).flatMap(([kind, outputs]) =>
			outputs.flatMap((targets) => targets ?? []).map(({ node: to }) => ({ kind, from, to })),
		),
	);
}

/** Production executions take no pinned data, so a node that puts out the items takes its place. */
function toPinned(node: WorkflowNode, items: readonly object[]): WorkflowNode {
	const code = `return ${JSON.stringify(items.map((item) => ('json' in item ? item : { json: item })))};`;
	return toCodeNode(node, code);
}

/**
 * Lists the credentials of the package that a workflow uses.
 * @throws {CliError} for triggers that are all disabled, and for two triggers with one credential or two that take
 * messages of the chat app, of which only one would get events
 */
export function listUsedCredentials({ name, nodes }: NewWorkflow): UsedCredential[] {
	const triggers = nodes.filter(isTrigger);
	const [one, other] = triggers.filter((node) => node.disabled !== true && takesChatApp(node));
	if (one && other) {
		throw new CliError(
			`"${one.name}" and "${other.name}" take messages of the chat app, which the service sends to one webhook URL, ` +
				'so one of the two gets none. Leave the event to one of them.',
		);
	}
	if (triggers.length > 0 && triggers.every(({ disabled }) => disabled === true)) {
		throw new CliError(
			`"${triggers[0]?.name}" is disabled, so no event starts "${name}". Activate the node in n8n.`,
		);
	}
	const used = new Map<string, UsedCredential>();
	for (const node of nodes.filter((one) => isOurs(one) && one.disabled !== true)) {
		const type = readCredentialType(node);
		const key = buildCredentialKey(node);
		const known = used.get(key);
		const trigger = isTrigger(node) ? node : undefined;
		if (trigger && known?.trigger) {
			throw new CliError(
				`"${known.trigger.name}" and "${trigger.name}" use one credential. The service sends the events of an API ` +
					'key to one webhook URL, so one of the two gets none. Give each a credential of its own.',
			);
		}
		used.set(key, { key, type, trigger: known?.trigger ?? trigger });
	}
	return [...used.values()];
}

/**
 * Lists the names of the custom functions that a workflow adds to agents once it is published; without those that
 * an expression makes.
 */
export function listFunctionNames({ nodes }: NewWorkflow): string[] {
	return nodes
		.filter((node) => FUNCTION_TRIGGER.test(node.type) && node.disabled !== true)
		.map(({ parameters: { name } }) => String(name))
		.filter((name) => !name.startsWith('='));
}

/** Chooses, in every node of the package, the credential that stands for the one that it uses. */
export function chooseCredentials(
	workflow: NewWorkflow,
	credentials: ReadonlyMap<string, StoredCredential>,
): NewWorkflow {
	const nodes = workflow.nodes.map((node) => {
		const credential = isOurs(node) ? credentials.get(buildCredentialKey(node)) : undefined;
		if (credential === undefined) return node;
		const { id, name } = credential;
		return { ...node, credentials: { [readCredentialType(node)]: { id, name } } };
	});
	return { ...workflow, nodes };
}

/** Lists the credentials of other vendors that a workflow needs, with the node that needs each. */
export function listForeignCredentials({ nodes }: NewWorkflow) {
	return nodes
		.filter((node) => !isOurs(node) && node.disabled !== true)
		.flatMap(({ name: node, credentials = {} }) =>
			Object.entries(credentials).map(([type, { id, name }]) => ({ node, type, id, name })),
		);
}

function isOurs({ type }: WorkflowNode): boolean {
	return OUR_NODE.test(type);
}

function isTrigger(node: WorkflowNode): boolean {
	return isOurs(node) && TRIGGER.test(node.type);
}

function takesChatApp(trigger: WorkflowNode): boolean {
	return readEvents(trigger).includes('chatapp.received');
}

function readCredentialType({ parameters }: WorkflowNode): CredentialType {
	return parameters.authentication === 'session' ? 'voiceAgentSessionApi' : 'voiceAgentApi';
}

function buildCredentialKey(node: WorkflowNode): string {
	const type = readCredentialType(node);
	return `${type} ${node.credentials?.[type]?.id ?? ''}`;
}
