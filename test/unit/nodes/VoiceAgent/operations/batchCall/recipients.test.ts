import { normalizeRecipients } from '../../../../../../nodes/VoiceAgent/operations/batchCall/recipientList';
import { bodyOf, planned, refusedBy, type Surroundings } from '../../../../../support/plan-operation';

describe('sortOut', () => {
	it('writes numbers in E.164 and keeps names, in the order given', () => {
		const entries = [
			{ phone_number: ' +1 (415) 555-0123 ', name: ' Ada ' },
			{ phone_number: '+49.30/555-0100', name: '' },
		];
		expect(normalizeRecipients(entries)).toEqual({
			recipients: [
				{ position: 1, phoneNumber: '+14155550123', name: 'Ada' },
				{ position: 2, phoneNumber: '+49305550100' },
			],
			rejected: [],
			leftOut: [],
			duplicates: 0,
		});
	});

	it('calls nobody twice, however the number is written', () => {
		const entries = [
			{ phone_number: '+14155550123', name: 'first' },
			{ phone_number: '+1 415 555 0123', name: 'second' },
		];
		expect(normalizeRecipients(entries)).toMatchObject({ recipients: [{ name: 'first' }], duplicates: 1 });
	});

	it.each([
		[undefined, /missing/],
		['4155550123', /\+ and a country code/],
		[4155550123, /\+ and a country code/],
		['0041 44 555 01 00', /\+ and a country code/],
		['+0415555012', /not a phone number/],
		['+1415', /not a phone number/],
		['+1415555012345678', /not a phone number/],
		['+1415CALLME', /not a phone number/],
		['n/a', /^This is not a phone number$/],
		['-', /^This is not a phone number$/],
		[
			'+1415555',
			/^This is not a phone number of the country with the code \+1: no number there has this form$/,
		],
		['+1 155 555 0123', /of the country with the code \+1:/],
		['+44 020 7946 0018', /of the country with the code \+44:/],
	])('never guesses what %j means', (phone_number, explanation) => {
		const { recipients, rejected } = normalizeRecipients([{ phone_number }]);
		expect(recipients).toEqual([]);
		expect(rejected).toEqual([
			expect.objectContaining({
				position: 1,
				reason: 'invalid',
				explanation: expect.stringMatching(explanation),
			}),
		]);
	});
});

it('names people who cannot be called', () => {
	expect(normalizeRecipients([{ phone_number: 'n/a', name: ' Ada ' }]).rejected).toEqual([
		{
			position: 1,
			phone_number: 'n/a',
			name: 'Ada',
			reason: 'invalid',
			explanation: 'This is not a phone number',
		},
	]);
});

const CAMPAIGN = { name: 'Week 23', callerId: '+14155550100' };
const NUMBER = '+14155550123';
const numbersOf = async (parameters: object, surroundings: Surroundings) => {
	const body = await bodyOf('batchCall:create', { ...CAMPAIGN, ...parameters }, surroundings);
	return (body.recipients as Array<{ phone_number: string }>).map((recipient) => recipient.phone_number);
};

describe('recipients from the input items', () => {
	it.each([
		['phone', { phone: NUMBER }],
		['contact.phone', { contact: { phone: NUMBER } }],
		['contact.phone', { 'contact.phone': NUMBER, contact: { phone: '+1' } }],
		['contacts[0].phone', { contacts: [{ phone: NUMBER }] }],
		["c['phone number']", { c: { 'phone number': NUMBER } }],
		['phone number', { 'phone number': NUMBER }],
	])('are found by the path %s', async (phoneNumberField, json) => {
		expect(await numbersOf({ phoneNumberField }, { items: [json] })).toEqual([NUMBER]);
	});

	it.each([
		['={{ $json.phone }}', { phone: NUMBER }],
		["={{ $json['phone number'] }}", { 'phone number': NUMBER }],
		['={{ $json["contact"].phone }}', { contact: { phone: NUMBER } }],
		['={{$json.contacts[0].phone}}', { contacts: [{ phone: NUMBER }] }],
	])('are found where the field was dragged as %s', async (typed, json) => {
		const items = [json, json];
		const surroundings = { items, typed: { phoneNumberField: typed } };
		expect(await numbersOf({ phoneNumberField: NUMBER }, surroundings)).toEqual([NUMBER]);
	});

	it('are found where an expression gives the name of the field', async () => {
		const surroundings = {
			items: [{ phone: NUMBER }],
			typed: { phoneNumberField: '={{ $json.a || "phone" }}' },
		};
		expect(await numbersOf({ phoneNumberField: 'phone' }, surroundings)).toEqual([NUMBER]);
	});

	it('are not looked for in a field that no item has', async () => {
		const items = [{ Phone: NUMBER, Name: 'Ada' }];
		const refusal = await refusedBy('batchCall:create', CAMPAIGN, { items });
		expect(refusal).toBe(
			'The items have no field "phone_number". They have: Phone, Name. Set \'Phone Number Field\'. ' +
				'No calls were made.',
		);
		expect(refusal).not.toMatch(/leave/i);
	});

	it.each([
		['', /^'Phone Number Field' is empty\. .*They have: phone\./],
		[NUMBER, /^'Phone Number Field' "\+14155550123" is a phone number\. Enter the name of the field/],
	])('need a field: %j', async (phoneNumberField, words) => {
		const items = [{ phone: NUMBER }];
		const parameters = { ...CAMPAIGN, phoneNumberField };
		expect(await refusedBy('batchCall:create', parameters, { items, typed: {} })).toMatch(words);
	});
});

describe('the preview of a campaign', () => {
	it('counts those without a name, those left out and those twice there', async () => {
		const items = [
			{ phone_number: NUMBER, name: 'Ada' },
			{ phone_number: '+14155550124' },
			{ phone_number: NUMBER },
			{ phone_number: '0301234567' },
		];
		const parameters = { ...CAMPAIGN, previewOnly: 'TRUE', options: { invalidNumbers: 'skip' } };
		const { preview, request } = await planned('batchCall:create', parameters, { items });
		expect(preview?.(request)).toMatchObject({
			preview: true,
			total_recipients: 2,
			recipients_without_name: 1,
			duplicates_removed: 1,
			skipped_recipients: [{ position: 4, phone_number: '0301234567', reason: 'invalid' }],
			skipped_counts: { invalid: 1, doNotCall: 0, optedOut: 0, outsideLocalHours: 0 },
			dial_cost_estimate_usd: 0.01,
			request: request.body,
		});
	});
});

describe('the preview of a campaign that would not be created', () => {
	const items = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '(415) 555-0124' },
		{ phone_number: '+1415555O125' },
		{ phone_number: '020 7946 0018' },
		{},
	];

	it('lists every recipient that cannot be called, and says what a country code would do', async () => {
		const { preview, request, hint } = await planned('batchCall:create', CAMPAIGN, { items });
		expect(preview?.(request)).toEqual({
			preview: true,
			would_be_created: false,
			total_recipients: 1,
			recipients_without_name: 0,
			duplicates_removed: 0,
			skipped_recipients: [],
			skipped_counts: { invalid: 0, doNotCall: 0, optedOut: 0, outsideLocalHours: 0 },
			later_recipients: [],
			invalid_recipients: [
				{
					position: 2,
					phone_number: '(415) 555-0124',
					reason: 'invalid',
					explanation: 'The number does not begin with + and a country code',
				},
				{
					position: 3,
					phone_number: '+1415555O125',
					reason: 'invalid',
					explanation: 'This is not a phone number: it contains "O" (U+004F)',
				},
				{
					position: 4,
					phone_number: '020 7946 0018',
					reason: 'invalid',
					explanation: 'The number does not begin with + and a country code',
				},
				{ position: 5, phone_number: '', reason: 'invalid', explanation: 'The phone number is missing' },
			],
			default_country_code: {
				code: '+1',
				is_set: false,
				numbers_without_country_code: 2,
				callable_with_country_code: 1,
			},
			dial_cost_estimate_usd: 0.005,
			request: request.body,
		});
		expect(hint).toBe(
			'Preview only: nothing was sent. The batch call would not be created: 4 recipients cannot be ' +
				"called, see 'invalid_recipients'. Correct them, or set 'Invalid Numbers' in the options " +
				"to skip them. With 'Default Country Code' +1, the code of 'Call From', 1 of 2 numbers " +
				'without a country code could be called.',
		);
	});

	it('tells what the country code does that is set', async () => {
		const parameters = { ...CAMPAIGN, options: { defaultCountryCode: '+44', invalidNumbers: 'skip' } };
		const { preview, request, hint } = await planned('batchCall:create', parameters, { items });
		expect(preview?.(request)).toMatchObject({
			would_be_created: true,
			total_recipients: 2,
			recipients_without_name: 1,
			skipped_recipients: [
				{
					position: 2,
					explanation: 'The number does not fit the country code +44, or could be read in two ways',
				},
				{ position: 3 },
				{ position: 5 },
			],
			invalid_recipients: [],
			default_country_code: { code: '+44', is_set: true, callable_with_country_code: 1 },
		});
		expect(hint).toBe(
			"Preview only: nothing was sent. Turn off 'Preview Only' to start calling. 3 recipients are left " +
				"out: 3 without a number that can be called. 1 recipient has no name. 'Default Country Code' makes 1 of 2 numbers without a country code callable.",
		);
	});

	it('lists them where nobody is left, too', async () => {
		const { preview, request } = await planned('batchCall:create', CAMPAIGN, { items: items.slice(1) });
		expect(preview?.(request)).toMatchObject({
			would_be_created: false,
			total_recipients: 0,
			invalid_recipients: [{ position: 1 }, { position: 2 }, { position: 3 }, { position: 4 }],
		});
	});
});

describe('a bad cell', () => {
	const explain = (entry: object, rules = {}) =>
		normalizeRecipients([entry as never], rules).rejected[0]?.explanation;

	it.each([
		['+1415555\u041e125', 'This is not a phone number: it contains "\u041e" (U+041E)'],
		['+1415555\uff11125', 'This is not a phone number: it contains "\uff11" (U+FF11)'],
		['+14155550\u0000125', 'This is not a phone number: it contains "\\u0000" (U+0000)'],
		[['+14155550125'], 'This is not a phone number: it contains "[" (U+005B)'],
	])('%j names what is wrong with it', (phone_number, explanation) => {
		expect(explain({ phone_number })).toBe(explanation);
	});

	it.each(['\u200b', '\u200e', '\u200f', '\u202a', '\u202e', '\u2060', '\ufeff', '\u00a0', '\u202f'])(
		'with the invisible %j is read all the same',
		(mark) => {
			const phone_number = `${mark}+1415${mark}5550125${mark}`;
			expect(normalizeRecipients([{ phone_number }]).recipients).toMatchObject([
				{ phoneNumber: '+14155550125' },
			]);
		},
	);

	it.each([
		[{ first: 'Ada' }, 'The name "{"first":"Ada"}" is not a text'],
		[['Ada'], 'The name "["Ada"]" is not a text'],
	])('holds the name %j', (name, explanation) => {
		expect(explain({ phone_number: NUMBER, name })).toBe(explanation);
	});
});

describe('Default Country Code', () => {
	const numbers = async (phone_number: unknown, code: unknown) =>
		await numbersOf({ options: { defaultCountryCode: code } }, { items: [{ phone_number } as never] });

	it.each([
		['020 7946 0018', '+44', '+442079460018'],
		['(415) 555-0123', '1', '+14155550123'],
		[14155550123, '001', '+14155550123'],
		['06 1234 5678', '39', '+390612345678'],
		['07 01 02 03 04', '225', '+2250701020304'],
		['32 34 56 78', '45', '+4532345678'],
		['+49 30 555 0100', '44', '+49305550100'],
	])('makes of %j with %s %s', async (typed, code, number) => {
		expect(await numbers(typed, code)).toEqual([number]);
	});

	it.each([
		['020 7946 0018', ''],
		['020 7946 0018', undefined],
		['4915112345678', '49'],
		['6591234567', '65'],
		['555-0123', '1'],
		['00 44 20 7946 0018', '44'],
		['+44 (0)20 7946 0018', '44'],
	])('leaves %j with %p to be refused', async (phone_number, defaultCountryCode) => {
		const parameters = { ...CAMPAIGN, previewOnly: false, options: { defaultCountryCode } as never };
		const refused = refusedBy('batchCall:create', parameters, { items: [{ phone_number }] });
		expect(await refused).toMatch(/^Recipient 1 cannot be called: /);
	});

	it.each(['UK', '0', '4444', '+'])('has to be a country code: %j', async (code) => {
		await expect(numbers('020 7946 0018', code)).rejects.toThrow(
			/^'Default Country Code' ".*" is not a country code/,
		);
	});
});
