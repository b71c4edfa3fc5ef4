import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import type { WorkflowFile, WorkflowNode } from '../../playground/n8n-client.ts';

const packageName = 'n8n-nodes-voice-agent';
const credentialType = 'voiceAgentApi';
export const CREDENTIAL_NAME = 'Voice Agent sandbox';

/** The node types that the demo workflow uses. */
export const nodeTypes = [`${packageName}.voiceAgent`, `${packageName}.voiceAgentTrigger`];

/** The values of the credential. */
export interface Access {
	baseUrl: string;
	apiKey: string;
	signingSecret: string;
	chatAppToken?: string;
}

/** The name of the example that every `npm start` runs. */
export const DEMO_NAME = 'answer-an-sms-by-chat-app';

/** Reads an example by its name. */
export const readExampleFile = async (projectRoot: string, name: string): Promise<WorkflowFile> =>
	JSON.parse(await readFile(join(projectRoot, 'examples', `${name}.json`), 'utf8')) as WorkflowFile;

/** Reads the example that every `npm start` runs. */
export const readDemo = async (projectRoot: string): Promise<WorkflowFile> =>
	await readExampleFile(projectRoot, DEMO_NAME);

const findTrigger = (workflow: WorkflowFile): WorkflowNode | undefined =>
	workflow.nodes.find(({ type }) => type === `${packageName}.voiceAgentTrigger`);

/** The events that start a workflow, e.g. `sms.received`; none if it has no Voice Agent Trigger. */
export const startingEvents = (workflow: WorkflowFile): string[] =>
	(findTrigger(workflow)?.parameters.events ?? []) as string[];

/** Returns the URL at which n8n receives the events of a workflow's Voice Agent Trigger. */
export const webhookUrlOf = (n8nUrl: string, workflow: WorkflowFile): string => {
	const trigger = findTrigger(workflow);
	if (!trigger?.webhookId)
		throw new Failure(`The workflow "${workflow.name}" has no trigger with a webhookId.`);
	return `${n8nUrl}/webhook/${trigger.webhookId}/webhook`;
};

/** The workflow with a credential chosen in each of its Voice Agent nodes. */
export const withCredential = (workflow: WorkflowFile, id: string): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		node.type.startsWith(`${packageName}.`)
			? { ...node, credentials: { [credentialType]: { id, name: CREDENTIAL_NAME } } }
			: node,
	),
});
