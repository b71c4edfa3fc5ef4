import { sendMessage } from '../../../../../nodes/VoiceAgent/message/send.operation';
import { planned, refusedBy } from '../../../../support/plan-operation';

const MESSAGE = { phoneNumberId: '106540352242922', message: 'Hello' };

describe('Message > Send', () => {
	it.each(['+1 (415) 555-0123', '0014155550123', '14155550123'])(
		'writes %s without the plus',
		async (recipientWaId) => {
			const plan = await planned('message:send', { ...MESSAGE, recipientWaId });
			expect(plan).toMatchObject({
				request: { path: 'send-chatapp-message', body: { recipient_wa_id: '14155550123' } },
				idempotent: false,
			});
			expect(plan.orderKey?.(plan.request)).toBe('https://service.example 14155550123');
		},
	);

	it('keeps the order by the recipient that Additional Body Fields name', async () => {
		const options = { additionalBodyFields: '{ "recipient_wa_id": "447400123456" }' };
		const plan = await planned('message:send', { ...MESSAGE, recipientWaId: '14155550123', options });
		expect(plan.orderKey?.(plan.request)).toBe('https://service.example 447400123456');
	});

	it('looks and sends one after the other for one person, from whichever number', async () => {
		const to = { ...MESSAGE, recipientWaId: '14155550123', options: { skipIf: ['sameText'] } };
		const [one, other] = [
			await planned('message:send', to),
			await planned('message:send', { ...to, phoneNumberId: '106540352242923' }),
		];
		expect(one.orderKey?.(one.request)).toBe(other.orderKey?.(other.request));
	});

	it.each(['(415) 555-0123', '0301234567', '+44 20 7946'])('sends nothing to %s', async (recipientWaId) => {
		expect(await refusedBy('message:send', { ...MESSAGE, recipientWaId })).toMatch(
			/^'Recipient' ".*" is not a phone number with its country code\. .*e\.g\. \+?14155550123\.$/,
		);
	});

	it.each([
		[
			{ phoneNumberId: ' ' },
			/^'From \(Business Number\)' is empty\. Choose it from the list or enter its ID/,
		],
		[{ message: ' ' }, /^'Message' is empty\. .*text to send/],
	])('sends nothing with %j', async (parameters, words) => {
		const all = { ...MESSAGE, recipientWaId: '14155550123', ...parameters };
		expect(await refusedBy('message:send', all)).toMatch(words);
	});

	const adviceOn = (refusal: object) =>
		sendMessage.adviseOn?.(
			{ kind: 'errorResponse', status: 502, message: 'Failed to send', ...refusal },
			{ method: 'POST', path: 'send-chatapp-message', body: { recipient_wa_id: '14155550123' } },
		);

	it.each([
		[{ detail: '(#131047) Re-engagement message' }],
		[{ detail: 'Re-engagement message' }],
		[{ status: 200, message: 'Messaging window closed' }],
		[{ detail: 'More than 24 hours have passed since the recipient last sent a message.' }],
	])('says how to go on when the time for free-form messages is over: %j', (refusal) => {
		expect(adviceOn(refusal)).toMatch(/^The chat app allows free-form messages only within 24 hours/);
	});

	it('says where to connect a number that the service does not know', () => {
		expect(adviceOn({ status: 404, message: 'Account not found' })).toMatch(/^Connect the business number /);
	});

	it.each([
		[{ detail: 'Account restricted for 24 hours because of spam reports' }],
		[{ status: 429, message: 'Too many messages in 24 hours' }],
		[{ detail: 'Outside the 24 hours window of your plan' }],
		[{}],
		[{ status: 400, message: 'message is too long' }],
	])('leaves %j to the words of the provider', (refusal) => {
		expect(adviceOn(refusal)).toBeUndefined();
	});

	it.each([
		[{ code: '131026', reason: 'Blocked', at: '2026-05-31T14:00:00Z' }, 'Blocked'],
		[null, 'The service has not sent the message'],
	])('says why the service has not sent a message where it gives %j', (delivery_error, message) => {
		const stored = { id: 'm', status: 'failed', delivery_error };
		expect(sendMessage.findFailureInRecord?.({ stored })).toMatchObject({ message });
	});
});
