import { send } from '../../../../../../nodes/VoiceAgent/operations/message/send.operation';
import { planned, refusedBy } from '../../support/plan';

const MESSAGE = { phoneNumberId: '106540352242922', message: 'Hello' };

describe('Message > Send', () => {
	it.each(['+1 (415) 555-0123', '0014155550123', '14155550123'])(
		'writes %s without the plus',
		async (recipientWaId) => {
			expect(await planned('message:send', { ...MESSAGE, recipientWaId })).toMatchObject({
				request: { path: 'send-chatapp-message', body: { recipient_wa_id: '14155550123' } },
				order: '106540352242922:14155550123',
				safe: false,
			});
		},
	);

	it.each(['(415) 555-0123', '0301234567', '+44 (0)20 7946 0018'])(
		'sends nothing to %s',
		async (recipientWaId) => {
			expect(await refusedBy('message:send', { ...MESSAGE, recipientWaId })).toMatch(
				/^Recipient ".*" is not a phone number with its country code\. .*e\.g\. \+?14155550123\.$/,
			);
		},
	);

	it.each([[{ a: 1 }], [['Hello']], [[]]])('does not send %j as a text', async (message) => {
		const parameters = { ...MESSAGE, recipientWaId: '14155550123', message: message as never };
		expect(await refusedBy('message:send', parameters)).toMatch(
			/^Message ".*" is (a list|an object), not a text\. /,
		);
	});

	it.each([
		['502', 502, 'Failed to send', 'Outside the 24 hours window'],
		['502', 502, 'Failed to send', '(#131047) Re-engagement message'],
		['400', 400, 'More than 24h have passed', ''],
		['an error in a 200', 200, 'Messaging window closed', ''],
	])('explains the 24 hours of the chat app after %s', (_, status, message, detail) => {
		expect(send.explain?.({ kind: 'refused', status, message, detail })).toMatchObject({
			message: 'The recipient has not written in the last 24 hours',
		});
	});

	it.each([
		[429, 'Too many messages in 24 hours'],
		[401, 'This session ends after 24 hours'],
		[404, 'No account for 24 hours'],
		[502, 'Failed to send'],
		[400, 'message is too long'],
	])('does not blame the 24 hours for %d %s', (status, message) => {
		expect(send.explain?.({ kind: 'refused', status, message })).toBeUndefined();
	});
});
