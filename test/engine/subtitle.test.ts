import type { IDataObject, INode } from 'n8n-workflow';

import { VoiceAgent } from '../../nodes/VoiceAgent/VoiceAgent.node';
import { VoiceAgentTrigger } from '../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node';
import { node, workflowOf } from '../support/n8n-engine';

/** Returns the text that the editor shows below the node's name. */
function subtitleOf(type: string, parameters: IDataObject): unknown {
	const { subtitle } = (type === 'voiceAgent' ? new VoiceAgent() : new VoiceAgentTrigger()).description;
	const one = node('One', `n8n-nodes-voice-agent.${type}`, parameters);
	const workflow = workflowOf({ nodes: [one], connections: {} });
	return workflow.expression.getSimpleParameterValue(one as INode, subtitle, 'internal', {});
}

it('names the operation and its resource, as in the nodes of n8n', () => {
	const parameters = { resource: 'message', operation: 'reply' };
	expect(subtitleOf('voiceAgent', parameters)).toBe('reply: message');
});

it('names the events of the trigger as its menu does', () => {
	const events = ['call.completed', 'chatapp.received'];
	expect(subtitleOf('voiceAgentTrigger', { events })).toBe('Call Completed, Chat-App Message Received');
});
