import { Type, type Static } from 'typebox';
import { Nullable, OneOf } from '../service/http/values.ts';
import type { N8nApi } from './api.ts';
import { API_KEY_CREDENTIAL, TRIGGER_KINDS, readEvents, readTriggerKind } from './nodes.ts';
import type { StoredWorkflow, WorkflowNode } from './workflow.ts';

/** A trigger of a workflow in n8n. */
export const Trigger = Type.Object({
	name: Type.String(),
	kind: OneOf(Object.values(TRIGGER_KINDS)),
	events: Type.Array(Type.String(), { description: 'Those that start the workflow' }),
	webhook_url: Nullable(Type.String({ description: 'Its production URL' })),
	test_url: Nullable(Type.String({ description: 'The address of one event while the editor listens' })),
	credential: Nullable(Type.Object({ id: Type.String(), name: Type.String() })),
});
export type Trigger = Static<typeof Trigger>;

type UrlBuilder = Pick<N8nApi, 'buildWebhookUrl' | 'buildTestUrl'>;

/** Lists the triggers of a workflow that get something from the service, in the version that is published if there is one. */
export function listTriggers(workflow: StoredWorkflow, n8n: UrlBuilder): Trigger[] {
	const nodes = workflow.activeVersion?.nodes ?? workflow.nodes;
	return nodes.filter(({ disabled }) => !disabled).flatMap((node) => readTrigger(node, n8n) ?? []);
}

function readTrigger(node: WorkflowNode, n8n: UrlBuilder): Trigger | undefined {
	const kind = readTriggerKind(node);
	if (kind === undefined) return undefined;
	const id = kind === 'webhook' ? node.webhookId : undefined;
	return {
		name: node.name,
		kind,
		events: readEvents(node),
		webhook_url: id === undefined ? null : n8n.buildWebhookUrl(id),
		test_url: id === undefined ? null : n8n.buildTestUrl(id),
		credential: node.credentials?.[API_KEY_CREDENTIAL] ?? null,
	};
}
