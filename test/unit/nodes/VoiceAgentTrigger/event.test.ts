import { buildSeenKey, hashText, readDeliveryKey } from '../../../../nodes/VoiceAgentTrigger/event';

describe('deliveryKeyOf', () => {
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
			expect(readDeliveryKey(rawBody, payload, field)).toBe(hashText(rawBody));
		},
	);

	const keyIn = (body: string) => readDeliveryKey(Buffer.from(body), JSON.parse(body), 'data.id');

	it.each([
		'9007199254740993',
		'9007199254740992',
		'1178940215544832113',
		'1178940215544832114',
		'-1178940215544832114',
		'1.5',
		'1e400',
	])('keeps every digit of the number %s, from the body itself', (digits) => {
		expect(keyIn(`{"data":{"id":${digits},"text":"\\"id\\":1"}}`)).toBe(digits);
	});

	it('is the same for a number that is written in another way', () => {
		expect(['{"data":{"id":7}}', '{"data":{"id":7.0}}', '{"data":{"id":70e-1}}'].map(keyIn)).toEqual([
			'7',
			'7',
			'7',
		]);
	});

	it('reads them in a body with a byte order mark too', () => {
		const body = '{"data":{"id":1178940215544832113}}';
		const rawBytes = Buffer.from(`\ufeff${body}`);
		expect(readDeliveryKey(rawBytes, JSON.parse(body), 'data.id')).toBe('1178940215544832113');
	});

	it('is the hash where this version of Node does not hand out the digits', () => {
		const body = '{"data":{"id":1178940215544832113}}';
		const { parse } = JSON;
		const withoutSource = jest
			.spyOn(JSON, 'parse')
			.mockImplementation((text, reviver) =>
				parse(text, reviver && ((key, value) => reviver(key, value) as unknown)),
			);
		expect(keyIn(body)).toBe(hashText(Buffer.from(body)));
		withoutSource.mockRestore();
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
