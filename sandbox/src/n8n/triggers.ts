import { Type, type Static } from 'typebox';
import { Nullable, OneOf } from '../http/values.ts';
import type { StoredWorkflow, WorkflowNode } from './n8n-api.ts';

/** The credential of the nodes; n8n names it so. */
const CREDENTIAL_TYPE = 'voiceAgentApi';

/** The triggers of the nodes, by the end of their types in n8n, and how each of them hears of things. */
const KINDS = {
	voiceAgentTrigger: 'webhook',
	voiceAgentMessageTrigger: 'polling',
	voiceAgentFunctionTrigger: 'function',
} as const;

/** A trigger of a workflow in n8n. */
export const Trigger = Type.Object({
	name: Type.String(),
	kind: OneOf(Object.values(KINDS)),
	events: Type.Array(Type.String(), { description: 'Those that start the workflow' }),
	webhook_url: Nullable(Type.String({ description: 'Its production URL' })),
	credential: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type Trigger = Static<typeof Trigger>;

/**
 * Lists the triggers of a workflow that get something from the service, in the version that is published.
 * @param n8nUrl the address of n8n
 */
export function listTriggers(workflow: StoredWorkflow, n8nUrl: string): Trigger[] {
	const nodes = workflow.activeVersion?.nodes ?? workflow.nodes;
	return nodes.filter(({ disabled }) => !disabled).flatMap((node) => readTrigger(node, n8nUrl) ?? []);
}

function readTrigger(node: WorkflowNode, n8nUrl: string): Trigger | undefined {
	const type = node.type.split('.').at(-1) ?? '';
	if (!isTrigger(type)) return undefined;
	const kind = KINDS[type];
	const id = kind === 'webhook' ? node.webhookId : undefined;
	return {
		name: node.name,
		kind,
		events: readEvents(node),
		webhook_url: id === undefined ? null : buildWebhookUrl(n8nUrl, id),
		credential: node.credentials?.[CREDENTIAL_TYPE] ?? null,
	};
}

/** Returns the address at which n8n receives the events of a trigger. */
export function buildWebhookUrl(n8nUrl: string, webhookId: string): string {
	return `${n8nUrl}/webhook/${webhookId}/webhook`;
}

/** Returns the events that start a trigger, e.g. `sms.received`. */
export function readEvents({ parameters: { events } }: WorkflowNode): string[] {
	return Array.isArray(events) ? events.map(String) : [];
}

const isTrigger = (type: string): type is keyof typeof KINDS => Object.hasOwn(KINDS, type);
