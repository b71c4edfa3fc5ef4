import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { executor } from './run/execute';
import { builderHint } from './builderHint';
import { findOperation, resources } from './operations';
import { buildProperties, buildSubtitle } from './panel';
import { receiveReply, replyWebhooks, WAITING_TOOLTIP } from './sendAndWait/webhook';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { showApiKeyCredentialUnlessSession } from '../n8n/credential';
import { searchCallers } from '../listSearch/searchPhoneNumbers';
import { searchAgents } from '../listSearch/searchAgents';
import { searchFunctions, searchKnowledgeSources } from './agent/searchAgentParts';
import { searchBusinessNumbers, searchRecipients, searchMessages } from '../listSearch/searchMessages';

export class VoiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent',
		name: 'voiceAgent',
		icon: { light: 'file:voiceAgent.svg', dark: 'file:voiceAgent.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: buildSubtitle(resources),
		description: 'Send messages, run batch calls, execute skills and edit what an AI phone agent remembers',
		defaults: { name: 'Voice Agent' },
		builderHint,
		// n8n adds 'Tool' to the name; the tool for human review keeps the name of the node.
		usableAsTool: { replacements: { displayName: 'Voice Agent Calls and Messages' } },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// Nodes with the same two credentials share a list of them. Here it is written out, since n8n's lint looks for
		// `testedBy` in this file.
		credentials: [
			{
				name: 'voiceAgentApi',
				required: true,
				testedBy: 'voiceAgentApiTest',
				displayOptions: { show: { authentication: ['apiKey'] } },
			},
			{
				name: 'voiceAgentSessionApi',
				required: true,
				testedBy: 'voiceAgentSessionApiTest',
				displayOptions: { show: { authentication: ['session'] } },
			},
		],
		waitingNodeTooltip: WAITING_TOOLTIP,
		webhooks: replyWebhooks,
		properties: buildProperties(resources),
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: {
			searchAgents,
			searchBusinessNumbers,
			searchCallers,
			searchFunctions,
			searchKnowledgeSources,
			searchMessages,
			searchRecipients,
		},
	};

	constructor() {
		showApiKeyCredentialUnlessSession(this.description);
	}

	webhook = receiveReply;

	execute = executor(findOperation);
}
