import {
	type IHookFunctions,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { CREDENTIALS } from '../shared/panel/authentication';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../shared/client/credentialTest';
import { searchAgents } from '../shared/listSearch/searchAgents';
import { passOnCall, receiveCall } from './call';
import { deregister, register } from './hooks';
import { properties, triggerPanel } from './properties';

/**
 * n8n answers when the workflow has ended, with all items of the last node;
 * call.ts makes the agent's answer from that.
 */
const WEBHOOK: IWebhookDescription = {
	name: 'default',
	httpMethod: 'POST',
	path: 'webhook',
	responseMode: 'lastNode',
	responseData: 'allEntries',
	// The agent gets the URL when the workflow is published, so that nobody has to copy it.
	ndvHideUrl: true,
};

export class VoiceAgentFunctionTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Function Trigger',
		name: 'voiceAgentFunctionTrigger',
		icon: { light: 'file:voiceAgentFunction.svg', dark: 'file:voiceAgentFunction.dark.svg' },
		group: ['trigger'],
		// For a node of version 1, n8n starts its expression engine for each call, to
		// ask for an option of its own Webhook node.
		version: 2,
		subtitle: '={{ String($parameter["name"] ?? "").trim().replace(/\\s+/g, "_").toLowerCase() }}',
		description: 'Starts the workflow when an agent calls a function during a conversation, and answers it',
		eventTriggerDescription: 'Waiting for the agent to call the function',
		activationMessage: 'The agent can now call this workflow as a function.',
		triggerPanel,
		defaults: { name: 'Voice Agent Function Trigger' },
		builderHint: {
			searchHint:
				'A tool that a phone or chat agent calls during a conversation; the last node answers. Publishing registers it with the agent. For events after a call, use the Voice Agent Trigger.',
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: CREDENTIALS,
		webhooks: [WEBHOOK],
		properties,
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchAgents },
	};

	webhookMethods = {
		default: {
			/** Publishing again carries over what was changed. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},

			/**
			 * @throws NodeOperationError when the function cannot be
			 * registered; the message says what to do about it.
			 */
			async create(this: IHookFunctions): Promise<boolean> {
				return await register(this);
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return await deregister(this);
			},
		},
	};

	/** Starts the workflow for a call of the agent. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveCall(this);
	}

	execute = passOnCall;
}
