import { parseListedMessage, toMessageItem } from '../../../../nodes/messages/message';
import { listedMessage } from '../../../support/listed-messages';

it.each([
	['sms', 'inbound', '+14155550123', '+14155550100'],
	['sms', 'outbound', '+14155550100', '+14155550123'],
	// A short code.
	['sms', 'inbound', '72345', '+14155550100'],
	['chatapp', 'inbound', '14155550123', '106540352242922'],
	['chatapp', 'inbound', '+14155550123', '106540352242922'],
	['chatapp', 'outbound', '106540352242922', '14155550123'],
] as const)('takes for %s a message that is %s from %s to %s', (channel, direction, from, to) => {
	expect(listedMessage({ direction, from_number: from, to_number: to }).channel).toBe(channel);
});

it('reads a listed message, whose fields the interface shows', () => {
	const message = {
		id: 'm1',
		thread_id: 't1',
		from_number: '14155550123',
		to_number: '106540352242922',
		body: 'Stop',
		direction: 'inbound' as const,
		status: 'failed',
		created_at: '2026-03-02T09:15:00',
		media: [],
		delivery_error: { code: '1', reason: 'x', message: 'Unreachable' },
	};
	expect(toMessageItem(parseListedMessage(message))).toEqual({
		id: 'm1',
		channel: 'chatapp',
		direction: 'inbound',
		contact: '14155550123',
		ourNumber: '106540352242922',
		text: 'Stop',
		media: [],
		at: '2026-03-02T09:15:00.000Z',
		threadId: 't1',
		optOut: 'out',
	});
});

it.each(['AMAZON', 'VM-HDFCBK', 'Apple Pay'])('has the name of a sender as the contact: %s', (from) => {
	expect(toMessageItem(listedMessage({ from_number: from }))).toMatchObject({
		contact: from,
		channel: 'sms',
	});
});

it('has nothing that the record does not say', () => {
	expect(toMessageItem(parseListedMessage({}))).toEqual({});
	expect(toMessageItem(listedMessage({ direction: 'sideways', body: 'STOP' }))).toEqual({
		id: 'm1',
		text: 'STOP',
		at: '2026-05-31T12:00:00.000Z',
	});
	expect(parseListedMessage({ direction: null, is_ai_generated: false }).writer).toBe('us');
});
