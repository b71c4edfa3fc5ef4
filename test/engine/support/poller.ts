/** Polls the message trigger through n8n-core's PollContext, and keeps its static data as n8n does. */
import { PollContext } from 'n8n-core';
import type { IDataObject, INode, INodeExecutionData, INodeType, Workflow } from 'n8n-workflow';

import { additionalDataFor, node, workflowOf, type Credentials } from './engine';

const TYPE = 'n8n-nodes-voice-agent.voiceAgentMessageTrigger';

interface Settings {
	parameters?: IDataObject;
	workflowId?: string;
	nodeId?: string;
	/** What n8n has stored with the workflow. */
	staticData?: IDataObject;
}

/** A published workflow that begins with the trigger. */
export class Poller {
	/** As in n8n's database: JSON. */
	stored: string;

	private workflow: Workflow;

	private readonly node: INode;

	private readonly id: string;

	constructor(
		private readonly credentials: Credentials,
		{ parameters = {}, workflowId = '1', nodeId = 'trigger', staticData = {} }: Settings = {},
	) {
		this.id = workflowId;
		this.node = node('Trigger', TYPE, parameters, {
			id: nodeId,
			credentials: {
				voiceAgentApi: { id: '1', name: 'test' },
				voiceAgentSessionApi: { id: '2', name: 'test' },
			},
		});
		this.stored = JSON.stringify(staticData);
		this.workflow = this.load();
	}

	private load(): Workflow {
		const staticData = JSON.parse(this.stored) as IDataObject;
		return workflowOf({ nodes: [this.node], connections: {} }, { id: this.id, staticData });
	}

	private save(): void {
		this.stored = JSON.stringify(this.workflow.staticData);
	}

	/** What n8n does when it publishes the workflow, and for each published one when it starts: it polls once, and stores. */
	async publish(): Promise<IDataObject[]> {
		this.workflow = this.load();
		const found = await this.poll();
		this.save();
		return found;
	}

	/** One poll. n8n stores what belongs to it when it takes items over, and only then. */
	async poll(handOver: (items: INodeExecutionData[]) => void = () => {}): Promise<IDataObject[]> {
		const found = await this.run('trigger');
		if (found === null) return [];
		handOver(found);
		this.save();
		return found.map(({ json }) => json);
	}

	/** A run in the editor. */
	async runByHand(): Promise<IDataObject[]> {
		return ((await this.run('manual')) ?? []).map(({ json }) => json);
	}

	private async run(mode: 'trigger' | 'manual'): Promise<INodeExecutionData[] | null> {
		const additionalData = additionalDataFor(this.credentials);
		const activation = mode === 'manual' ? 'manual' : 'activate';
		const context = new PollContext(this.workflow, this.node, additionalData, mode, activation);
		await this.workflow.expression.acquireIsolate();
		const type = this.workflow.nodeTypes.getByNameAndVersion(TYPE, 1) as INodeType;
		return (await type.poll?.call(context))?.[0] ?? null;
	}
}
