import type { INodeExecutionData } from 'n8n-workflow';

import { settingsWith } from '../../../support/trigger-settings';
import { toSeenKey } from '../../../../nodes/VoiceAgentTrigger/seenEvents';
import {
	type AuthenticEvent,
	addRecords,
	getOwnPayload,
	parseEventRecord,
	toStart,
} from '../../../../nodes/VoiceAgentTrigger/event';
import { TriggerContext } from '../../../support/trigger-context';

const chatAppEvent = (payload: object): AuthenticEvent => ({
	rawBody: Buffer.from(JSON.stringify(payload)),
	payload,
	kind: 'chatapp.received',
	verified: 'token',
});

describe('an event that bundles several messages', () => {
	const message = (from: string, body: string, more = {}) => ({ from, id: from, text: { body }, ...more });
	const bundle = (first: object, ...others: object[]) => ({
		entry: [{ changes: [{ value: { messages: [first] } }, { value: { messages: others } }] }],
	});
	const itemsOf = (payload: object) =>
		toStart(chatAppEvent(payload), settingsWith({ events: ['chatapp.received'] })).items;

	it('gives an item for each, with a key of its own and the whole payload', () => {
		const payload = bundle(message('1', 'Hello'), message('2', 'Yes'), message('2', 'No'));
		const items = itemsOf(payload);
		expect(items.map(({ messageIndex }) => messageIndex)).toEqual([0, 1, 2]);
		expect(new Set(items.map(toSeenKey)).size).toBe(3);
		expect(items.map(({ payload: whole }) => whole)).toEqual([payload, payload, payload]);
		const read = items.map((item) => parseEventRecord('chatapp.received', getOwnPayload(item))?.record);
		expect(read).toMatchObject([{ text: 'Hello' }, { text: 'Yes' }, { text: 'No' }]);
	});

	it('gives each only the reference of its own, so that no one approves for another', () => {
		const own = message('1', '', { metadata: { n8nReplyTo: 'a' } });
		const [photo, yes] = itemsOf({
			...bundle(own, message('2', 'yes')),
			metadata: { n8nReplyTo: 'b' },
		});
		expect(JSON.stringify(getOwnPayload(photo ?? {}))).toContain('"n8nReplyTo":"a"');
		expect(JSON.stringify(getOwnPayload(yes ?? {}))).not.toContain('n8nReplyTo');
	});

	it('is one item, as it is, for one message', () => {
		const payload = { ...bundle(message('1', 'Hello')), metadata: { n8nReplyTo: 'b' } };
		const items = itemsOf(payload);
		expect(items).toHaveLength(1);
		expect(getOwnPayload(items[0] ?? {})).toBe(payload);
	});
});

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
	['call.completed', 'call', {}],
	['sms.received', 'message', { channel: 'sms', direction: 'inbound' }],
	['chatapp.received', 'message', { channel: 'chatapp', direction: 'inbound' }],
	['chat.session.completed', 'chat', {}],
])('adds to %s the %s beside the payload, which stays as it is', (event, name, record) => {
	const item = itemWith(event, { data: { id: '1' } });
	const { added, hints } = add(item);
	expect(added).toEqual({ ...item, json: { ...item.json, [name]: { id: '1', ...record } } });
	const fields = ['event', name, 'payload', 'receivedAt', 'deliveryKey', 'verified'];
	expect(Object.keys(added?.json ?? {})).toEqual(fields);
	expect(hints).toEqual([]);
});

it('says in the output panel which fields are absent and how to name them', () => {
	const item = itemWith('call.completed', {
		data: { id: '1', call_id: '2', summary: 'A', call_summary: 'B' },
	});
	const { added, hints } = add(item);
	expect(added?.json.call).toEqual({});
	expect(hints).toEqual([
		"The payload leaves open what belongs in some fields, so they are absent: call.id (data.id and data.call_id differ), call.summary (data.summary and data.call_summary differ). To name the right field of the payload, add 'Field Paths' to the options of this node.",
	]);
	const withPath = add(item, { 'call.id': 'data.call_id' });
	expect(withPath.added?.json.call).toEqual({ id: '2' });
	expect(withPath.hints).toEqual([expect.stringContaining('absent: call.summary (')]);
});

describe('an event of a chat app', () => {
	const value = (more: object, field = 'messages') => ({ entry: [{ changes: [{ field, value: more }] }] });
	const template = { event: 'APPROVED', message_template_id: 594, message_template_name: 'hello' };

	it.each<[object, boolean]>([
		[{ messages: [{ id: '1' }] }, true],
		[{ text: 'Hello', from: '1', type: 'text' }, true],
		[{ event: 'chatapp.received', data: { body: 'Hello' } }, true],
		[{ event: 'chatapp.received', data: { body: 'A', content: 'B' } }, true],
		[value({ messages: [{ id: '1' }], statuses: [] }), true],
		[value({ messages: [{ id: '1' }, { id: '2' }] }), true],
		[value({ statuses: [{ status: 'read' }] }), false],
		[{ event: 'chatapp.received', data: { id: 's1', statuses: [{ status: 'read' }] } }, false],
		[value({ messages: [] }), false],
		[{ messages: [] }, false],
		[{ event: 'chatapp.received' }, false],
		[{ event: 'chatapp.received', id: 'evt-1', data: {} }, false],
		[value(template, 'message_template_status_update'), false],
		[{ event: 'chatapp.received', data: { type: 'message_template_status_update', ...template } }, false],
		[value({ event: 'VERIFIED_ACCOUNT', phone_number: '14155550100' }, 'account_update'), false],
	])('%j is a message: %j', (payload, expected) => {
		const start = toStart(chatAppEvent(payload), settingsWith({ events: ['chatapp.received'] }));
		expect(start.isKnown).toBe(expected);
		expect(start.items.length > 0).toBe(expected);
		if (!expected) expect(start.ignored).toBe('the event is of a kind that this trigger does not know');
	});

	it('is a message if a path that the account has named leads to its text', () => {
		const fieldPaths = { 'message.text': 'what.was.said' };
		const settings = settingsWith({ events: ['chatapp.received'], fieldPaths });
		const payload = { event: 'chatapp.received', what: { was: { said: 'Hello' } } };
		expect(toStart(chatAppEvent(payload), settings).items).toHaveLength(1);
	});
});
