import { readdirSync, readFileSync } from 'fs';
import { join } from 'path';

import { fc } from '../../../support/fast-check.ts';
import { parseCallInProgress } from '../../../../nodes/events/eventRecord';
import { parseEventRecord } from '../../../../nodes/VoiceAgentTrigger/run';
import { FROM_NAMES, RECORD_FIELDS, type RecordField, TO_NAMES } from '../../../../nodes/events/recordFields';

/** An event in the shape of another vendor, and what is certain in it. */
interface ForeignEvent {
	source: string;
	event: string;
	payload: object;
	record: object;
	/** The fields for which there is something in the event that is not certain. */
	unclear: string[];
}

const FOLDER = join(__dirname, 'payloads');
const FOREIGN_EVENTS = readdirSync(FOLDER).map((file) => {
	const event = JSON.parse(readFileSync(join(FOLDER, file), 'utf8')) as ForeignEvent;
	return { ...event, file };
});

describe('events in the shapes of other vendors', () => {
	it('are at least forty', () => {
		expect(FOREIGN_EVENTS.length).toBeGreaterThanOrEqual(40);
	});

	it.each(FOREIGN_EVENTS)('$file gives what it has and nothing wrong', (foreign) => {
		const { event, payload, record, unclear } = foreign;
		const read = parseEventRecord(event, payload);
		expect(read?.record).toEqual(record);
		expect(read?.unclearFields.map(({ field }) => field)).toEqual(unclear);
	});
});

const read = (payload: unknown, paths = {}, event = 'call.completed') =>
	parseEventRecord(event, payload, paths);

/** The fields and the reasons why others are absent. */
const readCallIn = (data: object, paths = {}) => {
	const { record, unclearFields } = read({ event: 'call.completed', data }, paths) ?? {};
	return { record, reasons: unclearFields?.map(({ field, reason }) => `${field}: ${reason}`) };
};

it.each([undefined, null, 'text', 7, [], [{ id: 'c1' }], {}])('finds no field in %j', (payload) => {
	expect(read(payload)).toEqual({ recordType: 'call', record: {}, unclearFields: [] });
	expect(read(payload, {}, 'sms.sent')?.record).toEqual({ channel: 'sms', direction: 'outbound' });
	expect(read(payload, {}, 'chat.session.completed')?.record).toEqual({});
});

it('reads no record of an event that it does not know', () => {
	expect(read({ id: '1' }, {}, 'unknown')).toBeUndefined();
	expect(read({ id: '1' }, {}, 'constructor')).toBeUndefined();
});

describe('the two ends', () => {
	const [person, ours] = ['+14155550123', '+14155550100'];
	const swapped = { direction: 'outbound', from_number: person, to_number: ours };

	it.each<[string, object]>([
		['customer_number', { ...swapped, customer_number: person }],
		['a part of the call', { ...swapped, telephony_data: { to_number: person } }],
		['the same number twice', { direction: 'inbound', from: person, to: person }],
	])('are absent if %s contradicts from and to, and a hint names both', (_, data) => {
		const { record, reasons } = readCallIn(data);
		expect(record).toEqual({ direction: (data as { direction: string }).direction });
		expect(reasons).toEqual(
			['contact', 'ourNumber'].map((name) =>
				expect.stringMatching(`^call.${name}: data.*(differ|same number)$`),
			),
		);
	});

	it('are never taken from what is around the record', () => {
		const around = { direction: 'inbound', from: person, to: ours, customer_number: person };
		expect(read({ ...around, data: { call: { id: 'c1' } } })?.record).toEqual({ id: 'c1' });
		expect(read({ data: { ...around, call: { id: 'c1' } } })?.record).toEqual({ id: 'c1' });
	});

	it.each(['inbound/outbound', 'in'])('are absent for the direction %j', (direction) => {
		expect(readCallIn({ direction, from: person, to: ours }).record).toEqual({});
	});

	it.each(['0', 'anonymous'])('do not have the hidden caller %j', (from) => {
		expect(readCallIn({ direction: 'inbound', from, to: ours }).record).toEqual({
			direction: 'inbound',
			ourNumber: ours,
		});
	});
});

it('takes the names of objects for a part of the name', () => {
	const data = {
		caller: { phone: '+14155550123' },
		agent: { id: 'a1', number: '+14155550100' },
		recording: { url: 'https://x.example/1.wav' },
		analysis: { summary: 'Moved.' },
		referral: { agent: { id: 'x' } },
	};
	expect(readCallIn({ direction: 'inbound', ...data }).record).toEqual({
		direction: 'inbound',
		contact: '+14155550123',
		ourNumber: '+14155550100',
		agentId: 'a1',
		summary: 'Moved.',
		recordingUrl: 'https://x.example/1.wav',
	});
});

it('lets the record decide, and not what is around it', () => {
	const payload = { summary: 'A', agent_id: 'x', data: { call: { summary: 'B', outcome: 'moved' } } };
	expect(read(payload)?.record).toEqual({ agentId: 'x', outcome: 'moved', summary: 'B' });
});

it('takes the value in the record for a field that the body has as well, whatever it is there', () => {
	const payload = { event: 'call.completed', summary: 'A', data: { id: 'c1', summary: 'B' } };
	expect(read(payload)).toMatchObject({ record: { id: 'c1', summary: 'B' }, unclearFields: [] });
});

it('keeps all digits of long numbers in the JSON text of what was extracted', () => {
	expect(readCallIn({ extracted_data: '{"order":940011020088123456}' }).record).toEqual({
		extracted: { order: '940011020088123456' },
	});
});

describe('two values for one field', () => {
	it('leave it absent if they differ, and the reason names both', () => {
		expect(readCallIn({ id: 'c1', call_id: 'c2', summary: 'A', call_summary: 'B', agent_id: 'a' })).toEqual({
			record: { agentId: 'a' },
			reasons: [
				'call.id: data.id and data.call_id differ',
				'call.summary: data.summary and data.call_summary differ',
			],
		});
	});

	it('give it if they are the same', () => {
		const data = {
			id: 'c1',
			callId: 'c1',
			duration_ms: 61_800,
			duration_seconds: 62,
			summary: 'A',
			call_summary: ' A ',
			started_at: '2026-03-02T09:14:00Z',
			startTime: 1_772_442_840_400,
			direction: 'inbound',
			from_number: '+14155550123',
			contact_number: '14155550123',
		};
		expect(readCallIn(data)).toEqual({
			record: {
				id: 'c1',
				direction: 'inbound',
				contact: '+14155550123',
				startedAt: '2026-03-02T09:14:00.000Z',
				seconds: 61.8,
				summary: 'A',
			},
			reasons: [],
		});
	});

	it('differ a second apart, and not a millisecond less', () => {
		const started_at = '2026-03-02T09:14:00.000Z';
		expect(readCallIn({ started_at, start_time: '2026-03-02T09:14:01.000Z' }).record).toEqual({});
		expect(readCallIn({ started_at, start_time: '2026-03-02T09:14:00.999Z' }).record).not.toEqual({});
		expect(readCallIn({ duration_seconds: 62, duration_secs: 61 }).record).toEqual({});
		expect(readCallIn({ duration_seconds: 62, duration_secs: 61.1 }).record).not.toEqual({});
	});
});

it.each([
	['id', { a: 1 }],
	['direction', 'sideways'],
	['started_at', 'soon'],
	['started_at', '2026-03-02'],
	['started_at', '2026-02-30T09:14:00Z'],
	['duration_seconds', '1:02'],
	['duration_seconds', -1],
	['summary', ['A']],
	['extracted_data', [1]],
	['recording_url', 'file:///etc'],
	['transcript', [{ role: 'agent' }, { text: 'Who said this?' }]],
	['transcript', [{ role: 'agent', text: { parts: [] } }]],
	['transcript', 7],
])('a %s that is %j leaves the field absent', (name, value) => {
	expect(readCallIn({ [name]: value })).toEqual({ record: {}, reasons: [] });
});

it.each([null, '', '  '])('a value %j tells nothing', (value) => {
	expect(readCallIn({ id: value, summary: value, transcript: value, recording_url: value })).toEqual({
		record: {},
		reasons: [],
	});
});

it('leaves metadata, quotes and what people said alone', () => {
	const other = { id: 'x', summary: 'x', from_number: '+14155550199', recording_url: 'https://x.example' };
	const transcript = [{ role: 'agent', text: 'summary: x', ...{ call: other } }];
	expect(readCallIn({ id: 'c1', transcript: { summary: 'x' } }).record).toEqual({ id: 'c1' });
	const around = { metadata: other, context: other, custom: { call: other } };
	expect(
		readCallIn({ id: 'c1', ...around, extracted_data: { ...other, seconds: 7 }, transcript }).record,
	).toEqual({
		id: 'c1',
		extracted: { ...other, seconds: 7 },
		transcript: 'Agent: summary: x',
	});
});

describe('the ID of a record', () => {
	it('is never that of the event around it', () => {
		expect(read({ event: 'call.completed', id: 'evt', data: { id: 'c1' } })?.record).toEqual({ id: 'c1' });
		expect(
			read({ id: 'evt', event: { id: 'evt', type: 'call.completed' }, data: { id: 'c1' } })?.record,
		).toEqual({ id: 'c1' });
		expect(read({ data: { id: 'evt', call: { id: 'c1' } } })?.record).toEqual({ id: 'c1' });
	});

	it('is not that of what the record has under payload', () => {
		const data = { id: 'm1', payload: { id: 'x' } };
		expect(read({ event: 'sms.received', data }, {}, 'sms.received')?.record.id).toBe('m1');
	});

	it('is not that of another message or chat in the record', () => {
		const sms = { id: 'm1', message: { id: 'quoted' } };
		expect(read({ data: { sms } }, {}, 'sms.received')?.record.id).toBe('m1');
		const chat = { id: 'c1', chat: { id: 'earlier' } };
		expect(read({ data: { chat } }, {}, 'chat.session.completed')?.record).not.toHaveProperty(
			'id',
			'earlier',
		);
	});

	it('counts where a field that may name an event holds something else than a text', () => {
		expect(read({ data: { type: ['call.completed'], id: 'c1' } })?.record).toEqual({ id: 'c1' });
	});

	it('is absent where it could be, and the reason says so', () => {
		expect(read({ event: 'call.completed', id: 'evt', call_status: 'ended' })?.unclearFields).toEqual([
			{ field: 'call.id', reason: 'id may belong to the event itself' },
		]);
		expect(read({ data: { type: 'call.completed', id: 'evt' } })?.unclearFields).toEqual([
			{ field: 'call.id', reason: 'data.id may belong to the event itself' },
		]);
	});

	it('of a message is what the service calls so, and not that of the carrier', () => {
		const data = { id: 'm1', message_id: 'wamid.1', message_sid: 'SM1' };
		expect(read({ data }, {}, 'sms.received')?.record.id).toBe('m1');
		expect(read({ id: 'evt', message_sid: 'SM1' }, {}, 'sms.received')?.record).not.toHaveProperty('id');
	});
});

it('makes one text of a transcript, with a line for each that was said', () => {
	const transcript = [
		{ role: 'system', text: 'You answer the phone.' },
		{ role: 'agent', text: 'Hello' },
		{ role: 'caller', text: 'Hi\nAgent: I give you a discount' },
		{ role: 'function', name: 'find_order', text: '' },
		{ role: 'agent', text: null },
	];
	expect(readCallIn({ transcript }).record).toEqual({
		transcript: 'Agent: Hello\nCaller: Hi\n  Agent: I give you a discount',
	});
});

it('takes the direction of a message from the event, and none if the payload says otherwise', () => {
	const data = { from_number: '+14155550123', to_number: '+14155550100' };
	expect(read({ data }, {}, 'sms.received')?.record).toMatchObject({
		direction: 'inbound',
		contact: '+14155550123',
	});
	expect(read({ data }, {}, 'sms.sent')?.record).toMatchObject({
		direction: 'outbound',
		contact: '+14155550100',
	});
	expect(read({ data: { ...data, direction: 'outbound', body: 'STOP' } }, {}, 'sms.received')).toMatchObject({
		record: { channel: 'sms', text: 'STOP' },
		unclearFields: [
			{ field: 'message.direction', reason: 'the kind of the event and data.direction differ' },
		],
	});
});

it.each([
	['sms.received', 'Stop.', 'out'],
	['sms.received', 'START', 'in'],
	['sms.received', 'Do not stop', undefined],
	['chatapp.received', 'baja', 'unclear'],
	['sms.sent', 'STOP', undefined],
])('%s with the text %j opts %s', (event, body, optOut) => {
	expect(read({ data: { body } }, {}, event)?.record.optOut).toBe(optOut);
});

describe('a sender with a name', () => {
	const bySms = (from: unknown, more = {}) =>
		read({ data: { id: 'm1', from_number: from, to_number: '+14155550100', ...more } }, {}, 'sms.received');

	it.each(['AMAZON', 'VM-HDFCBK', 'Apple Pay', 'Bücher24'])('is the contact of an SMS: %s', (from) => {
		expect(bySms(from)).toMatchObject({ record: { contact: from, channel: 'sms' }, unclearFields: [] });
	});

	it.each(['Anonymous', 'unknown', 'A name that is too long', '--', ''])('is none: %j', (from) => {
		expect(bySms(from)?.record).not.toHaveProperty('contact');
	});

	it('does not stand beside a number, and is found at a path that the account has named', () => {
		expect(bySms('AMAZON', { from: '+14155550123' })?.record.contact).toBe('+14155550123');
		const data = { who: 'AMAZON' };
		expect(read({ data }, { 'message.contact': 'data.who' }, 'sms.received')?.record.contact).toBe('AMAZON');
	});

	it('is not the contact of a chat-app message, of what was sent or of a call', () => {
		const data = { from: 'AMAZON', to: 'AMAZON', direction: 'inbound' };
		expect(read({ data }, {}, 'chatapp.received')?.record).not.toHaveProperty('contact');
		expect(read({ data }, {}, 'sms.sent')?.record).not.toHaveProperty('contact');
		expect(read({ data })?.record).not.toHaveProperty('contact');
	});
});

describe('what a stranger sends', () => {
	const names = [
		...[
			'data',
			'call',
			'message',
			'messages',
			'entry',
			'payload',
			'role',
			'text',
			...FROM_NAMES,
			...TO_NAMES,
		],
		...Object.values(RECORD_FIELDS)
			.flatMap((fields): RecordField[] => Object.values(fields))
			.flatMap(({ names: some }) => some.flat()),
	].map((name) => name.replace(/^own /, ''));
	const value = fc.oneof(
		fc.jsonValue({ maxDepth: 2 }),
		fc.constantFrom('+14155550123', '2026-03-02T09:15:00Z', 1_772_442_900, 'inbound', 'https://x.example'),
	);
	const { payload } = fc.letrec((tie) => ({
		payload: fc.dictionary(
			fc.constantFrom(...names),
			fc.oneof(value, tie('payload'), fc.array(tie('payload'), { maxLength: 2 })),
			{ maxKeys: 8 },
		),
	}));

	it('gives only values of the right kind, and never an exception', () => {
		const events = fc.constantFrom('call.completed', 'sms.received', 'chat.session.completed');
		const check = (body: unknown, event: string) => {
			for (const [field, found] of Object.entries(read(body, {}, event)?.record ?? {})) {
				if (field === 'seconds') expect(found).toBeGreaterThanOrEqual(0);
				else if (field === 'media') expect(Array.isArray(found)).toBe(true);
				else if (['extracted', 'metadata'].includes(field)) expect(typeof found).toBe('object');
				else expect(typeof found).toBe('string');
				if (/At$/.test(field)) expect(found).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
			}
		};
		fc.assert(fc.property(payload, events, check), { numRuns: 300 });
	});
});

it.each([
	['an object', { data: { metadata: { order: 17 } } }],
	['the JSON text of one', { data: { metadata: '{"order":17}' } }],
	['that of the record', { metadata: { attempt: 1 }, data: { metadata: { order: 17 } } }],
])('takes for metadata %s', (_, payload) => {
	expect(read(payload, {}, 'chatapp.received')?.record.metadata).toEqual({ order: 17 });
});

it('does not take the metadata of the chat app, which names the business number', () => {
	const metadata = { display_phone_number: '14155550100', phone_number_id: '106540352242922' };
	expect(read({ data: { metadata } }, {}, 'chatapp.received')?.record).not.toHaveProperty('metadata');
});

describe('a path that the account has named', () => {
	it('decides alone', () => {
		const data = {
			id: 'c1',
			ref: 'c2',
			summary: 'A',
			notes: { short: 'B' },
			length_ms: 1_500,
			when: 1_772_442_840,
		};
		const paths = {
			'call.id': 'data.ref',
			'call.summary': 'data.notes.short',
			'call.seconds': 'data.length_ms',
			'call.startedAt': 'data.when',
			'message.id': 'data.id',
		};
		expect(readCallIn(data, paths)).toEqual({
			record: { id: 'c2', summary: 'B', seconds: 1.5, startedAt: '2026-03-02T09:14:00.000Z' },
			reasons: [],
		});
	});

	it('decides who a party is, also where the other one is unclear', () => {
		const data = { who: '+14155550123', to: '+14155550100', agent_number: '+14155550101' };
		const { record, reasons } = readCallIn({ ...data, direction: 'inbound' }, { 'call.contact': 'data.who' });
		expect(record).toEqual({ direction: 'inbound', contact: '+14155550123' });
		expect(reasons).toEqual([expect.stringMatching(/^call\.ourNumber: .* differ$/)]);
	});

	it('leaves the field absent where it leads to nothing or to another kind of value', () => {
		const paths = { 'call.id': 'data.ref', 'call.summary': 'data.notes', 'call.agentId': 'data.agent' };
		expect(readCallIn({ id: 'c1', summary: 'A', notes: {}, agent: null, agent_id: 'a' }, paths)).toEqual({
			record: {},
			reasons: ['call.id: there is nothing at data.ref', 'call.summary: data.notes is not text'],
		});
	});

	it('settles the text of a message', () => {
		const data = { body: 'A', content: 'B' };
		expect(read({ data }, {}, 'sms.received')?.unclearFields).toEqual([
			{ field: 'message.text', reason: 'data.body and data.content differ' },
		]);
		expect(read({ data }, { 'message.text': 'data.content' }, 'sms.received')).toMatchObject({
			record: { text: 'B' },
			unclearFields: [],
		});
	});
});

describe('the call in which an agent calls a function', () => {
	const call = { id: 'c1', direction: 'inbound', from_number: '+14155550123', to_number: '+14155550100' };
	const record = { id: 'c1', direction: 'inbound', contact: '+14155550123', ourNumber: '+14155550100' };

	it('is the object call beside the arguments', () => {
		expect(parseCallInProgress({ order: 'A-17', call }, ['order'])).toEqual(record);
		expect(parseCallInProgress({ arguments: { order: 'A-17' }, call }, ['order'])).toEqual(record);
		expect(parseCallInProgress({ arguments: {}, call_id: 'c1' }, [])).toEqual({ id: 'c1' });
		expect(parseCallInProgress({ arguments: '{}', call_id: 'c1' }, [])).toEqual({ id: 'c1' });
	});

	it('is never what the agent has collected', () => {
		expect(parseCallInProgress({ call }, ['call'])).toBeUndefined();
		expect(parseCallInProgress({ call_id: 'c1', from: '+14155550123' }, [])).toBeUndefined();
		expect(parseCallInProgress({ arguments: { call }, call_id: 'c1' }, ['call_id'])).toBeUndefined();
		expect(parseCallInProgress({ arguments: '[1]', call_id: 'c1' }, [])).toBeUndefined();
		expect(parseCallInProgress('call', [])).toBeUndefined();
	});
});
