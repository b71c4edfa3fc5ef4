import { VoiceAgentTrigger } from '../../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

const { description, methods } = new VoiceAgentTrigger();

describe('VoiceAgentTrigger', () => {
	it('has the method by which its credential is tested', () => {
		for (const { testedBy } of description.credentials ?? []) {
			expect(methods.credentialTest).toHaveProperty([String(testedBy)], expect.any(Function));
		}
	});

	it('writes nothing in angle brackets, which the editor drops, but the tags that it knows', () => {
		const texts = JSON.stringify([description.triggerPanel, description.activationMessage]);
		const notices = description.properties.filter(({ type }) => type === 'notice');
		for (const text of [texts, ...notices.map(({ displayName }) => displayName)]) {
			const tags = text.match(/<[^>]*>/g) ?? [];
			for (const tag of tags)
				expect(tag).toMatch(/^<(\/?(ul|b|a)|br \/|a data-key=.*|a href=.* target=.*)>$/);
		}
	});
});
