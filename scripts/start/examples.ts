import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import type { Receiver } from '../../sandbox/src/n8n/connect.ts';
import type { N8nApi } from '../../sandbox/src/n8n/api.ts';
import { API_KEY_CREDENTIAL, isOurs, readEvents, readTriggerKind } from '../../sandbox/src/n8n/nodes.ts';
import type { WorkflowFile } from '../../sandbox/src/n8n/workflow.ts';

export const CREDENTIAL_NAME = 'Voice Agent sandbox';

/** The name of the example that every `npm start` runs. */
export const DEMO_NAME = 'answer-an-sms-by-chat-app';

/** Reads an example by its name. */
export const readExampleFile = async (projectRoot: string, name: string): Promise<WorkflowFile> =>
	JSON.parse(await readFile(join(projectRoot, 'examples', name, 'workflow.json'), 'utf8')) as WorkflowFile;

/** The triggers of a workflow that receive events. */
export const listReceivers = (
	{ name: workflow, nodes }: WorkflowFile,
	n8n: Pick<N8nApi, 'buildWebhookUrl'>,
): Receiver[] =>
	nodes
		.filter((node) => readTriggerKind(node) === 'webhook')
		.map((node) => {
			if (!node.webhookId) throw new Failure(`"${node.name}" of "${workflow}" has no webhookId.`);
			return { name: node.name, url: n8n.buildWebhookUrl(node.webhookId), events: readEvents(node) };
		});

/** The workflow with a credential chosen in each of its Voice Agent nodes. */
export const withCredential = (workflow: WorkflowFile, id: string): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		isOurs(node) ? { ...node, credentials: { [API_KEY_CREDENTIAL]: { id, name: CREDENTIAL_NAME } } } : node,
	),
});
