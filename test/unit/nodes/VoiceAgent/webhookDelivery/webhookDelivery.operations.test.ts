import { bodyOf, refusedBy } from '../../../../support/plan-operation';

const WINDOW = { eventType: 'sms.received', startTime: '2026-05-01', endTime: '2026-05-02' };

describe('Webhook Delivery > Replay Window', () => {
	it('asks for one kind of event in a window of time', async () => {
		expect(await bodyOf('webhookDelivery:replayWindow', WINDOW)).toEqual({
			event_type: 'sms.received',
			start_time: '2026-05-01T00:00:00.000Z',
			end_time: '2026-05-02T00:00:00.000Z',
		});
	});

	it.each([
		[{ eventType: 'chatapp.received' }, /^'Event' "chatapp\.received" is not one of its options/],
		[{ endTime: '' }, /^'To' is empty/],
		[{ endTime: '2026-05-01' }, /^'From' must be earlier than 'To'/],
	])('refuses %j', async (parameters, words) => {
		expect(await refusedBy('webhookDelivery:replayWindow', { ...WINDOW, ...parameters })).toMatch(words);
	});
});
