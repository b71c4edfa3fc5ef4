/**
 * The Voice Agent Function Trigger as n8n publishes, tests and calls it, through
 * n8n-core's HookContext and WebhookContext.
 */
import { HookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IWebhookData,
	WorkflowActivateMode,
	WorkflowExecuteMode,
} from 'n8n-workflow';

import { VoiceAgentFunctionTrigger } from '../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node.ts';
import { additionalDataFor, node, workflowOf } from './n8n-engine';
import type { TestService } from './test-service';
import { handOver } from './trigger-webhook';

export interface AgentFunction extends IDataObject {
	id: string;
	name: string;
	endpoint_url: string;
	is_active: boolean;
	headers: Array<{ name: string; value: string }>;
}

/**
 * The requests after which n8n is killed: it has sent so many, and has or has not got the answer to the last.
 */
export interface Kill {
	atRequest: number;
	when: 'before it is sent' | 'after it is carried out';
}

type Hook = 'create' | 'delete';

const type = new VoiceAgentFunctionTrigger();
const description = type.description.webhooks?.[0];

export class FunctionTrigger {
	/** The data that n8n has stored with the workflow. */
	stored: IDataObject = {};
	/** The data that n8n keeps for a workflow that is being tested. */
	testState: IDataObject | undefined;
	readonly log: string[] = [];
	webhookId = 'w-1';
	origin = 'http://127.0.0.1:5678';
	/** The origin of the editor and of Test URLs, if it is another one. */
	editorOrigin: string | undefined;
	/** The ID of n8n's instance. */
	instanceId = 'instance-1';
	credentialId = '1';
	/** What happens before n8n gives the body of a call. */
	readBody: () => Promise<void> = async () => {};
	/** Answers the last call with the items of the last node, as n8n does; returns what the agent gets. */
	answerWith: (items: unknown[]) => unknown = () => undefined;
	/** Something that happens before the request of this number, counted from 1. */
	before: Record<number, () => Promise<void>> = {};

	constructor(
		private readonly service: TestService,
		public parameters: IDataObject,
		public credentials: Record<string, ICredentialDataDecryptedObject> = service.credentials,
	) {}

	get url(): string {
		return `${this.origin}/webhook/${this.webhookId}/webhook`;
	}

	get testUrl(): string {
		return `${this.editorOrigin ?? this.origin}/webhook-test/${this.webhookId}/webhook`;
	}

	/** A copy of the workflow on another n8n, made by an import that keeps its webhook ID and what n8n has stored with it. */
	copy(): FunctionTrigger {
		const copy = new FunctionTrigger(this.service, structuredClone(this.parameters), this.credentials);
		const { webhookId, credentialId, stored } = this;
		return Object.assign(copy, {
			webhookId,
			credentialId,
			stored: structuredClone(stored),
			origin: 'https://test.example',
			instanceId: 'instance-2',
		});
	}

	/** @returns false if n8n was killed meanwhile */
	async publish(kill?: Kill): Promise<boolean> {
		return await this.run('create', 'trigger', 'activate', false, kill);
	}

	async unpublish(kill?: Kill): Promise<boolean> {
		return await this.run('delete', 'internal', 'update', false, kill);
	}

	async listen(kill?: Kill): Promise<boolean> {
		return await this.run('create', 'manual', 'manual', true, kill);
	}

	async stopListening(kill?: Kill): Promise<boolean> {
		return await this.run('delete', 'internal', 'update', true, kill);
	}

	async functions(agentId: string): Promise<AgentFunction[]> {
		const agent = await this.service.call<{ custom_functions: AgentFunction[] }>('get-agent', {
			agent_id: agentId,
		});
		return agent.custom_functions;
	}

	private node() {
		const credentials = Object.keys(this.credentials).map((name) => [name, { id: this.credentialId, name }]);
		return node('Trigger', 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger', this.parameters, {
			webhookId: this.webhookId,
			credentials: Object.fromEntries(credentials) as Record<string, { id: string; name: string }>,
		});
	}

	private additionalData() {
		const data = additionalDataFor(this.credentials, `${this.origin}/webhook`);
		const editorOrigin = this.editorOrigin ?? this.origin;
		return Object.assign(data, {
			restApiUrl: `${this.origin}/rest`,
			instanceBaseUrl: `${editorOrigin}/`,
			webhookTestBaseUrl: `${editorOrigin}/webhook-test`,
		});
	}

	private logger() {
		const write = (text: unknown) => this.log.push(String(text));
		return { debug: write, info: write, warn: write, error: write };
	}

	private async run(
		hook: Hook,
		mode: WorkflowExecuteMode,
		activation: WorkflowActivateMode,
		isTest: boolean,
		kill?: Kill,
	): Promise<boolean> {
		const { before } = this;
		const staticData = structuredClone(isTest ? (this.testState ?? {}) : this.stored);
		const workflow = workflowOf({ nodes: [this.node()], connections: {} }, { staticData });
		const webhookData = { webhookDescription: description, isTest } as unknown as IWebhookData;
		const context = new HookContext(
			workflow,
			// As the workflow has it: with the defaults of what is not stored.
			workflow.getNode('Trigger') as INode,
			this.additionalData(),
			mode,
			activation,
			webhookData,
		);
		Object.defineProperty(context, 'logger', { value: this.logger() });
		Object.defineProperty(context, 'getInstanceId', { value: () => this.instanceId });
		let die = () => {};
		const killed = new Promise<'killed'>((resolve) => (die = () => resolve('killed')));
		const { httpRequestWithAuthentication: send } = context.helpers;
		let sent = 0;
		const sendOrDie: typeof send = async function (this: never, ...args) {
			sent++;
			await before[sent]?.();
			if (!kill || sent < kill.atRequest) return (await send.apply(this, args)) as unknown;
			if (sent === kill.atRequest && kill.when === 'after it is carried out') await send.apply(this, args);
			die();
			return await new Promise(() => {});
		};
		Object.defineProperty(context, 'helpers', {
			value: { ...context.helpers, httpRequestWithAuthentication: sendOrDie },
		});
		await workflow.expression.acquireIsolate();
		const outcome = await Promise.race([type.webhookMethods.default[hook].call(context), killed]);
		if (outcome === 'killed') {
			// It has stored nothing, and knows nothing of a test any more.
			this.testState = undefined;
			return false;
		}
		const after = JSON.parse(JSON.stringify(workflow.staticData)) as IDataObject;
		if (isTest) this.testState = hook === 'create' ? after : undefined;
		else this.stored = after;
		return true;
	}

	/**
	 * Receives a call of the published function; of the one for the test while n8n listens.
	 * @param body undefined for one that is longer than n8n reads.
	 */
	async receive(
		body: Buffer | string | undefined,
		headers: Record<string, unknown>,
		query: IDataObject = {},
	): Promise<{ status: number; body: unknown; started: IDataObject | undefined }> {
		// n8n has read no body whose content type it does not parse.
		const request = {
			rawBody: undefined as Buffer | undefined,
			readRawBody: async () => {
				await this.readBody();
				if (body === undefined) throw new Error('request entity too large');
				request.rawBody = Buffer.from(body);
			},
			headers,
			query,
		};
		const {
			status,
			body: answer,
			started,
			log,
		} = await handOver(
			...([type, this.node(), this.additionalData(), request, this.testState ?? this.stored] as const),
			(answerWith) => (this.answerWith = answerWith),
		);
		if (log !== '') this.log.push(...log.split('\n'));
		return { status, body: answer, started: started?.[0] };
	}
}
