import { addRecord } from '../../../../nodes/VoiceAgentTrigger/run';
import { TriggerContext } from '../../../support/trigger-context';

const add = (event: string, payload: object, fieldPaths = {}) => {
	const context = new TriggerContext();
	const delivery = { payload, receivedAt: 'now', deliveryKey: 'k', verified: 'signature' };
	const json = addRecord(context.forExecute, { event, ...delivery, isCopy: true } as never, fieldPaths);
	return { json, delivery, hints: context.hints };
};

it.each([
	['call.completed', 'call', {}],
	['sms.received', 'message', { channel: 'sms', direction: 'inbound' }],
	['chatapp.received', 'message', { channel: 'chatapp', direction: 'inbound' }],
	['chat.session.completed', 'chat', {}],
])('adds to %s the %s beside the payload, which stays as it is', (event, name, record) => {
	const { json, delivery, hints } = add(event, { data: { id: '1' } });
	expect(json).toEqual({ event, ...delivery, [name]: { id: '1', ...record } });
	expect(Object.keys(json)).toEqual(['event', name, 'payload', 'receivedAt', 'deliveryKey', 'verified']);
	expect(hints).toEqual([]);
});

it('adds nothing to an event that it does not know', () => {
	const { json, delivery } = add('unknown', { data: { id: '1' } });
	expect(json).toEqual({ event: 'unknown', ...delivery });
});

it('says in the output panel which fields are absent and how to name them', () => {
	const payload = { data: { id: '1', call_id: '2', summary: 'A', call_summary: 'B' } };
	const { json, hints } = add('call.completed', payload);
	expect(json.call).toEqual({});
	expect(hints).toEqual([
		"The payload leaves open what belongs in some fields, so they are absent: call.id (data.id and data.call_id differ), call.summary (data.summary and data.call_summary differ). To name the right field of the payload, add 'Field Paths' to the options of this node.",
	]);
	const withPath = add('call.completed', payload, { 'call.id': 'data.call_id' });
	expect(withPath.json.call).toEqual({ id: '2' });
	expect(withPath.hints).toEqual([expect.stringContaining('absent: call.summary (')]);
});
