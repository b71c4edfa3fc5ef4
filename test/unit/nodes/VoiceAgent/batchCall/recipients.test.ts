import type { IDataObject } from 'n8n-workflow';

import type { RecipientEntry } from '../../../../../nodes/VoiceAgent/batchCall/recipientList';
import { readRecipients } from '../../../../../nodes/VoiceAgent/batchCall/recipients';
import { bodyOf, planned, refusedBy, type Surroundings } from '../../../../support/plan-operation';

const entry = (phoneNumber: unknown, name?: unknown): RecipientEntry => ({ phoneNumber, name, source: {} });

describe('readRecipients', () => {
	it('writes numbers in E.164 and keeps names, in the order given', () => {
		const list = [entry(' +1 (415) 555-0123 ', ' Ada '), entry('+49.30 555-0100', '')];
		expect(readRecipients(list)).toEqual({
			entryCount: 2,
			toCall: [
				{ position: 1, phoneNumber: '+14155550123', name: 'Ada', source: {} },
				{ position: 2, phoneNumber: '+49305550100', source: {} },
			],
			skipped: [],
			duplicateCount: 0,
		});
	});

	it.each([
		['+14155550123', '+1 415 555 0123'],
		['+551187654321', '+5511987654321'],
		['+5215512345678', '+525512345678'],
		['+5491123456700', '+541123456700'],
	])('calls nobody twice: %s is %s', (one, other) => {
		const list = [entry(one, 'first'), entry(other, 'second')];
		expect(readRecipients(list)).toMatchObject({
			entryCount: 2,
			toCall: [{ name: 'first' }],
			duplicateCount: 1,
		});
	});

	it.each([
		[undefined, 'The phone number is missing'],
		[4155550123, 'The number does not begin with + and a country code'],
		[['+14155550125'], 'This is not a phone number: it contains "[" (U+005B)'],
		['+1415', 'It is too short for +1 (United States): 3 digits after the code instead of 10 digits'],
	])('names people who cannot be called, and says what is wrong with %j', (phoneNumber, explanation) => {
		expect(readRecipients([entry(phoneNumber, ' Ada ')])).toMatchObject({
			toCall: [],
			skipped: [{ position: 1, name: 'Ada', reason: 'invalid', explanation }],
		});
	});

	it.each([
		[{ first: 'Ada' }, 'The name "{"first":"Ada"}" is not text'],
		[['Ada'], 'The name "["Ada"]" is not text'],
	])('refuses the name %j', (name, explanation) => {
		expect(readRecipients([entry(NUMBER, name)]).skipped).toMatchObject([{ explanation }]);
	});
});

const CAMPAIGN = { callerId: '+14155550100' };
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
		['phone', { '\ufeffphone': NUMBER }],
		['phone', { ' phone\u00a0': NUMBER }],
	])('are found by the path %s', async (phoneNumberField, json) => {
		expect(await numbersOf({ options: { phoneNumberField } }, { items: [json] })).toEqual([NUMBER]);
	});

	it.each(['phone_number', 'Phone Number', 'phoneNumber', 'phone', 'PHONE', '\ufeffPhone'])(
		'are found without Phone Number Field in the field %s',
		async (field) => {
			const items = [{ id: 1, Name: 'Ada', [field]: NUMBER }];
			expect((await bodyOf('batchCall:create', CAMPAIGN, { items })).recipients).toEqual([
				{ phone_number: NUMBER, name: 'Ada' },
			]);
		},
	);

	it('are taken from a field called phone number before one called phone', async () => {
		const items = [{ phone: '+14155550124', phone_number: NUMBER }];
		expect(await numbersOf({}, { items })).toEqual([NUMBER]);
	});

	it.each([
		[{ Mobile: NUMBER, Name: 'Ada' }, 'Mobile, Name'],
		[{ 'Phone 1': NUMBER, 'Phone 2': NUMBER }, 'Phone 1, Phone 2'],
	])('are not guessed: %j', async (item, fields) => {
		expect(await refusedBy('batchCall:create', CAMPAIGN, { items: [item] })).toBe(
			'It is not clear which field of the items holds the phone numbers. ' +
				`They have: ${fields}. Set 'Phone Number Field' in the options to the name of one of them. No calls were made.`,
		);
	});

	it.each([
		['', /^'Phone Number Field' is empty\. Enter the name of a field, or remove the option\./],
		[
			'mobile',
			/^The items have no field "mobile"\. They have: phone\. Set 'Phone Number Field' in the options/,
		],
		[NUMBER, /^The items have no field "\+14155550123"\. They have: phone\. Set 'Phone Number Field'/],
	])('are not looked for elsewhere if Phone Number Field is %j', async (phoneNumberField, words) => {
		const parameters = { ...CAMPAIGN, options: { phoneNumberField } };
		expect(await refusedBy('batchCall:create', parameters, { items: [{ phone: NUMBER }] })).toMatch(words);
	});
});

it('shows what is invisible in the names of fields', async () => {
	const items = [{ '\ufeffmobile': NUMBER }];
	expect(await refusedBy('batchCall:create', CAMPAIGN, { items })).toContain('They have: \\ufeffmobile.');
});

describe('recipients that were pasted', () => {
	const pasted = (recipientsJson: unknown) => ({ recipientsFrom: 'json', recipientsJson }) as IDataObject;
	const people = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '+14155550124', name: 'Lovelace; "Countess"' },
	];

	it.each([
		['JSON', JSON.stringify(people)],
		['a list that an expression gives', people],
		[
			'a CSV file',
			`\ufeffphone_number,name\r\n${NUMBER},Ada\r\n\r\n+14155550124,"Lovelace; ""Countess"""\r\n`,
		],
		['a CSV file with semicolons', `phone_number;name\n${NUMBER};Ada\n+14155550124;"Lovelace; ""Countess"""`],
		['cells of a spreadsheet', `name\tphone_number\nAda\t${NUMBER}\nLovelace; "Countess"\t+14155550124`],
	])('are read from %s', async (_, given) => {
		expect((await bodyOf('batchCall:create', { ...CAMPAIGN, ...pasted(given) })).recipients).toEqual(people);
	});

	it('are read from a table of one column, and from columns of other names', async () => {
		expect(await numbersOf(pasted(`phone_number\n${NUMBER}`), {})).toEqual([NUMBER]);
		const parameters = { ...pasted(`Mobile\n${NUMBER}`), options: { phoneNumberField: 'Mobile' } };
		expect(await numbersOf(parameters, {})).toEqual([NUMBER]);
	});

	it.each([
		[
			'JSON with other names',
			'[{ "Name": "Ada", "Mobile": "+14155550123" }]',
			/^It is not clear which field of the recipients holds .* They have: Name, Mobile\. Set /,
		],
		[
			'a table with other names',
			'Name,Mobile\nAda,+14155550123',
			/^It is not clear which field of the recipients holds .* They have: Name, Mobile\. Set /,
		],
		[
			'a table without names',
			'+14155550123,Ada\n+14155550124,Bo',
			/^It is not clear which field .* They have: \+14155550123, Ada\./,
		],
		[
			'a row with too many columns',
			'phone_number,name\n+14155550123,Lovelace, Ada',
			/^Row 1 of the table in .* has 3 columns, but the first line names 2\. /,
		],
		['nothing', '', /is not a JSON list of objects/],
		['JSON with a fault', '[{ "phone_number": ', /is not valid JSON/],
	])('are refused: %s', async (_, given, words) => {
		expect(await refusedBy('batchCall:create', { ...CAMPAIGN, ...pasted(given) })).toMatch(words);
	});
});

/** Those given are those who are called, the duplicates, and the skipped ones by their counts. */
function expectSums(output: IDataObject | undefined) {
	const counts = Object.values(output?.skipped_counts as Record<string, number>);
	const skipped = counts.reduce((sum, count) => sum + count, 0);
	const { given_recipients: given, total_recipients: total, duplicates_removed: duplicates } = output ?? {};
	expect(given).toBe(Number(total) + Number(duplicates) + skipped);
	expect(output?.skipped_recipients).toHaveLength(skipped);
}

describe('the preview of a campaign', () => {
	const items = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '(415) 555-0124' },
		{ phone_number: '+1415555O125' },
		{ phone_number: '020 7946 0018' },
		{ phone_number: NUMBER },
		{},
	];
	const previewOf = async (parameters: IDataObject, given: IDataObject[] = items) => {
		const plan = await planned('batchCall:create', { ...CAMPAIGN, ...parameters }, { items: given });
		const output = plan.outputInstead?.(plan.request);
		expectSums(output);
		return { output, hint: plan.hint, body: plan.request.body };
	};

	it('counts those without a name, those skipped and those twice there', async () => {
		const { output, hint, body } = await previewOf({
			goal: 'Confirm',
			doNotCall: [NUMBER],
			options: { invalidNumbers: 'skip' },
			defaultCountryCode: '+44',
		});
		expect(output).toEqual({
			preview: true,
			would_be_created: true,
			total_recipients: 2,
			given_recipients: 6,
			duplicates_removed: 1,
			recipients_without_name: 2,
			skipped_recipients: [
				{ position: 1, phone_number: NUMBER, name: 'Ada', reason: 'doNotCall' },
				{
					position: 3,
					phone_number: '+1415555O125',
					reason: 'invalid',
					explanation: 'This is not a phone number: it contains "O" (U+004F)',
				},
				{ position: 6, phone_number: '', reason: 'invalid', explanation: 'The phone number is missing' },
			],
			skipped_counts: { invalid: 2, doNotCall: 1, optedOut: 0, outsideLocalHours: 0 },
			later_recipients: [],
			dial_cost_estimate_usd: 0.01,
			request: body,
		});
		expect(hint).toBe(
			"Preview only: nothing was sent. Turn off 'Preview Only' to start calling. 6 recipients given: 2 to call, " +
				"1 given before, 2 without a number that can be called, 1 skipped by 'Do Not Call'. " +
				'2 recipients have no name.',
		);
	});

	it('lists every recipient that cannot be called', async () => {
		const { output, hint } = await previewOf({});
		expect(output).toMatchObject({
			would_be_created: false,
			total_recipients: 1,
			skipped_recipients: [{ position: 2 }, { position: 3 }, { position: 4 }, { position: 6 }],
			skipped_counts: { invalid: 4 },
			dial_cost_estimate_usd: 0.005,
		});
		expect(hint).toBe(
			'Preview only: nothing was sent. The batch call would not be created: 4 recipients cannot be ' +
				"called, see 'skipped_recipients'. Correct them, set 'Default Country Code', or set 'Invalid Numbers' " +
				'in the options to skip them. 6 recipients given: 1 to call, 1 given before, 4 without a number that ' +
				"can be called. The agent is not told why it calls: set 'Goal' or 'Purpose'.",
		);
	});

	it('lists them where nobody is left, too', async () => {
		const { output } = await previewOf({}, items.slice(1, 4));
		expect(output).toMatchObject({ would_be_created: false, total_recipients: 0, given_recipients: 3 });
	});

	it('says in sums what becomes of a batch call that is created', async () => {
		const parameters = {
			...CAMPAIGN,
			previewOnly: false,
			options: { invalidNumbers: 'skip' },
			doNotCall: [NUMBER],
		};
		const { extraOutput, request, hint } = await planned('batchCall:create', parameters, {
			items: [...items, { phone_number: '+14155550126' }],
		});
		expectSums({ ...extraOutput, total_recipients: (request.body.recipients as []).length });
		expect(hint).toBe(
			'The batch call calls one person. The dials cost 0.005 USD, plus the minutes. 7 recipients given: 1 to call, ' +
				"1 given before, 4 without a number that can be called, 1 skipped by 'Do Not Call'. " +
				"The agent is not told why it calls: set 'Goal' or 'Purpose'.",
		);
	});
});

it('creates no batch call of an empty list', async () => {
	const parameters = { ...CAMPAIGN, previewOnly: false, recipientsFrom: 'json', recipientsJson: '[]' };
	const plan = await planned('batchCall:create', parameters);
	expect(plan.outputInstead?.(plan.request)).toMatchObject({ created: false, given_recipients: 0 });
	expect(plan.hint).toMatch(/^No batch call was created: there is nobody to call\. /);
});

it('has the name of the workflow unless another one is set', async () => {
	const items = [{ phone_number: NUMBER }];
	expect(await bodyOf('batchCall:create', CAMPAIGN, { items })).toMatchObject({ name: 'Reminders' });
	const named = { ...CAMPAIGN, options: { name: 'Week 23' } };
	expect(await bodyOf('batchCall:create', named, { items })).toMatchObject({ name: 'Week 23' });
	const empty = { ...CAMPAIGN, options: { name: '' } };
	expect(await refusedBy('batchCall:create', empty, { items })).toMatch(/^'Name' is empty\. /);
});

it('starts at once without a schedule, and not with one', async () => {
	const items = [{ phone_number: NUMBER }];
	expect(await bodyOf('batchCall:create', CAMPAIGN, { items })).toMatchObject({ send_now: true });
	const scheduled = { ...CAMPAIGN, options: { scheduledAt: '2099-07-01T09:00:00' } };
	expect(await bodyOf('batchCall:create', scheduled, { items })).toMatchObject({
		send_now: false,
		scheduled_at: '2099-07-01T09:00:00.000Z',
	});
	const empty = { ...CAMPAIGN, options: { scheduledAt: '' } };
	expect(await refusedBy('batchCall:create', empty, { items })).toMatch(/^'Scheduled At' is empty\. /);
});

it.each([
	[{ maximumRecipients: 1 }, /^2 recipients are more than .* \(1\)\. .*No calls were made/],
	[{ scheduledAt: '2020-01-01T00:00:00' }, /in the past\. .*remove 'Scheduled At'/],
	[{ windowStartTime: '9am' }, /"9am" is not a time.*09:30/],
	[{ windowDays: [] }, /^'Weekdays' is empty\. .*at least one day/],
	[{ reservedConcurrency: -1 }, /^'Lines Kept Free' "-1" is not a whole number of at least 0/],
])('calls nobody with the options %j', async (options, words) => {
	const items = [{ phone_number: NUMBER }, { phone_number: '+14155550124' }];
	expect(await refusedBy('batchCall:create', { ...CAMPAIGN, options }, { items })).toMatch(words);
});

describe('Call From', () => {
	const items = [{ phone_number: NUMBER }];
	const callerOf = async (callerId: string) =>
		(await bodyOf('batchCall:create', { ...CAMPAIGN, callerId }, { items })).caller_id;

	it.each(['+14155550100', '14155550100', '+1 (415) 555-0100', '14155550100.0'])(
		'is sent as the account has it where it is given as %s',
		async (callerId) => {
			expect(await callerOf(callerId)).toBe('+14155550100');
		},
	);

	it('is refused where it is not a number of the account', async () => {
		const parameters = { ...CAMPAIGN, callerId: '+14155550101' };
		expect(await refusedBy('batchCall:create', parameters, { items })).toMatch(
			/^'Call From' \+14155550101 is not a number of your account\. /,
		);
	});
});

describe('Default Country Code', () => {
	const numbers = async (phone_number: unknown, defaultCountryCode: unknown) =>
		await numbersOf({ defaultCountryCode }, { items: [{ phone_number } as never] });

	it.each([
		['020 7946 0018', '+44', '+442079460018'],
		['447911123456', '+44', '+447911123456'],
		[14155550123, '001', '+14155550123'],
		['+49 30 555 0100', '44', '+49305550100'],
	])('makes of %j with %s %s', async (typed, code, number) => {
		expect(await numbers(typed, code)).toEqual([number]);
	});

	it.each([
		['020 7946 0018', ''],
		['020 7946 0018', undefined],
		['4961 123456', '49'],
	])('leaves %j with %p to be refused', async (phone_number, defaultCountryCode) => {
		const parameters = { ...CAMPAIGN, previewOnly: false, defaultCountryCode } as IDataObject;
		const refused = refusedBy('batchCall:create', parameters, { items: [{ phone_number }] });
		expect(await refused).toMatch(/^Recipient 1 cannot be called: /);
	});

	it.each(['UK', '0', '4444', '+', '999'])('has to be a country code: %j', async (code) => {
		await expect(numbers('020 7946 0018', code)).rejects.toThrow(
			/^'Default Country Code' ".*" is not a country code/,
		);
	});
});
