import {
	type IExecuteFunctions,
	type IHookFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { CREDENTIALS } from '../parameters/fields';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { searchAgents } from '../listSearch/searchAgents';
import { passOnFunctionCall, receiveFunctionCall } from './call';
import { deregister, register } from './hooks';
import { functionTriggerPanel, functionTriggerProperties } from './settings';

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
		// With version 1, n8n starts its expression engine on every call to look up an option that only its own Webhook
		// node has.
		version: 2,
		subtitle: '={{ String($parameter["name"] ?? "").trim().replace(/\\s+/g, "_").toLowerCase() }}',
		description: 'Starts the workflow when an agent calls a function during a conversation, and answers it',
		eventTriggerDescription:
			'Now call your agent and ask it for the test. It then calls the function that ends with _test. The dashboard of the service can call it too.',
		activationMessage: 'The agent can now call this workflow as a function.',
		triggerPanel: functionTriggerPanel,
		defaults: { name: 'Voice Agent Function Trigger' },
		builderHint: {
			searchHint:
				'A tool that a phone or chat agent calls during a conversation; the last node answers. Publishing registers it with the agent. For events after a call, use the Voice Agent Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					relationHint: 'Starts after a call has ended, with its summary and transcript',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="A function and its answer">
// The values that the agent has asked the caller for are in parameters. The last node's output is the answer. It
// should come within a few seconds, since a person waits on the phone.
const whereIsMyOrder = trigger({
  type: 'n8n-nodes-voice-agent.voiceAgentFunctionTrigger',
  version: 2,
  config: {
    name: 'Where Is My Order',
    parameters: {
      name: 'where_is_my_order',
      description: 'Tells where an order is',
      parameters: { parameter: [{ name: 'order_number', type: 'string', description: 'The number of the order', required: true }] }
    },
    output: [{ parameters: { order_number: 'A-17' } }]
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: CREDENTIALS,
		webhooks: [WEBHOOK],
		properties: functionTriggerProperties,
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchAgents },
	};

	webhookMethods = {
		default: {
			/** n8n asks this before it publishes. The answer is always no, so that changes are registered too. */
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

	/** Starts the workflow when the agent calls the function. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveFunctionCall(this);
	}

	/** Passes the call on to the workflow. */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return passOnFunctionCall(this);
	}
}
