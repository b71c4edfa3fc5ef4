/**
 * Calls the trigger through n8n-core's WebhookContext and HookContext,
 * as n8n's webhook server and activation do.
 */
import { HookContext, WebhookContext } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	IDataObject,
	INode,
	IWebhookData,
	IWebhookResponseData,
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
	/** Its id in n8n; a credential with other values has another one unless this says that it was changed. */
	credentialId?: string;
	/** Called whenever the credential is read. */
	onRead?: () => void;
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
	const write = (...parts: unknown[]) => lines.push(parts.map((part) => JSON.stringify(part)).join(' '));
	const logger = { debug: write, info: write, warn: write, error: write } as unknown as Logger;
	return { logger, text: () => lines.join('\n') };
}

export async function receive(incoming: Incoming): Promise<Reception> {
	const { rawBody, headers = {}, query = {}, parameters = {}, trigger = ownTrigger } = incoming;
	const { webhookWaitingBaseUrl = 'http://127.0.0.1:5678/webhook-waiting' } = incoming;
	const credential =
		'credential' in incoming ? incoming.credential : { baseUrl: 'https://x.example', signingSecret: secret };
	const credentialId = incoming.credentialId ?? JSON.stringify(credential ?? 'unreadable');
	const additionalData = additionalDataFor(credential ? { voiceAgentApi: credential } : {}, undefined, {
		executionId: undefined,
		webhookWaitingBaseUrl,
	});
	if (!credential) {
		additionalData.credentialsHelper.getDecrypted = async () =>
			await Promise.reject(new Error('no database'));
	}
	const { credentialsHelper } = additionalData;
	const { getDecrypted } = credentialsHelper;
	credentialsHelper.getDecrypted = async (...args) => {
		incoming.onRead?.();
		return await getDecrypted(...args);
	};
	const response = { statusCode: 200, body: undefined as unknown };
	additionalData.httpRequest = {
		rawBody: typeof rawBody === 'string' ? Buffer.from(rawBody) : rawBody,
		headers,
		query,
		params: {},
		body: {},
	} as never;
	additionalData.httpResponse = {
		status(code: number) {
			response.statusCode = code;
			return this;
		},
		json(body: unknown) {
			response.body = body;
		},
	} as never;

	const webhookNode = triggerNode(parameters, credentialId, incoming.nodeId ? { id: incoming.nodeId } : {});
	const workflow = workflowOf({ nodes: [webhookNode], connections: {} });
	const context = new WebhookContext(workflow, webhookNode, additionalData, 'webhook', webhookData, [], null);
	const { logger, text } = listeningLogger();
	Object.defineProperty(context, 'logger', { value: logger });
	await workflow.expression.acquireIsolate();
	const result: IWebhookResponseData = await trigger.webhook.call(context);
	return {
		status: response.statusCode,
		body: result.noWebhookResponse ? response.body : result.webhookResponse,
		started: result.workflowData?.[0]?.map((item) => item.json),
		log: text(),
	};
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
