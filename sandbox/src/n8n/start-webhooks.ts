import { randomUUID } from 'node:crypto';
import { toCodeNode, type WorkflowFile, type WorkflowNode } from './workflow.ts';

const WEBHOOK = { type: 'n8n-nodes-base.webhook', typeVersion: 2 };
/** The end of the names of the nodes that this module adds. */
const MARK = ' (started by a scenario)';

/**
 * Makes triggers of a workflow that n8n's public API cannot start, e.g. a schedule, a form or a button, start by a
 * request: a node that puts out its body as the trigger's item takes the place of each, behind a webhook.
 * @param triggers the names of nodes of the workflow
 */
export function addStartWebhooks(workflow: WorkflowFile, triggers: ReadonlySet<string>): WorkflowFile {
	const started = workflow.nodes.filter(({ name }) => triggers.has(name));
	const webhooks = started.map(({ name, position: [x, y] }): WorkflowNode => {
		const parameters = { httpMethod: 'POST', path: randomUUID() };
		const id = randomUUID();
		return {
			...WEBHOOK,
			id,
			webhookId: randomUUID(),
			name: `${name}${MARK}`,
			position: [x - 220, y],
			parameters,
		};
	});
	const nodes = workflow.nodes.map((node) => (triggers.has(node.name) ? toOutput(node) : node));
	const lines = started.map(({ name }): [string, unknown] => [
		`${name}${MARK}`,
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
			name.slice(0, -MARK.length),
			`${webhookBase}/${String(parameters.path)}`,
		]),
	);
}

/** Tells by the name of a node if it is a webhook that {@link addStartWebhooks} has added. */
export function isStartWebhook(name: string): boolean {
	return name.endsWith(MARK);
}
