import { type INodeType, type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';

import { resources } from './operations';
import { buildProperties } from './panel';
import { receiveReply, replyWebhooks, WAITING_TOOLTIP } from './sendAndWait/receiveReply';
import { inputsWithModelIf } from '../n8n/chatModel';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from '../service/credentialTest';
import { showApiKeyCredentialUnlessSession } from '../n8n/node';
import { searchCallers } from '../listSearch/searchPhoneNumbers';
import { searchAgents, searchFunctions, searchKnowledgeSources } from '../listSearch/searchAgents';
import { searchBusinessNumbers, searchRecipients, searchMessages } from '../listSearch/searchMessages';
import { execute } from './run/execute';

export class VoiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent',
		name: 'voiceAgent',
		icon: { light: 'file:voiceAgent.svg', dark: 'file:voiceAgent.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{$parameter["operation"] + ": " + $parameter["resource"]}}',
		description: 'Send messages, run batch calls, execute skills and edit what an AI phone agent remembers',
		defaults: { name: 'Voice Agent' },
		builderHint,
		// n8n adds 'Tool' to the name; the tool for human review keeps the name of the node.
		usableAsTool: { replacements: { displayName: 'Voice Agent Calls and Messages' } },
		inputs: inputsWithModelIf('$parameter["operation"] === "sendAndWait"'),
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

	execute = execute;
}

/** The hints that n8n gives to its assistant and to other programs that build workflows with the node. */
export const builderHint: NonNullable<INodeTypeDescription['builderHint']> = {
	searchHint:
		'Sends chat-app messages (no SMS) and calls people in batches, also a single person. To answer a message, use the operation reply. To go on with a typed answer, use sendAndWait, which needs a published Voice Agent Trigger.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-voice-agent.voiceAgentTrigger',
			relationHint: 'Receives calls, messages and the replies that sendAndWait waits for',
		},
		{
			nodeType: 'n8n-nodes-voice-agent.voiceAgentPollingTrigger',
			relationHint: 'Starts with the messages that reply answers, without a public address',
		},
		{
			nodeType: 'n8n-nodes-voice-agent.voiceAgentMemory',
			relationHint: 'Lets the agent that writes the reply know what was said before',
		},
	],
	inputs: {
		ai_languageModel: {
			required: false,
			displayOptions: { show: { resource: ['message'], operation: ['sendAndWait'] } },
		},
	},
	extraTypeDefContent: [
		{
			displayOptions: { show: { resource: ['message'], operation: ['reply'] } },
			content: `<patterns>
<pattern title="Answer a message">
// In the mode run, messageId is the message that started the run, which names the person and the number. The node
// does not send if the person has written again, or was answered: that item has no output.
const reply = node({
  type: 'n8n-nodes-voice-agent.voiceAgent',
  version: 1,
  config: {
    name: 'Reply',
    parameters: {
      resource: 'message',
      operation: 'reply',
      messageId: { __rl: true, mode: 'run', value: '' },
      message: expr('{{ $json.output }}')
    }
  }
});
</pattern>
</patterns>`,
		},
		{
			displayOptions: { show: { resource: ['message'], operation: ['sendAndWait'] } },
			content: `<patterns>
<pattern title="Ask a person and wait for yes or no">
// The output has data.approved, and data.text with the words of the person; data.approved is absent while the reply
// is not clear. A published Voice Agent Trigger with the event chatapp.received has to receive the reply.
const ask = node({
  type: 'n8n-nodes-voice-agent.voiceAgent',
  version: 1,
  config: {
    name: 'Ask',
    parameters: {
      resource: 'message',
      operation: 'sendAndWait',
      phoneNumberId: { __rl: true, mode: 'id', value: '106540352242922' },
      recipientWaId: { __rl: true, mode: 'number', value: expr('{{ $json.phone }}') },
      message: 'Shall I book the table for 8 pm?',
      responseType: 'approval'
    }
  }
});
</pattern>
</patterns>`,
		},
		{
			displayOptions: { show: { resource: ['batchCall'], operation: ['create'] } },
			content: `<patterns>
<pattern title="Call a list of people after a preview">
// All input items go into one batch call. previewOnly is true by default: the output then has the request and the
// cost, and nobody is called. Set it to false only once a person has approved the preview.
const call = node({
  type: 'n8n-nodes-voice-agent.voiceAgent',
  version: 1,
  config: {
    name: 'Call the List',
    parameters: {
      resource: 'batchCall',
      operation: 'create',
      previewOnly: true,
      callerId: { __rl: true, mode: 'number', value: '+14155550100' },
      goal: 'Confirm or move the appointment'
    }
  }
});
</pattern>
</patterns>`,
		},
	],
};
