import type { INode, IWebhookDescription, NativeParameterResolvers } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { node, workflowOf } from './support/engine';

const [webhook] = new VoiceAgentTrigger().description.webhooks as [IWebhookDescription];
const resolvers = Reflect.get(
	webhook,
	Symbol.for('n8n.webhookDescriptionResolvers'),
) as NativeParameterResolvers;

it.each([
	['onReceived', 'responseMode', 'onReceived'],
	['onReceived', 'responseData', ''],
	['lastNode', 'responseMode', 'lastNode'],
	['lastNode', 'responseData', 'noData'],
])(
	'with Acknowledge %s, %s is the same as an expression and without the engine',
	(acknowledge, field, value) => {
		const trigger = node('Trigger', 'n8n-nodes-voice-agent.voiceAgentTrigger', { acknowledge });
		const workflow = workflowOf({ nodes: [trigger], connections: {} });
		const evaluated = workflow.expression.getSimpleParameterValue(
			trigger as INode,
			webhook[field],
			'internal',
			{},
		);
		expect(evaluated).toBe(value);
		expect(resolvers[field]?.resolve({ acknowledge })).toBe(value);
		// n8n takes the function only where the expression is the one it stands for.
		expect(resolvers[field]?.template).toBe(webhook[field]);
	},
);
