import {
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	NodeConnectionTypes,
	type SupplyData,
} from 'n8n-workflow';

import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { CREDENTIALS } from '../parameters/authenticationFields';
import { memoryProperties } from './settings';
import { supplyMemory } from './supplyMemory';

export class VoiceAgentMemory implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent Conversation Memory',
		name: 'voiceAgentMemory',
		icon: { light: 'file:../VoiceAgent/voiceAgent.svg', dark: 'file:../VoiceAgent/voiceAgent.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["findBy"] === "number" ? "Newest messages" : "Earlier messages" }}',
		description: 'Lets an AI Agent remember the SMS or chat-app conversation with a person',
		defaults: { name: 'Voice Agent Conversation Memory' },
		builderHint: {
			searchHint:
				'Memory of an AI Agent that answers SMS or chat-app messages: what was written before the message. Set the message ID by an expression.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					relationHint: 'Starts with the message that the agent answers',
				},
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgent',
					relationHint: 'Sends what the agent writes, with the operation reply of the resource message',
				},
			],
			extraTypeDefContent: [
				{
					content: `<patterns>
<pattern title="An agent that knows the conversation">
// Subnodes do not see the item: name the trigger in the expression.
const conversation = memory({
  type: 'n8n-nodes-voice-agent.voiceAgentMemory',
  version: 1,
  config: {
    name: 'Conversation',
    parameters: {
      messageId: { __rl: true, mode: 'id', value: expr("{{ $('Voice Agent Trigger').item.json.message.id }}") }
    }
  }
});
</pattern>
</patterns>`,
				},
			],
		},
		inputs: [],
		outputs: [NodeConnectionTypes.AiMemory],
		outputNames: ['Memory'],
		credentials: CREDENTIALS,
		properties: memoryProperties,
	};

	methods = { credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest } };

	/** Supplies the memory to the node that this one is connected to. */
	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		return await supplyMemory(this, itemIndex);
	}
}
