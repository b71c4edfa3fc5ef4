/** Runs workflow JSON on n8n-core's own engine, with this package's nodes and credential types. */
import 'reflect-metadata';

import { Container } from '@n8n/di';
import { BinaryDataService, ExecutionLifecycleHooks, WorkflowExecute } from 'n8n-core';
import type {
	IBinaryData,
	IConnections,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypes,
	IRun,
	IRunExecutionData,
	IVersionedNodeType,
	IWorkflowExecuteAdditionalData,
	WorkflowExecuteMode,
} from 'n8n-workflow';
import { NodeConnectionTypes, NodeHelpers, setSafeRegexEngine, Workflow } from 'n8n-workflow';

import { VoiceAgentApi } from '../../credentials/VoiceAgentApi.credentials';
import { VoiceAgentSessionApi } from '../../credentials/VoiceAgentSessionApi.credentials';
import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node.ts';
import { VoiceAgentFunctionTrigger } from '../../nodes/VoiceAgentFunctionTrigger/VoiceAgentFunctionTrigger.node.ts';
import { VoiceAgentMemory } from '../../nodes/VoiceAgentMemory/VoiceAgentMemory.node.ts';
import { VoiceAgentPollingTrigger } from '../../nodes/VoiceAgentPollingTrigger/VoiceAgentPollingTrigger.node.ts';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

/**
 * n8n gives each regular expression, such as that of an ID entered by hand, 250 milliseconds of the clock. On
 * a busy machine an execution now and then fails by that although nothing is wrong with it. Versions of n8n
 * without this limit do not have the function.
 */
(setSafeRegexEngine as typeof setSafeRegexEngine | undefined)?.({
	exec: (pattern, input, flags) => new RegExp(pattern, flags).exec(input),
	test: (pattern, input, flags) => new RegExp(pattern, flags).test(input),
	replace: (pattern, input, flags, replacement) => input.replace(new RegExp(pattern, flags), replacement),
	matchAll: (pattern, input, flags = '') => [
		...input.matchAll(new RegExp(pattern, flags.includes('g') ? flags : `${flags}g`)),
	],
	split: (pattern, input, flags) => input.split(new RegExp(pattern, flags)),
});

/** Passes on what it gets; a test pins its items here. */
class PassThrough implements INodeType {
	description: INodeType['description'] = {
		displayName: 'Pass Through',
		name: 'passThrough',
		group: ['transform'],
		version: 1,
		description: 'Passes on what it gets',
		defaults: { name: 'Pass Through' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		properties: [],
	};

	execute: INodeType['execute'] = async function () {
		return [this.getInputData()];
	};
}

/** Goes to waiting, as n8n's Wait does, and passes on its input when the time is up. */
class Waiting extends PassThrough {
	override execute: INodeType['execute'] = async function () {
		await this.putExecutionToWait(new Date(Date.now() + 3_600_000));
		return [this.getInputData()];
	};
}

/** The type by which an AI agent uses the Voice Agent node as a tool. */
export const TOOL = 'n8n-nodes-voice-agent.voiceAgentTool';

/** n8n makes the tool with the same code and this name, which shows and hides parameters. */
function voiceAgentTool(): INodeType {
	const node = new VoiceAgent();
	return Object.assign(node, { description: { ...node.description, name: 'voiceAgentTool' } });
}

const nodes: Record<string, INodeType | IVersionedNodeType> = {
	'n8n-nodes-voice-agent.voiceAgent': new VoiceAgent(),
	[TOOL]: voiceAgentTool(),
	// n8n makes it for human review, with the same code.
	'n8n-nodes-voice-agent.voiceAgentHitlTool': new VoiceAgent(),
	'n8n-nodes-voice-agent.voiceAgentFunctionTrigger': new VoiceAgentFunctionTrigger(),
	'n8n-nodes-voice-agent.voiceAgentMemory': new VoiceAgentMemory(),
	'n8n-nodes-voice-agent.voiceAgentPollingTrigger': new VoiceAgentPollingTrigger(),
	'n8n-nodes-voice-agent.voiceAgentTrigger': new VoiceAgentTrigger(),
	'test.passThrough': new PassThrough(),
	'test.waiting': new Waiting(),
};

const nodeTypes: INodeTypes = {
	getByName: (name) => nodes[name] as INodeType,
	getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(nodes[name] as INodeType, version),
	getKnownTypes: () => ({}),
};

const credentialTypes: Record<string, ICredentialType> = {
	voiceAgentApi: new VoiceAgentApi(),
	voiceAgentSessionApi: new VoiceAgentSessionApi(),
};

export type Credentials = Record<string, ICredentialDataDecryptedObject>;

/** Asks the credential type, as n8n's own helper does. */
async function authenticate(
	data: ICredentialDataDecryptedObject,
	type: string,
	options: IHttpRequestOptions,
): Promise<IHttpRequestOptions> {
	const rule = credentialTypes[type]?.authenticate;
	if (typeof rule !== 'function') throw new Error(`${type} has no function to authenticate with`);
	return await rule(data, options);
}

/** Fetches a token when there is none or it has expired, and stores it, as n8n's own helper does. */
async function preAuthenticate(
	helper: IHttpRequestHelper,
	data: ICredentialDataDecryptedObject,
	type: string,
	expired: boolean,
	credentials: Credentials,
): Promise<ICredentialDataDecryptedObject | undefined> {
	const credentialType = credentialTypes[type];
	const token = credentialType?.properties.find(({ typeOptions }) => typeOptions?.expirable)?.name;
	if (!token || !credentialType?.preAuthentication || (data[token] !== '' && !expired)) return undefined;
	const fresh = await credentialType.preAuthentication.call(helper, data);
	Object.assign(credentials[type] ?? {}, fresh);
	return { ...data, ...fresh } as ICredentialDataDecryptedObject;
}

/** An execution as n8n has numbered it, and where n8n takes what it waits for. */
export interface ExecutionAddress {
	/** Undefined for a webhook, which has no execution yet. */
	executionId: string | undefined;
	webhookWaitingBaseUrl: string;
	/** Reads the data that n8n has stored of another execution. */
	getRunExecutionData?: (id: string) => Promise<IRunExecutionData | undefined>;
}

const NO_ADDRESS: ExecutionAddress = {
	executionId: '1',
	webhookWaitingBaseUrl: 'http://127.0.0.1:5678/webhook-waiting',
	getRunExecutionData: async () => undefined,
};

export function additionalDataFor(
	credentials: Credentials,
	webhookBaseUrl = 'http://127.0.0.1:5678/webhook',
	address: ExecutionAddress = NO_ADDRESS,
) {
	const hooks = new ExecutionLifecycleHooks('manual', '1', { id: '1', name: 'test' } as never);
	return {
		hooks,
		...address,
		currentNodeExecutionIndex: 0,
		restApiUrl: '',
		instanceBaseUrl: '',
		formWaitingBaseUrl: 'http://127.0.0.1:5678/form-waiting',
		webhookBaseUrl,
		webhookTestBaseUrl: webhookBaseUrl,
		variables: {},
		setExecutionStatus: () => {},
		sendDataToUI: () => {},
		logAiEvent: () => {},
		credentialsHelper: {
			getParentTypes: () => [],
			isCredentialUsableByNode: () => true,
			preAuthentication: async (
				helper: IHttpRequestHelper,
				data: ICredentialDataDecryptedObject,
				type: string,
				_: INode,
				expired: boolean,
			) => await preAuthenticate(helper, data, type, expired, credentials),
			runPreAuthentication: async () => undefined,
			authenticate: async (
				data: ICredentialDataDecryptedObject,
				type: string,
				options: IHttpRequestOptions,
			) => await authenticate(data, type, options),
			getDecrypted: async (_: unknown, __: unknown, type: string) => ({ ...credentials[type] }),
			getCredentialsProperties: () => [],
			updateCredentials: async () => {},
		},
	} as unknown as IWorkflowExecuteAdditionalData;
}

export interface Flow {
	nodes: INode[];
	connections: IConnections;
}

/** @param more Its id, which is `1` otherwise, and what n8n has stored with it. */
export function workflowOf(flow: Flow, more: { id?: string; staticData?: IDataObject } = {}): Workflow {
	return new Workflow({
		id: '1',
		name: 'test',
		nodes: flow.nodes,
		connections: flow.connections,
		active: false,
		nodeTypes,
		settings: { executionOrder: 'v1', timezone: 'Europe/Berlin' },
		...more,
	});
}

/** The runs that have not ended, with what cancels them. */
const unfinished = new Map<Promise<unknown>, () => void>();

/** Cancels what a test has left running, e.g. because its time was up, and waits for its end. */
export async function stopUnfinishedRuns(): Promise<void> {
	for (const cancel of unfinished.values()) cancel();
	await Promise.allSettled(unfinished.keys());
}

/**
 * Runs a workflow from its node `Start`, whose output is `items`.
 * @param more `mode` of the execution (`manual` by default); `onStart` is handed a function that cancels it.
 */
export async function runFlow(
	flow: Flow,
	items: INodeExecutionData[],
	credentials: Credentials,
	{
		mode = 'manual',
		onStart,
		address,
	}: {
		mode?: WorkflowExecuteMode;
		onStart?: (cancel: () => void) => void;
		address?: ExecutionAddress;
	} = {},
): Promise<IRun> {
	await Container.get(BinaryDataService).init();
	const additionalData = additionalDataFor(credentials, undefined, address);
	const engine = new WorkflowExecute(additionalData, mode);
	const workflow = workflowOf(flow);
	const startNode = workflow.getNode('Start') as INode;
	const running = engine.run({ workflow, startNode, pinData: { Start: items } as never });
	unfinished.set(running, () => running.cancel());
	onStart?.(() => running.cancel());
	try {
		return await running;
	} finally {
		unfinished.delete(running);
	}
}

export const node = (
	name: string,
	type: string,
	parameters: IDataObject = {},
	more: Partial<INode> = {},
): INode => ({
	id: `id-of-${name.replace(/\s/g, '-')}`,
	name,
	type,
	typeVersion: 1,
	position: [0, 0],
	parameters: parameters as INode['parameters'],
	...more,
});

/** `Start` -> `Voice Agent` -> `Success` and, by the error output, `Failure`. */
export function voiceAgentFlow(parameters: IDataObject, more: Partial<INode> = {}): Flow {
	const to = (name: string) => [{ node: name, type: NodeConnectionTypes.Main, index: 0 }];
	return {
		nodes: [
			node('Start', 'test.passThrough'),
			node('Voice Agent', 'n8n-nodes-voice-agent.voiceAgent', withDefaults(parameters, more.type), {
				credentials: { voiceAgentApi: { id: '1', name: 'test' } },
				...more,
			}),
			node('Success', 'test.passThrough'),
			node('Failure', 'test.passThrough'),
		],
		connections: {
			Start: { main: [to('Voice Agent')] },
			'Voice Agent': { main: [to('Success'), to('Failure')] },
		},
	};
}

/** The editor stores a node with the defaults of all displayed parameters. */
function withDefaults(parameters: IDataObject, type = 'n8n-nodes-voice-agent.voiceAgent'): IDataObject {
	const { description } = nodes[type] as INodeType;
	return (NodeHelpers.getNodeParameters(
		description.properties,
		parameters as INode['parameters'],
		true,
		false,
		{ typeVersion: 1 } as INode,
		description,
	) ?? parameters) as IDataObject;
}

/** Returns the items that a node put out by its output `index`, in its only run. */
export function outputOf(run: IRun, name: string, index = 0): INodeExecutionData[] {
	return run.data.resultData.runData[name]?.[0]?.data?.main?.[index] ?? [];
}

export const jsonOf = (items: INodeExecutionData[]): IDataObject[] => items.map((item) => item.json);

/** A file as an item holds it. */
export const inMemory = (bytes: Buffer, fileName: string, mimeType = 'audio/wav'): IBinaryData => ({
	data: bytes.toString('base64'),
	mimeType,
	fileName,
});

/** The bytes of a file in an item, wherever n8n keeps them. */
export async function bytesOf(file: IBinaryData | undefined): Promise<Buffer> {
	if (!file) throw new Error('There is no such file in the item');
	return await Container.get(BinaryDataService).getAsBuffer(file);
}

/** Makes a node of another package known to the engine. */
export function addNodeType(name: string, type: INodeType | IVersionedNodeType): void {
	nodes[name] = type;
}
