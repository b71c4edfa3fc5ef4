import { createHash } from 'crypto';

import {
	type AuthenticEvent,
	findUsableKind,
	getOwnPayload,
	MAX_KEY_LENGTH,
	toDeliveryKey,
	toEventItems,
} from '../../../../nodes/VoiceAgentTrigger/event';
import { parseEventRecord } from '../../../../nodes/VoiceAgentTrigger/run';
import { toSeenKey } from '../../../../nodes/VoiceAgentTrigger/seenEvents';
import { parsePayload } from '../../../../nodes/service/webhookRequest';

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
	const eventsOf = (payload: object) => toEventItems(chatAppEvent(payload), '');

	it('gives an item for each, with a key of its own and the whole payload', () => {
		const payload = bundle(message('1', 'Hello'), message('2', 'Yes'), message('2', 'No'));
		const events = eventsOf(payload);
		expect(events.map(({ messageIndex }) => messageIndex)).toEqual([0, 1, 2]);
		expect(new Set(events.map(toSeenKey)).size).toBe(3);
		expect(events.map(({ payload: whole }) => whole)).toEqual([payload, payload, payload]);
		const read = events.map((event) => parseEventRecord('chatapp.received', getOwnPayload(event))?.record);
		expect(read).toMatchObject([{ text: 'Hello' }, { text: 'Yes' }, { text: 'No' }]);
	});

	it('gives each only the reference of its own, so that no one approves for another', () => {
		const own = message('1', '', { metadata: { n8nReplyTo: 'a' } });
		const [photo, yes] = eventsOf({
			...bundle(own, message('2', 'yes')),
			metadata: { n8nReplyTo: 'b' },
		});
		expect(JSON.stringify(getOwnPayload(photo ?? {}))).toContain('"n8nReplyTo":"a"');
		expect(JSON.stringify(getOwnPayload(yes ?? {}))).not.toContain('n8nReplyTo');
	});

	it('is one item, as it is, for one message', () => {
		const payload = { ...bundle(message('1', 'Hello')), metadata: { n8nReplyTo: 'b' } };
		const events = eventsOf(payload);
		expect(events).toHaveLength(1);
		expect(getOwnPayload(events[0] ?? {})).toBe(payload);
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
		const kind = findUsableKind(chatAppEvent(payload), { fieldPaths: {} });
		expect(kind).toBe(expected ? 'chatapp.received' : undefined);
	});

	it('is a message if a path that the account has named leads to its text', () => {
		const fieldPaths = { 'message.text': 'what.was.said' };
		const payload = { event: 'chatapp.received', what: { was: { said: 'Hello' } } };
		expect(findUsableKind(chatAppEvent(payload), { fieldPaths })).toBe('chatapp.received');
	});
});

describe('toDeliveryKey', () => {
	const payload = { data: { id: 'm1', blank: '' }, number: 7, '': 'nameless' };
	const rawBody = Buffer.from(JSON.stringify(payload));
	const hash = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');

	it.each([
		['data.id', 'm1'],
		['number', '7'],
	])('is the value of the field %j', (field, value) => {
		expect(toDeliveryKey(rawBody, payload, field)).toBe(value);
	});

	it.each(['data', 'data.blank', 'data.none.id', 'constructor.name', '', '7'])(
		'is the hash of the body where the field %j holds no text or number',
		(field) => expect(toDeliveryKey(rawBody, payload, field)).toBe(hash(rawBody)),
	);

	it('is the hash of a long value', () => {
		const id = 'x'.repeat(MAX_KEY_LENGTH);
		expect(toDeliveryKey(rawBody, { id }, 'id')).toBe(id);
		expect(toDeliveryKey(rawBody, { id: `${id}x` }, 'id')).toBe(hash(`${id}x`));
	});

	const keyIn = (body: string) =>
		toDeliveryKey(Buffer.from(body), parsePayload(Buffer.from(body)), 'data.id');

	it.each(['9007199254740993', '1178940215544832114', '-1178940215544832114', '1.5', '1e400'])(
		'keeps every digit of the number %s',
		(digits) => expect(keyIn(`{"data":{"id":${digits},"text":"\\"id\\":1"}}`)).toBe(digits),
	);

	it('is the same for a number that is written in another way', () => {
		expect(['7', '7.0', '70e-1'].map((id) => keyIn(`{"data":{"id":${id}}}`))).toEqual(['7', '7', '7']);
	});
});
