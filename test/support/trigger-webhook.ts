/**
 * Calls the trigger through n8n-core's WebhookContext and HookContext,
 * as n8n's webhook server and activation do.
 */
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	INodeType,
	IWebhookData,
	IWorkflowExecuteAdditionalData,
	Logger,
} from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';
import { additionalDataFor, node, workflowOf } from './n8n-engine';
import { signedWith } from './signature';

const ownTrigger = new VoiceAgentTrigger();

export const secret = 'whsec_0f9a1b2c3d4e';

export const sign = (rawBody: Buffer | string, key = secret): Record<string, string> =>
	signedWith(key, rawBody);

export interface Incoming {
	rawBody: Buffer | string | undefined;
	headers?: Record<string, unknown>;
	query?: Record<string, unknown>;
	parameters?: IDataObject;
	/** Undefined stands for a credential that cannot be read. */
	credential?: ICredentialDataDecryptedObject | undefined;
	/** The base URL at which n8n receives the requests that executions wait for. */
	webhookWaitingBaseUrl?: string;
	/** The node's id in its workflow. */
	nodeId?: string;
	/** The trigger as another process of n8n has it; this process's otherwise. */
	trigger?: VoiceAgentTrigger;
}

export interface Reception {
	/** The status that the sender sees; n8n itself answers 200 with `webhookResponse`. */
	status: number;
	body: unknown;
	/** The items with which an execution starts; undefined when none does. */
	started: IDataObject[] | undefined;
	/** Everything that was logged. */
	log: string;
}

const triggerNode = (parameters: IDataObject, credentialId = '1', more: Partial<INode> = {}) =>
	node(
		'Voice Agent Trigger',
		'n8n-nodes-voice-agent.voiceAgentTrigger',
		{ events: ['sms.received'], acknowledge: 'onReceived', options: {}, ...parameters },
		{ credentials: { voiceAgentApi: { id: credentialId, name: 'test' } }, webhookId: 'w', ...more },
	);

const webhookData = { webhookDescription: ownTrigger.description.webhooks?.[0] } as IWebhookData;

/** Collects what is logged and lets nothing out to the terminal. */
function listeningLogger() {
	const lines: string[] = [];
	const write = (...parts: unknown[]) =>
		lines.push(parts.map((part) => (typeof part === 'string' ? part : JSON.stringify(part))).join(' '));
	const logger = { debug: write, info: write, warn: write, error: write } as unknown as Logger;
	return { logger, text: () => lines.join('\n') };
}

/**
 * Hands a request to the webhook of a trigger, as n8n's webhook server does.
 * @param staticData What n8n has stored with the workflow.
 * @param onAnswerable Is handed what n8n does when the execution has ended: it answers with the last node's items. It
 * returns what the sender gets.
 */
export async function handOver(
	type: INodeType,
	node: INode,
	additionalData: IWorkflowExecuteAdditionalData,
	request: object,
	staticData: IDataObject = {},
	onAnswerable?: (answerWith: (items: unknown[]) => unknown) => void,
): Promise<Reception> {
	const answer = { status: 200, body: undefined as unknown };
	const response = {
		get statusCode() {
			return answer.status;
		},
		status(code: number) {
			answer.status = code;
			return response;
		},
		json(body: unknown) {
			answer.body = body;
			return response;
		},
	};
	additionalData.httpRequest = Object.assign(request, { params: {}, body: {} }) as never;
	additionalData.httpResponse = response as never;
	const workflow = workflowOf(
		{ nodes: [node], connections: {} },
		{ staticData: structuredClone(staticData) },
	);
	const webhookData = { webhookDescription: type.description.webhooks?.[0] } as IWebhookData;
	// As the workflow has it: with the defaults of what is not stored.
	const stored = workflow.getNode(node.name) ?? node;
	const context = new WebhookContext(workflow, stored, additionalData, 'webhook', webhookData, [], null);
	const { logger, text } = listeningLogger();
	Object.defineProperty(context, 'logger', { value: logger });
	await workflow.expression.acquireIsolate();
	const result = (await type.webhook?.call(context)) ?? {};
	onAnswerable?.((items) => {
		response.json(items);
		return answer.body;
	});
	return {
		status: answer.status,
		body: result.noWebhookResponse ? answer.body : result.webhookResponse,
		started: result.workflowData?.[0]?.map((item) => item.json),
		log: text(),
	};
}

export async function receive(incoming: Incoming): Promise<Reception> {
	const { rawBody, headers = {}, query = {}, parameters = {}, trigger = ownTrigger } = incoming;
	const { webhookWaitingBaseUrl = 'http://127.0.0.1:5678/webhook-waiting' } = incoming;
	const credential =
		'credential' in incoming ? incoming.credential : { baseUrl: 'https://x.example', signingSecret: secret };
	// A credential with other values has another id, since the trigger keeps what it has read for a while.
	const credentialId = JSON.stringify(credential ?? 'unreadable');
	const additionalData = additionalDataFor(credential ? { voiceAgentApi: credential } : {}, undefined, {
		executionId: undefined,
		webhookWaitingBaseUrl,
	});
	if (!credential) {
		additionalData.credentialsHelper.getDecrypted = async () =>
			await Promise.reject(new Error('no database'));
	}
	const node = triggerNode(parameters, credentialId, incoming.nodeId ? { id: incoming.nodeId } : {});
	return await handOver(trigger, node, additionalData, {
		rawBody: typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody,
		headers,
		query,
	});
}

/** Activates the trigger; resolves with what was logged, rejects with what the user would see. */
export async function activate(
	parameters: IDataObject,
	credential: ICredentialDataDecryptedObject | undefined,
	webhookBaseUrl: string,
): Promise<string> {
	const hookNode = triggerNode(parameters);
	if (!credential) delete hookNode.credentials;
	const workflow = workflowOf({ nodes: [hookNode], connections: {} });
	const additionalData = additionalDataFor(credential ? { voiceAgentApi: credential } : {}, webhookBaseUrl);
	const context = new HookContext(workflow, hookNode, additionalData, 'trigger', 'activate', webhookData);
	const { logger, text } = listeningLogger();
	Object.defineProperty(context, 'logger', { value: logger });
	await workflow.expression.acquireIsolate();
	await ownTrigger.webhookMethods.default.create.call(context);
	return text();
}
