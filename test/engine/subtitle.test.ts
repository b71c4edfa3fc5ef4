import type { IDataObject, INode } from 'n8n-workflow';

import { resources } from '../../nodes/VoiceAgent/operations';
import { toTitleCase } from '../../nodes/VoiceAgent/panel';
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

it('names each operation as its action does', () => {
	for (const { value: resource, operations } of resources) {
		for (const { value: operation, action, preview } of operations) {
			const parameters = { resource, operation, ...(preview && { [preview.parameter]: false }) };
			expect(subtitleOf('voiceAgent', parameters)).toBe(toTitleCase(action));
		}
	}
});

it.each([
	['Preview Batch Call', { resource: 'batchCall', operation: 'create', previewOnly: true }],
	['Preview Skill', { resource: 'skill', operation: 'execute', dryRun: true }],
	['Preview Skill', { resource: 'skill', operation: 'execute', dryRun: '={{ " TRUE " }}' }],
])('reads “%s” where nothing is carried out', (words, parameters) => {
	expect(subtitleOf('voiceAgent', parameters)).toBe(words);
});

it.each(['={{ "false" }}', '={{ 0 }}'])('promises no preview where %s turns it off', (previewOnly) => {
	const parameters = { resource: 'batchCall', operation: 'create', previewOnly };
	expect(subtitleOf('voiceAgent', parameters)).toBe('Create Batch Call');
});

it('names the events of the trigger as its menu does', () => {
	const events = ['call.completed', 'chatapp.received'];
	expect(subtitleOf('voiceAgentTrigger', { events })).toBe('Call Completed, Chat-App Message Received');
});
