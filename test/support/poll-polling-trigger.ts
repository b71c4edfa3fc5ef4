/** Polls the polling trigger through n8n-core's PollContext, and keeps its static data as n8n does. */
import { PollContext } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeType,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { additionalDataFor, node, workflowOf, type Credentials } from './n8n-engine';

const TYPE = 'n8n-nodes-voice-agent.voiceAgentPollingTrigger';

/** Workflows differ in their ID, since the trigger remembers something of each for as long as n8n runs. */
let workflows = 0;

/** A line of n8n's log. */
export interface LogLine {
	level: string;
	text: string;
}

interface Settings {
	parameters?: IDataObject;
	workflowId?: string;
	nodeId?: string;
	name?: string;
	/** The time that n8n gives a poll, in milliseconds. */
	budget?: number;
	/** The data that n8n has stored with the workflow. */
	staticData?: IDataObject;
}

/** A published workflow that begins with the trigger. */
export class Poller {
	/** As in n8n's database: JSON. */
	stored: string;

	/** The lines of the trigger in n8n's log, without those for debugging. */
	readonly log: LogLine[] = [];

	private workflow: Workflow;

	private context?: PollContext;

	private readonly node: INode;

	readonly id: string;

	private readonly budget?: number;

	constructor(
		readonly credentials: Credentials,
		{
			parameters = {},
			workflowId = `workflow-${++workflows}`,
			nodeId = 'trigger',
			name = 'Trigger',
			budget,
			staticData = {},
		}: Settings = {},
	) {
		this.id = workflowId;
		this.budget = budget;
		this.node = node(name, TYPE, parameters, {
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

	/**
	 * Polls once and stores the outcome, as n8n does when it publishes the workflow, and for each published
	 * one when it starts (`init`). The polls that follow have the same context.
	 */
	async publish(activation: WorkflowActivateMode = 'activate'): Promise<IDataObject[]> {
		this.workflow = this.load();
		this.context = this.contextFor('trigger', activation);
		const found = await this.poll();
		this.save();
		return found;
	}

	/** One poll. n8n stores what belongs to it when it takes items over, and only then. */
	async poll(handOver: (items: INodeExecutionData[]) => void = () => {}): Promise<IDataObject[]> {
		this.context ??= this.contextFor('trigger', 'activate');
		const found = await this.run(this.context);
		if (found === null) return [];
		handOver(found);
		this.save();
		return found.map(({ json }) => json);
	}

	/** A run in the editor. */
	async runByHand(): Promise<IDataObject[]> {
		return ((await this.run(this.contextFor('manual', 'manual'))) ?? []).map(({ json }) => json);
	}

	private contextFor(mode: 'trigger' | 'manual', activation: WorkflowActivateMode): PollContext {
		const context = new PollContext(
			this.workflow,
			this.node,
			additionalDataFor(this.credentials),
			mode,
			activation,
		);
		const { budget } = this;
		if (budget !== undefined) Object.assign(context, { getPollBudgetMs: () => budget });
		const line = (level: string) => (text: string) => void this.log.push({ level, text });
		const logger = { error: line('error'), warn: line('warn'), info: line('info'), debug: () => {} };
		Object.defineProperty(context, 'logger', { value: logger });
		return context;
	}

	private async run(context: PollContext): Promise<INodeExecutionData[] | null> {
		await this.workflow.expression.acquireIsolate();
		const type = this.workflow.nodeTypes.getByNameAndVersion(TYPE, 1) as INodeType;
		return (await type.poll?.call(context))?.[0] ?? null;
	}
}
