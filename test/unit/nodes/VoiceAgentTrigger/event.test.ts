import type { INodeExecutionData } from 'n8n-workflow';

import { settingsWith } from '../../../support/trigger-settings';
import { parsePayload } from '../../../../nodes/service/webhookRequest';
import { buildSeenKey, hashBytes, readDeliveryKey } from '../../../../nodes/VoiceAgentTrigger/deliveryKey';
import {
	type AuthenticEvent,
	addRecords,
	getOwnPayload,
	parseEventRecord,
	toStart,
} from '../../../../nodes/VoiceAgentTrigger/event';
import {
	canBeChatAppMessage,
	namesSignedEvent,
	readEventKind,
} from '../../../../nodes/VoiceAgentTrigger/eventKind';
import { TriggerContext } from '../../../support/trigger-context';

describe('readDeliveryKey', () => {
	const payload = { data: { id: 'm1', blank: '' }, number: 7, '': 'nameless' };
	const rawBody = Buffer.from(JSON.stringify(payload));

	it.each([
		['data.id', 'm1'],
		['number', '7'],
	])('is the value of the field %j', (field, value) => {
		expect(readDeliveryKey(rawBody, payload, field)).toBe(value);
	});

	it.each(['data', 'data.blank', 'data.none.id', 'constructor.name', '', '7'])(
		'is the hash of the body where the field %j holds no text or number',
		(field) => {
			expect(readDeliveryKey(rawBody, payload, field)).toBe(hashBytes(rawBody));
		},
	);

	const keyIn = (body: string) =>
		readDeliveryKey(Buffer.from(body), parsePayload(Buffer.from(body)), 'data.id');

	it.each(['9007199254740993', '1178940215544832114', '-1178940215544832114', '1.5', '1e400'])(
		'keeps every digit of the number %s',
		(digits) => expect(keyIn(`{"data":{"id":${digits},"text":"\\"id\\":1"}}`)).toBe(digits),
	);

	it('is the same for a number that is written in another way', () => {
		expect(['{"data":{"id":7}}', '{"data":{"id":7.0}}', '{"data":{"id":70e-1}}'].map(keyIn)).toEqual([
			'7',
			'7',
			'7',
		]);
	});
});

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
		expect(new Set(items.map(buildSeenKey)).size).toBe(3);
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

describe('seenKeyOf', () => {
	const event = { verified: 'signature', event: 'sms.received', deliveryKey: '7' };

	it('is the same for the same event and short whatever the key', () => {
		expect(buildSeenKey({ ...event, receivedAt: 'later' })).toBe(buildSeenKey(event));
		expect(buildSeenKey({ ...event, deliveryKey: 'x'.repeat(100_000) })).toHaveLength(64);
	});

	it.each([{ verified: 'token' }, { event: 'sms.sent' }, { deliveryKey: '8' }])('differs by %j', (other) => {
		expect(buildSeenKey({ ...event, ...other })).not.toBe(buildSeenKey(event));
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

const usual = { chatAppName: 'chatapp', eventField: '' };

describe('readEventKind', () => {
	it.each([
		['the field event', { event: 'sms.received' }, 'sms.received'],
		['an unknown event alone', { event: 'sms.delivered', type: 'sms.sent' }, undefined],
		['an empty event alone', { event: '', type: 'sms.sent' }, undefined],
		['type where event is no text', { event: { id: 1 }, type: 'sms.sent' }, 'sms.sent'],
		['a field with kind in its name', { kind: 'chat.session.completed', id: '1' }, 'chat.session.completed'],
		['a field with event in its name', { eventName: 'sms.sent' }, 'sms.sent'],
		['a field with topic in its name', { topic: 'sms.sent' }, 'sms.sent'],
		['a field with type in its name', { EVENT_TYPE: 'sms.sent' }, 'sms.sent'],
		['the same name in two such fields', { kind: 'sms.sent', topic: 'sms.sent' }, 'sms.sent'],
		['two names in two such fields', { kind: 'sms.sent', topic: 'sms.received' }, undefined],
		['a known and an unknown name', { event_type: 'sms.delivered', topic: 'sms.received' }, undefined],
		['a name beside an ID', { event_id: 'evt_1', event_type: 'sms.sent' }, 'sms.sent'],
		['a name beside a time', { event_time: '2026-05-31T12:00:00.000Z', event_type: 'sms.sent' }, 'sms.sent'],
		['a name beside a version', { event_version: '1.0', event_type: 'sms.sent' }, 'sms.sent'],
		['a name beside a media type', { content_type: 'text/plain', event_type: 'sms.sent' }, 'sms.sent'],
		['a name beside a list', { event_types: ['call.completed'], event_type: 'sms.sent' }, 'sms.sent'],
		['a name further down', { data: { event: 'sms.sent' } }, undefined],
		['a text', 'sms.sent', undefined],
		['a kind named like a method', { event: 'constructor' }, undefined],
	])('finds the kind by %s', (_, payload, kind) => {
		expect(readEventKind(payload, usual)).toBe(kind);
	});

	it.each(['body', 'text', 'message', 'summary', 'from_number', 'name', 'id', 'subject'])(
		'takes nothing from the content in %s',
		(field) => {
			expect(readEventKind({ [field]: 'call.completed' }, usual)).toBeUndefined();
			expect(readEventKind({ event: 'sms.delivered', [field]: 'call.completed' }, usual)).toBeUndefined();
			expect(readEventKind({ event_type: 'sms.received', [field]: 'sms.sent' }, usual)).toBe('sms.received');
		},
	);

	it('knows the messaging app by the name that the account uses', () => {
		expect(readEventKind({ event: 'acme.received' }, { ...usual, chatAppName: 'acme' })).toBe(
			'chatapp.received',
		);
		expect(readEventKind({ event: 'chatapp.received' }, { ...usual, chatAppName: 'acme' })).toBeUndefined();
	});

	it('reads only the field that the account names, at any depth', () => {
		const naming = { ...usual, eventField: 'meta.what' };
		const payload = { meta: { what: 'sms.sent' }, event: 'sms.received' };
		expect(readEventKind(payload, naming)).toBe('sms.sent');
		expect(readEventKind({ ...payload, meta: { what: 'fax.sent' } }, naming)).toBeUndefined();
		expect(readEventKind({ event: 'sms.received' }, naming)).toBeUndefined();
		expect(readEventKind({ meta: { what: 7 }, event: 'sms.received' }, naming)).toBeUndefined();
	});
});

describe('namesSignedEvent', () => {
	it.each([
		[{ event: 'sms.received' }, true],
		[{ type: 'call.completed' }, true],
		[{ event: 'chatapp.received' }, false],
		[{ event: 'message', type: 'sms.sent' }, false],
		[{ text: 'sms.received', body: 'call.completed' }, false],
		['sms.received', false],
	])('of %j says %s', (payload, expected) => {
		expect(namesSignedEvent(payload, usual)).toBe(expected);
	});
});

describe('a body that came with the token', () => {
	const naming = { chatAppName: 'chatapp', eventField: '' };

	it.each([
		[{ messages: [{ id: '1' }] }, true],
		[{ event: 'chatapp.received', data: { body: 'Hello' } }, true],
		[{ event: 'message.status', data: { status: 'read' } }, false],
	])('%j can be a message: %j', (payload, expected) => {
		expect(canBeChatAppMessage(payload, naming)).toBe(expected);
	});

	it('is none if the field that the account names has another kind', () => {
		const own = { ...naming, eventField: 'kind' };
		expect(canBeChatAppMessage({ kind: 'status', messages: [{}] }, own)).toBe(false);
		expect(canBeChatAppMessage({ messages: [{}] }, own)).toBe(true);
	});
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
