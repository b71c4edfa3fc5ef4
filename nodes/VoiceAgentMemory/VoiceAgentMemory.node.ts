import {
	type INodeType,
	type INodeTypeDescription,
	type ISupplyDataFunctions,
	NodeConnectionTypes,
	type SupplyData,
} from 'n8n-workflow';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../shared/client/credentialTest';
import { searchMessages } from '../shared/listSearch/searchMessages';
import { CREDENTIALS } from '../shared/panel/authentication';
import { memoryProperties } from './properties';
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
		},
		inputs: [],
		outputs: [NodeConnectionTypes.AiMemory],
		outputNames: ['Memory'],
		credentials: CREDENTIALS,
		properties: memoryProperties,
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchMessages },
	};

	/** Supplies the memory to the node that this one is connected to. */
	async supplyData(this: ISupplyDataFunctions, itemIndex: number): Promise<SupplyData> {
		return await supplyMemory(this, itemIndex);
	}
}
