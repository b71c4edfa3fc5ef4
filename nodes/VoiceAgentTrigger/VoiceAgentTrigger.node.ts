import type {
	IExecuteFunctions,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { toNodeError } from '../n8n/errors';
import { disableAlwaysOutputData, hasErrorOutput, withHiddenError } from '../n8n/node';
import { withNativeResolvers } from '../n8n/webhook';
import { voiceAgentApiTest } from '../service/credentialTest';
import { activate } from './activation';
import { OUTPUTS, SELECTED_NAMES } from './outputs';
import { receiveEvent } from './receive';
import { runEvents } from './run';
import { eventTriggerProperties } from './settings';
import { eventTriggerPanel } from './setUpGuide';

/** Makes the error item for an event that cannot be handled, where the node continues on fail. */
function toEventErrorItem(error: unknown, node: INode): INodeExecutionData {
	const item = { json: { error: (error as Error).message }, pairedItem: { item: 0 } };
	return hasErrorOutput(node) ? withHiddenError(item, error) : item;
}

const isLastNode = (acknowledge: unknown): boolean =>
	typeof acknowledge === 'string' && acknowledge.trim() === 'lastNode';

/**
 * The answer of n8n to the service: at once, or empty once the workflow has ended. n8n reads it before it calls
 * the node, which then refuses any other value.
 */
const WEBHOOK_RESPONSE = withNativeResolvers({
	responseMode: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "lastNode" : "onReceived" }}',
		resolve: ({ acknowledge }) => (isLastNode(acknowledge) ? 'lastNode' : 'onReceived'),
	},
	// Empty: n8n then answers with what the trigger returns and not with text of its own.
	responseData: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "noData" : "" }}',
		resolve: ({ acknowledge }) => (isLastNode(acknowledge) ? 'noData' : ''),
	},
});

export class VoiceAgentTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Trigger',
		name: 'voiceAgentTrigger',
		icon: { light: 'file:../VoiceAgent/voiceAgent.svg', dark: 'file:../VoiceAgent/voiceAgent.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: `={{ ${SELECTED_NAMES}.join(", ") }}`,
		// The node panel shows it above the actions, too.
		description:
			'Starts the workflow when a call ends, a message arrives or goes out, or a chat closes. Actions send messages and run batch calls.',
		eventTriggerDescription:
			'Waiting for an event at the Test URL, which must be the webhook URL of the API key or of the chat-app account',
		activationMessage:
			"Each event that the service sends to the Production URL now starts this workflow. That URL must be the webhook URL of the API key. For chat-app messages, it must be that of the chat-app account, followed by ?token= and the credential's 'Chat App Token'.",
		triggerPanel: eventTriggerPanel,
		defaults: { name: 'Voice Agent Trigger' },
		builderHint: {
			searchHint:
				'The service has to reach n8n: a person copies the Production URL to the dashboard of the service. Without a public address, use the Voice Agent Polling Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgent',
					relationHint: 'Answers a message with the operation reply of the resource message',
				},
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentMemory',
					relationHint: 'Lets an AI Agent know the conversation that the message belongs to',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="Start with a message of the chat app">
// message.id names the message for the operation reply and for the memory. message.optOut is 'out' or 'unclear' if
// the person does not want to be written to, or may not.
const received = trigger({
  type: 'n8n-nodes-voice-agent.voiceAgentTrigger',
  version: 1,
  config: {
    name: 'Voice Agent Trigger',
    parameters: { events: ['chatapp.received'] },
    output: [{ event: 'chatapp.received', message: { id: 'm-1', channel: 'chatapp', contact: '14155550123', text: 'Are you open?' } }]
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		inputs: [],
		outputs: OUTPUTS,
		credentials: [{ name: 'voiceAgentApi', required: true, testedBy: 'voiceAgentApiTest' }],
		webhooks: [
			{
				name: 'default',
				httpMethod: 'POST',
				path: 'webhook',
				...WEBHOOK_RESPONSE,
			},
		],
		properties: eventTriggerProperties,
	};

	methods = { credentialTest: { voiceAgentApiTest } };

	webhookMethods = {
		default: {
			/** Always false: the service has no endpoint for this, so a person pastes the URL into its dashboard. */
			async checkExists(this: IHookFunctions): Promise<boolean> {
				return false;
			},

			/**
			 * @throws NodeOperationError when the trigger could never run; the message says what to do about it.
			 */
			async create(this: IHookFunctions): Promise<boolean> {
				return await activate(this);
			},

			async delete(this: IHookFunctions): Promise<boolean> {
				return true;
			},
		},
	};

	/** Receives an event from the service. */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this);
	}

	/**
	 * Runs before the rest of the workflow.
	 * @throws NodeOperationError for settings that cannot be read; NodeApiError if a conversation cannot be read.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		disableAlwaysOutputData(this);
		try {
			return await runEvents(this);
		} catch (error) {
			// Otherwise n8n would pass on the event itself, which may have run before.
			if (this.continueOnFail()) return [[toEventErrorItem(error, this.getNode())]];
			throw toNodeError(error, this.getNode(), 0);
		}
	}
}
