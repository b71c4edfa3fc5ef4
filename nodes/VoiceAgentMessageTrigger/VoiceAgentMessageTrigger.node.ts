import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { searchPhoneNumbers } from '../shared/listSearch/searchPhoneNumbers';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../shared/client/credentialTest';
import { poll } from './poll';
import { CREDENTIALS } from '../shared/panel/authentication';
import { messageTriggerProperties } from './properties';

export class VoiceAgentMessageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Polling Trigger',
		name: 'voiceAgentMessageTrigger',
		icon: { light: 'file:voiceAgentPolling.svg', dark: 'file:voiceAgentPolling.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle:
			'={{ $parameter["triggerOn"] === "failedDeliveries" ? "Failed Deliveries" : ({ any: "All Messages", inbound: "Inbound Messages", outbound: "Outbound Messages" })[$parameter["direction"]] }}',
		description:
			'Starts the workflow for each new SMS and chat-app message, or each that cannot be delivered, by polling',
		defaults: { name: 'Voice Agent Polling Trigger' },
		builderHint: {
			searchHint:
				'Polls for SMS and chat-app messages, or for those that were sent and failed to arrive, and needs no public address. Can wait until a person pauses. For calls, chats and answers without delay, use the Voice Agent Trigger.',
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: CREDENTIALS,
		properties: messageTriggerProperties,
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchPhoneNumbers },
	};

	/** Finds the messages, the conversations, or the failed deliveries, since the last time, oldest first. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
