/** Workflows that begin with the Voice Agent Function Trigger, in a real n8n. */
import { randomUUID } from 'node:crypto';

import type { StoredWorkflow, WorkflowNode } from '../../../sandbox/src/n8n/workflow.ts';
import { chainOf, node } from '../../../playground/workflow.ts';
import type { TriggerN8n } from './real-n8n.ts';

const TRIGGER = 'Trigger';

/** The workflows of an agent's functions. */
export class FunctionWorkflows {
	/** @param credential its id */
	constructor(
		private readonly n8n: TriggerN8n,
		private readonly agentId: string,
		private readonly credential: string,
	) {}

	/** Stores a workflow that begins with the trigger and ends with the nodes, or with what the trigger puts out. */
	async store(
		name: string,
		nodes: WorkflowNode[] = [],
		parameters: Record<string, unknown> = {},
	): Promise<StoredWorkflow> {
		const trigger = node(
			TRIGGER,
			'n8n-nodes-voice-agent.voiceAgentFunctionTrigger',
			{
				agentId: { __rl: true, mode: 'id', value: this.agentId },
				name,
				description: 'Looks up an order',
				parameters: { parameter: [{ name: 'order_number', type: 'integer', required: true }] },
				...parameters,
			},
			{
				webhookId: randomUUID(),
				typeVersion: 2,
				credentials: { voiceAgentApi: { id: this.credential, name: 'Service' } },
			},
		);
		return await this.n8n.client.createWorkflow(
			chainOf(name, [trigger, ...nodes, node('Reached', 'n8n-nodes-base.noOp')]),
		);
	}

	/** Stores a workflow and publishes it. */
	async publish(
		name: string,
		nodes?: WorkflowNode[],
		parameters?: Record<string, unknown>,
	): Promise<StoredWorkflow> {
		const workflow = await this.store(name, nodes, parameters);
		await this.n8n.client.activateWorkflow(workflow);
		return workflow;
	}

	/** Stores a workflow with other parameters of its trigger; what is published stays so. */
	async change(workflow: StoredWorkflow, parameters: Record<string, unknown>): Promise<StoredWorkflow> {
		const nodes = workflow.nodes.map((one) =>
			one.name === TRIGGER ? { ...one, parameters: { ...one.parameters, ...parameters } } : one,
		);
		return await this.n8n.call('PATCH', `/rest/workflows/${workflow.id}`, { ...workflow, nodes });
	}

	/** Has n8n begin to unpublish a workflow. */
	async unpublish({ id }: StoredWorkflow): Promise<void> {
		await this.n8n.call('POST', `/rest/workflows/${id}/deactivate`);
	}

	/** Has n8n listen for a test. */
	async listen(workflow: StoredWorkflow): Promise<void> {
		await this.n8n.call('POST', `/rest/workflows/${workflow.id}/run`, {
			workflowData: workflow,
			triggerToStartFrom: { name: TRIGGER },
		});
	}
}
