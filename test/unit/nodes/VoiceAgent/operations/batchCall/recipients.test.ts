import { sortOut } from '../../../../../../nodes/VoiceAgent/operations/batchCall/recipients';
import { bodyOf, planned, refusedBy, type Surroundings } from '../../support/plan';

describe('sortOut', () => {
	it('writes numbers in E.164 and keeps names, in the order given', () => {
		const entries = [
			{ phone_number: ' +1 (415) 555-0123 ', name: ' Ada ' },
			{ phone_number: '+49.30/555-0100', name: '' },
		];
		expect(sortOut(entries)).toEqual({
			recipients: [{ phone_number: '+14155550123', name: 'Ada' }, { phone_number: '+49305550100' }],
			rejected: [],
			duplicates: 0,
		});
	});

	it('calls nobody twice, however the number is written', () => {
		const entries = [
			{ phone_number: '+14155550123', name: 'first' },
			{ phone_number: '+1 415 555 0123', name: 'second' },
		];
		expect(sortOut(entries)).toMatchObject({ recipients: [{ name: 'first' }], duplicates: 1 });
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
	])('never guesses what %j means', (phone_number, reason) => {
		const { recipients, rejected } = sortOut([{ phone_number }]);
		expect(recipients).toEqual([]);
		expect(rejected).toEqual([
			expect.objectContaining({ position: 1, reason: expect.stringMatching(reason) }),
		]);
	});
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
			'The items have no field "phone_number". They have: Phone, Name. Set Phone Number Field. Nobody was called.',
		);
		expect(refusal).not.toMatch(/leave/i);
	});

	it.each([
		['', /^Phone Number Field is empty\. .*They have: phone\./],
		[NUMBER, /^Phone Number Field "\+14155550123" is a phone number\. Enter the name of the field/],
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
			skipped_recipients: [{ position: 4, phone_number: '0301234567' }],
			dial_cost_estimate_usd: 0.01,
			request: request.body,
		});
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
	])('leaves %j with %p to be refused', async (typed, code) => {
		await expect(numbers(typed, code)).rejects.toThrow(/^Recipient 1 cannot be called: /);
	});

	it.each(['UK', '0', '4444', '+'])('has to be a country code: %j', async (code) => {
		await expect(numbers('020 7946 0018', code)).rejects.toThrow(
			/^Default Country Code ".*" is not a country code/,
		);
	});
});
