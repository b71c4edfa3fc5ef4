import {
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	NodeConnectionTypes,
} from 'n8n-workflow';
import { searchPhoneNumbers } from '../listSearch/searchPhoneNumbers';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { poll } from './poll';
import { CREDENTIALS } from '../parameters/fields';
import { pollingTriggerProperties } from './settings';

export class VoiceAgentPollingTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Polling Trigger',
		name: 'voiceAgentPollingTrigger',
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
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgent',
					relationHint: 'Answers a message with the operation reply of the resource message',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="Tell the team what was not delivered">
// An item for each message that was sent and did not arrive, with the reason in delivery_error.
const notDelivered = trigger({
  type: 'n8n-nodes-voice-agent.voiceAgentPollingTrigger',
  version: 1,
  config: {
    name: 'Not Delivered',
    parameters: { triggerOn: 'failedDeliveries' },
    output: [{ id: 'm-1', message: { contact: '14155550123' }, delivery_error: { code: '131026', reason: 'Not reachable' } }]
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		polling: true,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: CREDENTIALS,
		properties: pollingTriggerProperties,
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchPhoneNumbers },
	};

	/** Finds the messages, conversations or failed deliveries since the last poll, the oldest first. */
	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await poll(this);
	}
}
