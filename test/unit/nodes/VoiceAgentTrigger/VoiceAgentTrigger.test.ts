import { NodeHelpers, type INodeParameters } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

const { description, methods } = new VoiceAgentTrigger();

/** Whether the panel shows a parameter while these events are selected. */
const isShown = (name: string, events: string[]): boolean => {
	const parameter = description.properties.find((one) => one.name === name);
	if (!parameter) throw new Error(`There is no parameter ${name}`);
	return NodeHelpers.displayParameter({ events } as INodeParameters, parameter, null, description);
};

describe('VoiceAgentTrigger', () => {
	it('has the method by which its credential is tested', () => {
		for (const { testedBy } of description.credentials ?? []) {
			expect(methods.credentialTest).toHaveProperty([String(testedBy)], expect.any(Function));
		}
	});

	it('shows the set-up of chat-app messages when they are selected, alone or among others', () => {
		expect(isShown('chatAppNotice', ['chatapp.received'])).toBe(true);
		expect(isShown('chatAppNotice', ['sms.received', 'chatapp.received'])).toBe(true);
		expect(isShown('chatAppNotice', ['sms.received'])).toBe(false);
		expect(isShown('chatAppNotice', [])).toBe(false);
	});
});
