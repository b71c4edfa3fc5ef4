import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { executor } from './run/execute';
import { buildProperties, buildSubtitle } from './operations/panel';
import { findOperation, resources } from './operations';
import { receiveReply, replyWebhooks, WAITING_TOOLTIP } from './operations/message/sendAndWait/webhook';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../shared/client/credentialTest';
import { SHOW_UNLESS_SESSION } from '../shared/n8n/credentialDisplay';
import { searchCallers } from '../shared/listSearch/searchPhoneNumbers';
import { searchAgents } from '../shared/listSearch/searchAgents';
import { searchFunctions, searchKnowledgeSources } from './listSearch/searchAgentParts';
import { searchBusinessNumbers, searchRecipients, searchMessages } from '../shared/listSearch/searchMessages';

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
		builderHint: {
			searchHint:
				'Sends chat-app messages (no SMS) and calls people in batches, also a single person. To go on with a typed answer, use the operation sendAndWait, which needs a published Voice Agent Trigger.',
			relatedNodes: [
				{
					nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
					relationHint: 'Receives calls, messages and the replies that sendAndWait waits for',
				},
			],
		},
		// n8n adds 'Tool' to the name; the tool for human review keeps the name of the node.
		usableAsTool: { replacements: { displayName: 'Voice Agent Calls and Messages' } },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		// As CREDENTIALS of the triggers, but written out: n8n's lint looks for the tests of the credentials here.
		credentials: [
			{
				name: 'voiceAgentApi',
				required: true,
				testedBy: 'voiceAgentApiTest',
				displayOptions: SHOW_UNLESS_SESSION,
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

	webhook = receiveReply;

	execute = executor(findOperation);
}
