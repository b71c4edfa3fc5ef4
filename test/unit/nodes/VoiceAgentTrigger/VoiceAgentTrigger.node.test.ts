import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

const { description, methods } = new VoiceAgentTrigger();

/** Tells if the panel shows a parameter while these events are selected. */
const isPropertyShown = (parameter: INodeProperties, events: string[]): boolean =>
	NodeHelpers.displayParameter({ events } as INodeParameters, parameter, null, description);

describe('VoiceAgentTrigger', () => {
	it('has the method by which its credential is tested', () => {
		for (const { testedBy } of description.credentials ?? []) {
			expect(methods.credentialTest).toHaveProperty([String(testedBy)], expect.any(Function));
		}
	});

	it.each([
		[['sms.received'], ['setUpNotice']],
		[['call.completed', 'chatapp.received'], ['setUpNotice']],
		[['chatapp.received'], ['chatAppNotice']],
		[[], []],
	])('shows for %j one notice of four steps at most', (events, shown) => {
		const notices = description.properties.filter(
			(one) => one.type === 'notice' && isPropertyShown(one, events),
		);
		expect(notices.map(({ name }) => name)).toEqual(shown);
		for (const { displayName } of notices) expect(displayName.match(/<ul>/g)).toHaveLength(4);
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
