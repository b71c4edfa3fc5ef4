import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { propertiesOf } from './actions/properties';
import { resources } from './actions/resources';
import { router } from './actions/router';
import { subtitleOf } from './actions/subtitle';
import { voiceAgentApiTest, voiceAgentSessionApiTest } from './methods/credentialTest';
import { searchAgents, searchPhoneNumbers } from './methods/listSearch';

export class VoiceAgent implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Voice Agent',
		name: 'voiceAgent',
		icon: { light: 'file:voiceAgent.svg', dark: 'file:voiceAgent.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: subtitleOf(resources),
		description:
			'Send messages, run call campaigns, execute skills and edit what an AI phone agent remembers',
		defaults: { name: 'Voice Agent' },
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
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
		properties: propertiesOf(resources),
	};

	methods = {
		credentialTest: { voiceAgentApiTest, voiceAgentSessionApiTest },
		listSearch: { searchAgents, searchPhoneNumbers },
	};

	execute = router;
}
