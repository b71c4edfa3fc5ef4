import { createHmac } from 'crypto';

import { authenticate } from '../../../../nodes/VoiceAgentTrigger/authentication';

const credential = {
	baseUrl: 'https://x.example',
	signingSecret: 'whsec_a',
	chatAppToken: 'long random text',
};
const bytes = (payload: unknown) => Buffer.from(JSON.stringify(payload));
const signed = (rawBody: Buffer, header = 'x-service-signature') => ({
	[header]: `sha256=${createHmac('sha256', 'whsec_a').update(rawBody).digest('hex')}`,
});
const sms = bytes({ event: 'sms.received' });
const chat = bytes({ event: 'chatapp.received' });

const verdict = (rawBody: Buffer, headers: object, query: object, more: object = {}) => {
	const result = authenticate(
		{ rawBody, headers: { ...headers }, query: { ...query } },
		{ ...credential, ...more },
	);
	return 'event' in result ? `${result.event.kind} by ${result.event.verified}` : 'refused';
};

describe('authenticate', () => {
	it('takes a signed event by its signature', () => {
		expect(verdict(sms, signed(sms), {})).toBe('sms.received by signature');
	});

	it('takes a chat-app message by the token of its URL, whatever its body names', () => {
		expect(verdict(chat, {}, { token: 'long random text' })).toBe('chatapp.received by token');
		expect(verdict(bytes({ from: '1' }), {}, { token: 'long random text' })).toBe(
			'chatapp.received by token',
		);
	});

	it('refuses a signed kind of event that comes by token', () => {
		expect(verdict(sms, {}, { token: 'long random text' })).toBe('refused');
	});

	it('refuses a wrong signature although the token is right', () => {
		expect(verdict(chat, { 'x-service-signature': 'sha256=0' }, { token: 'long random text' })).toBe(
			'refused',
		);
	});

	it.each([
		['no token', {}],
		['an empty token', { token: '' }],
		['another token', { token: 'long random texT' }],
		['a token twice', { token: ['long random text', 'long random text'] }],
		['a token as an object', { token: { a: 'long random text' } }],
	])('refuses an unsigned message with %s', (_, query) => {
		expect(verdict(chat, {}, query)).toBe('refused');
	});

	it('refuses every token while none is stored', () => {
		expect(verdict(chat, {}, { token: '' }, { chatAppToken: ' ' })).toBe('refused');
		expect(verdict(chat, {}, { token: 'undefined' }, { chatAppToken: undefined })).toBe('refused');
	});

	it('looks for the signature under the name that the account uses', () => {
		const custom = { customizeIdentifiers: true, signatureHeader: 'X-Acme-Signature' };
		expect(verdict(sms, signed(sms, 'x-acme-signature'), {}, custom)).toBe('sms.received by signature');
		expect(verdict(sms, signed(sms), {}, custom)).toBe('refused');
	});

	it('takes no header from the prototype of the header object', () => {
		expect(verdict(sms, {}, {}, { customizeIdentifiers: true, signatureHeader: 'constructor' })).toBe(
			'refused',
		);
	});
});
