import type {
	IDataObject,
	IExecuteFunctions,
	IHookFunctions,
	INode,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
	IWebhookFunctions,
	IWebhookResponseData,
} from 'n8n-workflow';

import { disableAlwaysOutputData, hasErrorOutput, withHiddenError, writeLog } from '../n8n/node';
import { withNativeResolvers } from '../n8n/webhook';
import { voiceAgentApiTest } from '../service/credentialTest';
import { toNodeError } from '../n8n/errors';
import { OUTPUTS, SELECTED_NAMES, toOutputs, toStart } from './event';
import { activate } from './activation';
import { recordAnswers, toAnswerItems, dropTakenReplies, handOverReplies } from './replies';
import { dropRepeated, markCopy } from './seenEvents';
import { toLogText } from '../service/webhookRequest';
import {
	eventTriggerProperties,
	readExecutionSettings,
	readWebhookSettings,
	requireSettings,
	type TriggerSettings,
} from './settings';
import { waitForPauses } from './pause';
import { eventTriggerPanel } from './setUpGuide';
import { authenticateRequest, type Authentication } from './authentication';

/** Makes the error item for an event that cannot be handled, where the node continues on fail. */
function toLookupErrorItem(error: unknown, node: INode): INodeExecutionData {
	const item = { json: { error: (error as Error).message }, pairedItem: { item: 0 } };
	return hasErrorOutput(node) ? withHiddenError(item, error) : item;
}

/**
 * The answer of n8n to the service: at once, or empty once the workflow has ended. n8n reads it before it calls
 * the node, which then refuses any other value.
 */
const WEBHOOK_RESPONSE = withNativeResolvers({
	responseMode: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "lastNode" : "onReceived" }}',
		resolve: ({ acknowledge }) => (String(acknowledge).trim() === 'lastNode' ? 'lastNode' : 'onReceived'),
	},
	// Empty: n8n then answers with what the trigger returns and not with text of its own.
	responseData: {
		template: '={{ String($parameter["acknowledge"]).trim() === "lastNode" ? "noData" : "" }}',
		resolve: ({ acknowledge }) => (String(acknowledge).trim() === 'lastNode' ? 'noData' : ''),
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

	/**
	 * Accepts events that are proven to come from the service. After a status other than 2xx, the service sends an event
	 * again (see docs/maintainers/the-service.md, section 6).
	 */
	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		const answer = (status: number, body: IDataObject): IWebhookResponseData => {
			this.getResponseObject().status(status).json(body);
			return { noWebhookResponse: true };
		};
		const log = (text: string, level: 'info' | 'warn' = 'warn') => writeLog(this, level, text);

		const { rawBody, headers, query } = this.getRequestObject();
		let authentication: Authentication;
		try {
			authentication = await authenticateRequest(this, { rawBody, headers, query });
		} catch (error) {
			log(`a request could not be verified; the service was asked to try again: ${toLogText(error)}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		if (!authentication.valid) {
			log(`refused a request: ${authentication.reason}`);
			return answer(401, { error: 'Unauthorized' });
		}

		const { event } = authentication;
		let settings: TriggerSettings;
		try {
			settings = readWebhookSettings(this);
		} catch (error) {
			// If the service sends the event again, it runs once the parameter is right. With another status it would be lost.
			log(`the service was asked to send an event again: ${toLogText(error)}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		const { items, ignored, isKnown } = toStart(event, settings);
		if (ignored) {
			log(`dropped an event: ${ignored}`, isKnown ? 'info' : 'warn');
			return answer(200, { received: true, ignored });
		}

		const handedOver = await handOverReplies(this, items, settings);
		if (!handedOver.ok) {
			log(`a reply could not be handed over; the service was asked to try again: ${handedOver.problem}`);
			return answer(503, { error: 'Temporarily unavailable' });
		}
		const { itemsToStart, takenReplies } = handedOver.value;
		const { execution, reply } = takenReplies.at(-1) ?? {};
		const received = { received: true, ...(itemsToStart.length === 0 && { execution, reply }) };
		const marked = itemsToStart.map((item) => markCopy(this, item, settings));
		const isPausing = settings.pauseMs !== undefined;
		const started = [...marked, ...(isPausing ? toAnswerItems(this, takenReplies, settings) : [])];
		if (started.length === 0) return answer(200, received);
		return { workflowData: [started.map((json) => ({ json }))], webhookResponse: received };
	}

	/**
	 * Runs before the rest of the workflow.
	 * @throws NodeOperationError for settings that cannot be read; NodeApiError if a conversation cannot be read.
	 */
	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		disableAlwaysOutputData(this);
		try {
			const settings = requireSettings(this, readExecutionSettings);
			const events = await recordAnswers(this, this.getInputData(), settings);
			const newItems = await dropRepeated(this, events, settings);
			const items = await dropTakenReplies(this, newItems, settings);
			const outputs = toOutputs(this, items, settings);
			const { pauseMs } = settings;
			if (pauseMs === undefined) return outputs;
			const pausing = { ...settings, pauseMs };
			return await Promise.all(outputs.map(async (output) => await waitForPauses(this, output, pausing)));
		} catch (error) {
			// Otherwise n8n would pass on the event itself, which may have run before.
			if (this.continueOnFail()) return [[toLookupErrorItem(error, this.getNode())]];
			throw toNodeError(error, this.getNode(), 0);
		}
	}
}
