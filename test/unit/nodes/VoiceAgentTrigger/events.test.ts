import { eventKindOf, parsePayload } from '../../../../nodes/VoiceAgentTrigger/events';

describe('eventKindOf', () => {
	it.each([
		['the field event', { event: 'sms.received' }, 'sms.received'],
		['event before type', { type: 'sms.sent', event: 'call.completed' }, 'call.completed'],
		['type when event says nothing', { event: 'x', type: 'sms.sent' }, 'sms.sent'],
		['any other field', { kind: 'chat.session.completed', id: '1' }, 'chat.session.completed'],
		['the same name in two fields', { a: 'sms.sent', b: 'sms.sent' }, 'sms.sent'],
		['two names in two fields', { a: 'sms.sent', b: 'sms.received' }, undefined],
		['a name further down', { data: { event: 'sms.sent' } }, undefined],
		['a list', ['sms.sent'], undefined],
		['a text', 'sms.sent', undefined],
		['nothing', null, undefined],
		['another kind', { event: 'fax.received' }, undefined],
		['a kind named like a method', { event: 'constructor' }, undefined],
	])('finds the kind by %s', (_, payload, kind) => {
		expect(eventKindOf(payload, 'chatapp')).toBe(kind);
	});

	it('knows the messaging app by the name that the account uses', () => {
		expect(eventKindOf({ event: 'acme.received' }, 'acme')).toBe('chatapp.received');
	});

	it('reads a payload with __proto__ as data', () => {
		expect(
			eventKindOf(parsePayload(Buffer.from('{"__proto__":{"event":"sms.sent"}}')), 'chatapp'),
		).toBeUndefined();
	});
});

describe('parsePayload', () => {
	it('reads what n8n can store, and nothing that is nested deeper', () => {
		const nested = (depth: number) => Buffer.from('['.repeat(depth) + ']'.repeat(depth));
		expect(parsePayload(nested(400))).toBeDefined();
		expect(parsePayload(nested(600))).toBeUndefined();
		expect(parsePayload(Buffer.from(JSON.stringify(Array(100_000).fill([]))))).toBeDefined();
	});

	it('reads a body with a byte order mark', () => {
		expect(parsePayload(Buffer.from('\ufeff{"a":1}'))).toEqual({ a: 1 });
	});

	it.each(['', '{', 'nope', '\ufeff'])('gives undefined for %j', (text) => {
		expect(parsePayload(Buffer.from(text))).toBeUndefined();
	});
});
