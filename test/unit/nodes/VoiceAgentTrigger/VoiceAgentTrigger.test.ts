import { NodeHelpers, type INodeParameters, type INodeProperties } from 'n8n-workflow';

import { VoiceAgentTrigger } from '../../../../nodes/VoiceAgentTrigger/VoiceAgentTrigger.node.ts';

const { description, methods } = new VoiceAgentTrigger();

/** Tells if the panel shows a parameter while these events are selected. */
const isShown = (name: string, events: string[]): boolean => {
	const parameter = description.properties.find((one) => one.name === name);
	if (!parameter) throw new Error(`There is no parameter ${name}`);
	return isPropertyShown(parameter, events);
};

const isPropertyShown = (parameter: INodeProperties, events: string[]): boolean =>
	NodeHelpers.displayParameter({ events } as INodeParameters, parameter, null, description);

describe('VoiceAgentTrigger', () => {
	it('has the method by which its credential is tested', () => {
		for (const { testedBy } of description.credentials ?? []) {
			expect(methods.credentialTest).toHaveProperty([String(testedBy)], expect.any(Function));
		}
	});

	it('shows the steps with the API key when one of its events is selected', () => {
		expect(isShown('setUpNotice', ['sms.received', 'chatapp.received'])).toBe(true);
		expect(isShown('setUpNotice', ['call.completed'])).toBe(true);
		expect(isShown('setUpNotice', ['chatapp.received'])).toBe(false);
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

	it('shows the set-up of chat-app messages when they are selected, alone or among others', () => {
		expect(isShown('chatAppNotice', ['chatapp.received'])).toBe(true);
		expect(isShown('chatAppNotice', ['sms.received', 'chatapp.received'])).toBe(true);
		expect(isShown('chatAppNotice', ['sms.received'])).toBe(false);
		expect(isShown('chatAppNotice', [])).toBe(false);
	});

	it.each([
		[['sms.received'], true],
		[['sms.sent', 'chatapp.received'], true],
		[['call.completed'], false],
		[['chat.session.completed', 'call.completed'], false],
		[['sms.received', 'call.completed'], false],
		[['sms.received', 'chat.session.completed'], false],
	])(
		'advises for %j on the address of n8n, and on polling only if that finds them all: %j',
		(events, polls) => {
			const texts = description.properties
				.filter((one) => one.name === 'publicAddressNotice' && isPropertyShown(one, events))
				.map(({ displayName }) => displayName);
			expect(texts).toEqual([
				expect.stringMatching(/^If the URL begins with http:\/\/localhost or http:\/\/127\.0\.0\.1, /),
			]);
			expect(texts[0]?.includes('Polling Trigger')).toBe(polls);
		},
	);
});
