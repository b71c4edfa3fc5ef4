import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../playground/failure.ts';
import type { N8nClient, WorkflowFile } from '../../playground/n8n-client.ts';
import type { State } from './state.ts';

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
}

/** Reads the example that `npm start` runs. */
export const readDemo = async (projectRoot: string): Promise<WorkflowFile> =>
	JSON.parse(
		await readFile(join(projectRoot, 'examples', 'answer-an-sms-by-chat-app.json'), 'utf8'),
	) as WorkflowFile;

/** Returns the URL at which n8n receives the events of a workflow's Voice Agent Trigger. */
export const webhookUrlOf = (n8nUrl: string, workflow: WorkflowFile): string => {
	const trigger = workflow.nodes.find(({ webhookId }) => webhookId);
	if (!trigger) throw new Failure(`The workflow "${workflow.name}" has no trigger with a webhookId.`);
	return `${n8nUrl}/webhook/${trigger.webhookId}/webhook`;
};

/** The workflow with a credential chosen in each of its Voice Agent nodes. */
export const withCredential = (workflow: WorkflowFile, id: string): WorkflowFile => ({
	...workflow,
	nodes: workflow.nodes.map((node) =>
		nodeTypes.includes(node.type)
			? { ...node, credentials: { [credentialType]: { id, name: CREDENTIAL_NAME } } }
			: node,
	),
});

/** Creates the credential, or brings the one of an earlier start up to date. Returns its id. */
export const provideCredential = async (n8n: N8nClient, state: State, access: Access): Promise<string> => {
	const data = { ...access };
	const id = state.credentialId ?? (await n8n.findCredential(CREDENTIAL_NAME, credentialType));
	if (id && (await n8n.hasCredential(id))) {
		await n8n.updateCredential(id, CREDENTIAL_NAME, credentialType, data);
		return id;
	}
	return await n8n.createCredential(CREDENTIAL_NAME, credentialType, data);
};

/** Creates and activates the demo; one that an earlier start has made stays as its user has left it. */
export const provideWorkflow = async (
	n8n: N8nClient,
	state: State,
	demo: WorkflowFile,
): Promise<{ id: string; active: boolean }> => {
	const known = state.workflowId ?? (await n8n.workflowsNamed(demo.name))[0];
	const stored = known ? await n8n.workflow(known) : undefined;
	// A workflow that is not in the state was left by a start that was interrupted before it could activate it.
	if (stored && state.workflowId) return stored;
	const workflow = stored ?? (await n8n.createWorkflow(demo));
	if (!workflow.active) await n8n.activateWorkflow(workflow);
	return { id: workflow.id, active: true };
};
