import { canBeChatAppMessage, findEventKind, namesSignedEvent } from '../../../../nodes/events/events';

const usual = { chatAppName: 'chatapp', eventField: '' };

describe('findEventKind', () => {
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
		expect(findEventKind(payload, usual)).toBe(kind);
	});

	it.each(['body', 'text', 'message', 'summary', 'from_number', 'name', 'id', 'subject'])(
		'takes nothing from the content in %s',
		(field) => {
			expect(findEventKind({ [field]: 'call.completed' }, usual)).toBeUndefined();
			expect(findEventKind({ event: 'sms.delivered', [field]: 'call.completed' }, usual)).toBeUndefined();
			expect(findEventKind({ event_type: 'sms.received', [field]: 'sms.sent' }, usual)).toBe('sms.received');
		},
	);

	it('knows the messaging app by the name that the account uses', () => {
		expect(findEventKind({ event: 'acme.received' }, { ...usual, chatAppName: 'acme' })).toBe(
			'chatapp.received',
		);
		expect(findEventKind({ event: 'chatapp.received' }, { ...usual, chatAppName: 'acme' })).toBeUndefined();
	});

	it('reads only the field that the account names, at any depth', () => {
		const naming = { ...usual, eventField: 'meta.what' };
		const payload = { meta: { what: 'sms.sent' }, event: 'sms.received' };
		expect(findEventKind(payload, naming)).toBe('sms.sent');
		expect(findEventKind({ ...payload, meta: { what: 'fax.sent' } }, naming)).toBeUndefined();
		expect(findEventKind({ event: 'sms.received' }, naming)).toBeUndefined();
		expect(findEventKind({ meta: { what: 7 }, event: 'sms.received' }, naming)).toBeUndefined();
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
