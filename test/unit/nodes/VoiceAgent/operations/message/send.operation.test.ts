import { sendMessage } from '../../../../../../nodes/VoiceAgent/operations/message/send.operation';
import { planned, refusedBy } from '../../../../../support/plan-operation';

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
			expect(plan.orderKey?.(plan.request)).toBe('106540352242922:14155550123');
		},
	);

	it('keeps the order by the recipient that Additional Body Fields name', async () => {
		const options = { additionalBodyFields: '{ "recipient_wa_id": "447400123456" }' };
		const plan = await planned('message:send', { ...MESSAGE, recipientWaId: '14155550123', options });
		expect(plan.orderKey?.(plan.request)).toBe('106540352242922:447400123456');
	});

	it.each(['(415) 555-0123', '0301234567', '+44 (0)20 7946 0018'])(
		'sends nothing to %s',
		async (recipientWaId) => {
			expect(await refusedBy('message:send', { ...MESSAGE, recipientWaId })).toMatch(
				/^'Recipient' ".*" is not a phone number with its country code\. .*e\.g\. \+?14155550123\.$/,
			);
		},
	);

	it.each([[{ a: 1 }], [['Hello']], [[]]])('does not send %j as a text', async (message) => {
		const parameters = { ...MESSAGE, recipientWaId: '14155550123', message: message as never };
		expect(await refusedBy('message:send', parameters)).toMatch(
			/^'Message' ".*" is (a list|an object), not a text\. /,
		);
	});

	const adviceOn = (refusal: object, recipient_wa_id = '14155550123') =>
		sendMessage.adviseOn?.(
			{ kind: 'errorResponse', status: 502, message: 'Failed to send', ...refusal },
			{ method: 'POST', path: 'send-chatapp-message', body: { recipient_wa_id } },
		);

	it.each([
		[{ detail: '(#131047) Re-engagement message' }],
		[{ detail: 'Re-engagement message' }],
		[{ status: 200, message: 'Messaging window closed' }],
		[{ detail: 'More than 24 hours have passed since the recipient last sent a message.' }],
	])('says how to go on when the time for free-form messages is over: %j', (refusal) => {
		expect(adviceOn(refusal)).toMatch(/^The chat app allows free-form messages only within 24 hours/);
	});

	it.each([
		[{ detail: '(#131026) Message undeliverable' }, '14155550123'],
		[{ status: 400, message: 'Recipient is not a valid number' }, '14155550123'],
		[{ status: 400, message: 'Invalid phone number' }, '14155550123'],
		[{ detail: 'Could not deliver' }, '4155550123'],
	])('speaks of the country code after %j for %s', (refusal, recipient) => {
		expect(adviceOn(refusal, recipient)).toBe(
			`Check that 'Recipient' ${recipient} begins with its country code, as in +14155550123.`,
		);
	});

	it('gives both hints where both may help', () => {
		expect(adviceOn({ detail: 'Re-engagement message' }, '4155550123')).toMatch(
			/^The chat app allows .* Check that 'Recipient' 4155550123 begins with its country code/,
		);
	});

	it.each([
		[{ detail: 'Account restricted for 24 hours because of spam reports' }],
		[{ status: 429, message: 'Too many messages in 24 hours' }],
		[{ status: 401, message: 'This session ends after 24 hours' }],
		[{ status: 404, message: 'No account for 24 hours' }],
		[{ detail: 'Outside the 24 hours window of your plan' }],
		[{}],
		[{ status: 400, message: 'message is too long' }],
	])('leaves %j to the words of the provider', (refusal) => {
		expect(adviceOn(refusal)).toBeUndefined();
	});
});
