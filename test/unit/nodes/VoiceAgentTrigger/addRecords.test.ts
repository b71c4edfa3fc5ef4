import type { INodeExecutionData } from 'n8n-workflow';

import { addRecords } from '../../../../nodes/VoiceAgentTrigger/addRecords';
import { settingsWith } from '../../../support/trigger-settings';
import { TriggerContext } from '../../../support/trigger-context';

const itemWith = (event: string, payload: object): INodeExecutionData => ({
	json: { event, payload: payload as never, receivedAt: 'now', deliveryKey: 'k', verified: 'signature' },
	pairedItem: { item: 0 },
});

const add = (item: INodeExecutionData, fieldPaths = {}) => {
	const context = new TriggerContext();
	const [added] = addRecords(context.forExecute, [item], settingsWith({ fieldPaths }));
	return { added, hints: context.hints };
};

it.each([
	['call.completed', 'call', { data: { id: '1' } }, { id: '1' }],
	['sms.received', 'message', { data: { id: '1' } }, { id: '1', channel: 'sms', direction: 'inbound' }],
	['sms.sent', 'message', { data: { id: '1' } }, { id: '1', channel: 'sms', direction: 'outbound' }],
	[
		'chatapp.received',
		'message',
		{ data: { id: '1' } },
		{ id: '1', channel: 'chatapp', direction: 'inbound' },
	],
	['chat.session.completed', 'chat', { data: { id: '1' } }, { id: '1' }],
	['call.completed', 'call', {}, {}],
])('adds to %s the %s beside the payload, which stays as it is', (event, name, payload, record) => {
	const item = itemWith(event, payload);
	const { added, hints } = add(item);
	expect(added).toEqual({ ...item, json: { ...item.json, [name]: record } });
	expect(Object.keys(added?.json ?? {})).toEqual([
		'event',
		name,
		'payload',
		'receivedAt',
		'deliveryKey',
		'verified',
	]);
	expect(hints).toEqual([]);
});

it('adds nothing to an event of an unknown kind', () => {
	const item = itemWith('unknown', { data: { id: '1' } });
	expect(add(item)).toEqual({ added: item, hints: [] });
});

it('says in the output panel which fields are absent and how to name them', () => {
	const item = itemWith('call.completed', { data: { id: '1', call_id: '2', recording_url: 'soon' } });
	const { added, hints } = add(item);
	expect(added?.json.call).toEqual({});
	expect(hints).toEqual([
		"The payload leaves open what belongs in some fields, so they are absent: call.id (data.id and data.call_id differ), call.recordingUrl (data.recording_url is not a web address). To name the right field of the payload, add 'Field Paths' to the options of this node.",
	]);
	expect(add(item, { 'call.id': 'data.call_id' }).added?.json.call).toEqual({ id: '2' });
});
