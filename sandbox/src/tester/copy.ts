import { randomUUID } from 'node:crypto';
import { CliError } from '../client/command-line.ts';
import type { Scenario } from '../control/scenarios/scenario.ts';
import { asksPeople, readEvents, readTriggerKind, REPLY_EVENTS } from '../n8n/nodes.ts';
import {
	findReachable,
	listConnections,
	toCodeNode,
	type WorkflowFile,
	type WorkflowNode,
} from '../n8n/workflow.ts';
import { readCalled, replaceCalled } from './sub-workflows.ts';

/** The nodes at which a workflow begins when another one runs it; the later ones are of older workflows. */
const CALLED_STARTS = ['executeWorkflowTrigger', 'manualTrigger', 'start'];
/** n8n polls once a minute for each time that a trigger has, and takes several. */
const POLL_INTERVAL_SECONDS = 3;
const POLL_TIMES = {
	item: Array.from({ length: 60 / POLL_INTERVAL_SECONDS }, (_, index) => ({
		mode: 'custom',
		cronExpression: `${index * POLL_INTERVAL_SECONDS} * * * * *`,
	})),
};
const WEBHOOK = { type: 'n8n-nodes-base.webhook', typeVersion: 2 };
/** The end of the names of the webhooks by which a scenario starts triggers. */
const STARTED_MARK = ' (started by a scenario)';
/** The settings of a workflow that change what it does; the others would alert people, or hide what it did. */
const KEPT_SETTINGS = ['executionOrder', 'executionTimeout', 'timezone'];

/** The role of a workflow in a test: it is tested, takes part beside the tested one, or is run by another one. */
export type Role = 'tested' | 'beside' | 'called';

/**
 * Prepares a workflow for a test:
 * - Only what the test can reach stays enabled.
 * - Each node that listens gets an address of its own, so that the copy does not take what is meant for the original.
 * - Nodes that are left out output pinned items instead.
 * - The triggers that the scenario starts wait for it, and polling triggers poll every few seconds.
 * - n8n saves all executions, and no error workflow tells people of a test that fails.
 * @param pins the items that nodes output instead of running, by the name of the node
 * @param started the names of the triggers that the scenario starts
 * @throws {CliError} if one of them is no trigger that can start the workflow, or if nothing starts the workflow
 */
export function copyWorkflow(
	workflow: WorkflowFile,
	role: Role,
	started: ReadonlySet<string> = new Set(),
	pins: ReadonlyMap<string, readonly object[]> = new Map(),
): WorkflowFile {
	for (const name of started) requireTrigger(workflow, name);
	const pinned = new Set(pins.keys());
	const live = findReachable(workflow, findStarts(workflow, role, started), pinned);
	const nodes = workflow.nodes.map((node) => {
		const items = pins.get(node.name);
		if (!live.has(node.name)) return { ...node, disabled: true };
		const kind = readTriggerKind(node);
		const isWebhook = node.webhookId !== undefined || kind === 'webhook';
		const parameters = kind === 'polling' ? { ...node.parameters, pollTimes: POLL_TIMES } : node.parameters;
		const fresh = { ...node, parameters, ...(isWebhook && { webhookId: randomUUID() }) };
		if (items !== undefined) return toPinned(fresh, items);
		const called = node.disabled === true ? undefined : readCalled(fresh);
		if (called?.kind !== 'inline') return fresh;
		return replaceCalled(fresh, { kind: 'inline', workflow: copyWorkflow(called.workflow, 'called') });
	});
	const kept = Object.entries(workflow.settings ?? {}).filter(([name]) => KEPT_SETTINGS.includes(name));
	const settings = {
		...{ executionOrder: 'v1', ...Object.fromEntries(kept) },
		...{ saveDataErrorExecution: 'all', saveDataSuccessExecution: 'all' },
	};
	return addStartWebhooks(
		{ name: workflow.name, nodes, connections: workflow.connections, settings },
		started,
	);
}

/**
 * Returns the items that nodes of a workflow output instead of running: those of the command, then those of the scenario.
 * @throws {CliError} for a node that none of the workflows has
 */
export function choosePins(
	workflows: readonly WorkflowFile[],
	pins: ReadonlyMap<string, readonly object[]>,
	{ title, pins: own = {}, steps }: Scenario,
): Map<string, readonly object[]> {
	const there = workflows.flatMap(({ nodes }) => nodes.map(({ name }) => name));
	const requireNodes = (names: readonly string[], who: string) => {
		const unknown = names.find((name) => !there.includes(name));
		if (unknown === undefined) return;
		throw new CliError(
			`${who} names "${unknown}", but "${workflows[0]?.name}" has the nodes ${there.join(', ')}.`,
		);
	};
	requireNodes([...pins.keys()], '--pin');
	requireNodes([...listStartedTriggers({ steps }), ...Object.keys(own)], `The scenario "${title}"`);
	return new Map([...Object.entries(own), ...pins]);
}

/** Returns the names of the triggers that a scenario starts. */
export function listStartedTriggers({ steps }: Pick<Scenario, 'steps'>): Set<string> {
	return new Set(steps.flatMap(({ start }) => start ?? []));
}

/** Says that a workflow asks people something and that none of the workflows gets the replies; undefined otherwise. */
export function describeMissingReplies(workflows: readonly WorkflowFile[]): string | undefined {
	const nodes = workflows.flatMap((workflow) => workflow.nodes.filter(({ disabled }) => disabled !== true));
	const asking = nodes.find(asksPeople);
	const getsReplies = nodes.some(
		(node) =>
			readTriggerKind(node) === 'webhook' && readEvents(node).some((event) => REPLY_EVENTS.includes(event)),
	);
	if (asking === undefined || getsReplies) return undefined;
	return (
		`"${asking.name}" waits for a reply, which a Voice Agent Trigger hands over, and there is none in this test. ` +
		'If another workflow has it, name that one: --with replies.json'
	);
}

/** Tells if a workflow has an enabled trigger that asks the service for what is new. */
export function hasPollingTrigger({ nodes }: WorkflowFile): boolean {
	return nodes.some((node) => node.disabled !== true && readTriggerKind(node) === 'polling');
}

/** @throws {CliError} if there is nothing that could start the workflow */
function findStarts({ name, nodes }: WorkflowFile, role: Role, started: ReadonlySet<string>): string[] {
	const enabled = nodes.filter(({ disabled }) => disabled !== true);
	if (role === 'called') {
		const ofType = (type: string) => enabled.filter((node) => node.type === `n8n-nodes-base.${type}`);
		const starts = CALLED_STARTS.map(ofType).find((found) => found.length > 0) ?? [];
		return starts.map((node) => node.name);
	}
	const starts = enabled.filter((node) => readTriggerKind(node) !== undefined || started.has(node.name));
	if (starts.length > 0) return starts.map((node) => node.name);
	const trigger = nodes.find((node) => readTriggerKind(node) !== undefined);
	throw new CliError(
		trigger === undefined
			? `Nothing starts "${name}" in this test: it has no trigger for the service, and the scenario starts none of its ` +
					'nodes with "start".'
			: `"${trigger.name}" is disabled, so no event starts "${name}". Activate the node in n8n.`,
	);
}

function requireTrigger(workflow: WorkflowFile, name: string): void {
	if (!workflow.nodes.some((node) => node.name === name)) {
		throw new CliError(
			`A scenario cannot start "${name}": it starts only triggers of the tested workflow, "${workflow.name}".`,
		);
	}
	if (listConnections(workflow).some(({ kind, to }) => kind === 'main' && to === name)) {
		throw new CliError(`A scenario cannot start "${name}": other nodes of "${workflow.name}" lead to it.`);
	}
	if (workflow.nodes.some((node) => node.name === name && node.disabled === true)) {
		throw new CliError(
			`"${name}" is disabled, so it never starts "${workflow.name}". Activate the node in n8n.`,
		);
	}
}

/** Production executions take no pinned data, so a node that outputs the items takes its place. */
function toPinned(node: WorkflowNode, items: readonly object[]): WorkflowNode {
	const code = `return ${JSON.stringify(items.map((item) => ('json' in item ? item : { json: item })))};`;
	return toCodeNode(node, code);
}

/**
 * Makes triggers of a workflow that n8n's public API cannot start, e.g. a schedule, a form or a button, start by a
 * request: a node that outputs its body as the trigger's item takes the place of each, behind a webhook.
 * @param triggers the names of nodes of the workflow
 */
function addStartWebhooks(workflow: WorkflowFile, triggers: ReadonlySet<string>): WorkflowFile {
	const started = workflow.nodes.filter(({ name }) => triggers.has(name));
	const webhooks = started.map(({ name, position: [x, y] }): WorkflowNode => {
		const parameters = { httpMethod: 'POST', path: randomUUID() };
		const id = randomUUID();
		return {
			...WEBHOOK,
			id,
			webhookId: randomUUID(),
			name: `${name}${STARTED_MARK}`,
			position: [x - 220, y],
			parameters,
		};
	});
	const nodes = workflow.nodes.map((node) => (triggers.has(node.name) ? toOutput(node) : node));
	const lines = started.map(({ name }): [string, unknown] => [
		`${name}${STARTED_MARK}`,
		{ main: [[{ node: name, type: 'main', index: 0 }]] },
	]);
	return {
		...workflow,
		nodes: [...nodes, ...webhooks],
		connections: { ...workflow.connections, ...Object.fromEntries(lines) },
	};
}

/** Puts out what its webhook got, under the name of the trigger, which other nodes may refer to. */
function toOutput(trigger: WorkflowNode): WorkflowNode {
	return toCodeNode(trigger, 'return [{ json: $json.body }];');
}

/**
 * Returns the addresses at which the triggers are started, by the name of the trigger.
 * @param webhookBase the address that n8n's webhooks begin with
 */
export function listStartUrls(
	{ nodes }: Pick<WorkflowFile, 'nodes'>,
	webhookBase: string,
): Map<string, string> {
	const webhooks = nodes.filter(({ name }) => isStartWebhook(name));
	return new Map(
		webhooks.map(({ name, parameters }) => [
			name.slice(0, -STARTED_MARK.length),
			`${webhookBase}/${String(parameters.path)}`,
		]),
	);
}

/** Tells by the name of a node if it is a webhook that {@link addStartWebhooks} has added. */
export function isStartWebhook(name: string): boolean {
	return name.endsWith(STARTED_MARK);
}
