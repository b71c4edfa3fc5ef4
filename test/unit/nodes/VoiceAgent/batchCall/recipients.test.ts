import type { IDataObject } from 'n8n-workflow';

import type { RecipientEntry } from '../../../../../nodes/VoiceAgent/batchCall/recipientList';
import { toRecipients } from '../../../../../nodes/VoiceAgent/batchCall/recipients';
import {
	bodyOf,
	planned,
	refusedBy,
	type Surroundings,
	outputOfPlan,
} from '../../../../support/plan-operation';

const entry = (phoneNumber: unknown, name?: unknown): RecipientEntry => ({ phoneNumber, name, source: {} });

describe('toRecipients', () => {
	it('writes numbers in E.164 and keeps names, in the order given', () => {
		const list = [entry(' +1 (415) 555-0123 ', ' Ada '), entry('+49.30 555-0100', '')];
		expect(toRecipients(list)).toEqual({
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
		['+5491123456700', '+541123456700'],
	])('calls nobody twice: %s is %s', (one, other) => {
		const list = [entry(one, 'first'), entry(other, 'second')];
		expect(toRecipients(list)).toMatchObject({
			entryCount: 2,
			toCall: [{ name: 'first' }],
			duplicateCount: 1,
		});
	});

	it.each([
		[undefined, 'The phone number is missing'],
		[['+14155550125'], 'This is not a phone number: it contains "[" (U+005B)'],
		[
			'+1415',
			'It is too short for +1 (United States): 3 digits without the country code instead of 10 digits',
		],
	])('names people who cannot be called, and says what is wrong with %j', (phoneNumber, explanation) => {
		expect(toRecipients([entry(phoneNumber, ' Ada ')])).toMatchObject({
			toCall: [],
			skipped: [{ position: 1, name: 'Ada', reason: 'invalid', explanation }],
		});
	});

	it('refuses a name that is no text', () => {
		const { skipped } = toRecipients([entry(NUMBER, ['Ada'])]);
		expect(skipped).toMatchObject([{ explanation: 'The name "["Ada"]" is not text' }]);
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
		['phone number', { 'phone number': NUMBER }],
		['phone', { '\ufeffphone': NUMBER }],
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
		[
			undefined,
			/^It is not clear which field of the items holds the phone numbers\. They have: Mobile, Name\. /,
		],
		['', /^'Phone Number Field' is empty\. Enter the name of a field, or remove the option\./],
		['cell', /^The items have no field "cell"\. They have: Mobile, Name\. Set 'Phone Number Field'/],
		[NUMBER, /^The items have no field "\+14155550123"\. /],
	])('are not guessed if Phone Number Field is %j', async (phoneNumberField, words) => {
		const parameters = {
			...CAMPAIGN,
			options: { ...(phoneNumberField !== undefined && { phoneNumberField }) },
		};
		const refusal = await refusedBy('batchCall:create', parameters, {
			items: [{ Mobile: NUMBER, Name: 'Ada' }],
		});
		expect(refusal).toMatch(words);
	});
});

describe('recipients that were pasted', () => {
	const pasted = (recipientsJson: unknown) => ({ recipientsFrom: 'json', recipientsJson }) as IDataObject;
	const people = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '+14155550124', name: 'Lovelace; "Countess"' },
	];

	it.each([
		['JSON', JSON.stringify(people)],
		[
			'a table with columns without a name',
			`phone_number;name;;\n${NUMBER};Ada;;\n+14155550124;"Lovelace; ""Countess""";;`,
		],
		['a list that an expression gives', people],
		[
			'a CSV file',
			`\ufeffphone_number,name\r\n${NUMBER},Ada\r\n\r\n+14155550124,"Lovelace; ""Countess"""\r\n`,
		],
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
			'[{ "Mobile": "+14155550123" }]',
			/^It is not clear which field .* have: Mobile\. Set /,
		],
		[
			'a row with too many columns',
			'phone_number,name\n+1415,Lovelace, Ada',
			/^Row 1 .* has 3 columns, but .* 2\. /,
		],
		[
			'two columns of one name',
			'phone;phone;name\n+14155550123;;Ada',
			/^The table in 'Recipients \(JSON or Table\)' has two columns called "phone"\. /,
		],
		['nothing', '', /is not a JSON list of objects/],
		['JSON with a fault', '[{ "phone_number": ', /is not valid JSON/],
	])('are refused: %s', async (_, given, words) => {
		expect(await refusedBy('batchCall:create', { ...CAMPAIGN, ...pasted(given) })).toMatch(words);
	});
});

describe('a campaign', () => {
	const items = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '(415) 555-0124' },
		{ phone_number: '+1415555O125' },
		{ phone_number: '020 7946 0018' },
		{ phone_number: NUMBER },
		{},
	];

	it('counts in its preview those without a name, those skipped and those twice there', async () => {
		const parameters = { ...CAMPAIGN, goal: 'Confirm', doNotCall: [NUMBER], defaultCountryCode: '+44' };
		const options = { invalidNumbers: 'skip' };
		const plan = await planned('batchCall:create', { ...parameters, options }, { items });
		expect(await outputOfPlan(plan)).toEqual({
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
			skipped_counts: { invalid: 2, doNotCall: 1, optedOut: 0, mayHaveOptedOut: 0, outsideLocalHours: 0 },
			later_recipients: [],
			dial_cost_estimate_usd: 0.01,
			request: plan.request.body,
		});
		expect(plan.hint).toBe(
			"Preview only: nothing was sent. Turn off 'Preview Only' to start calling. 6 recipients given: 2 to call, " +
				"1 duplicate, 2 without a number that can be called, 1 skipped by 'Do Not Call'. " +
				'2 recipients have no name.',
		);
	});

	it('would not be created with a recipient that cannot be called', async () => {
		const plan = await planned('batchCall:create', CAMPAIGN, { items });
		expect(await outputOfPlan(plan)).toMatchObject({
			would_be_created: false,
			total_recipients: 1,
			skipped_recipients: [{ position: 2 }, { position: 3 }, { position: 4 }, { position: 6 }],
			skipped_counts: { invalid: 4 },
			dial_cost_estimate_usd: 0.005,
		});
		expect(plan.hint).toMatch(
			/ would not be created: 4 recipients cannot be called, see 'skipped_recipients'\. .* set 'Goal' or 'Purpose'\.$/,
		);
	});

	it('says what it does and costs when it is created', async () => {
		const parameters = {
			...CAMPAIGN,
			previewOnly: false,
			options: { invalidNumbers: 'skip' },
			doNotCall: [NUMBER],
		};
		const { hint } = await planned('batchCall:create', parameters, {
			items: [...items, { phone_number: '+14155550126' }],
		});
		expect(hint).toMatch(
			/^The batch call calls one person\. The dials cost 0\.005 USD, plus the minutes\. 7 recipients given: 1 to call, /,
		);
	});

	it('is not created of an empty list', async () => {
		const parameters = { ...CAMPAIGN, previewOnly: false, recipientsFrom: 'json', recipientsJson: '[]' };
		const plan = await planned('batchCall:create', parameters);
		expect(await outputOfPlan(plan)).toMatchObject({ created: false, given_recipients: 0 });
		expect(plan.hint).toMatch(/^No batch call was created: there is nobody to call\. /);
	});
});

const PERSON = { phone_number: NUMBER };
const OTHER = { phone_number: '+14155550124' };

it.each<[IDataObject, object]>([
	[CAMPAIGN, { name: 'Reminders', send_now: true }],
	[{ ...CAMPAIGN, options: { name: 'Week 23' } }, { name: 'Week 23' }],
	[
		{ ...CAMPAIGN, options: { scheduledAt: '2099-07-01T09:00:00' } },
		{ send_now: false, scheduled_at: '2099-07-01T09:00:00.000Z' },
	],
	[{ ...CAMPAIGN, options: { windowStartTime: '٩:٣٠' } }, { window_start_time: '09:30' }],
	[{ callerId: '14155550100.0' }, { caller_id: '+14155550100' }],
	[{ callerId: '+1 (415) 555-0100' }, { caller_id: '+14155550100' }],
])('asks with %j for %j', async (parameters, body) => {
	expect(await bodyOf('batchCall:create', parameters, { items: [PERSON] })).toMatchObject(body);
});

it.each<[IDataObject, RegExp]>([
	[{ options: { name: '' } }, /^'Name' is empty\. /],
	[{ options: { scheduledAt: '' } }, /^'Scheduled At' is empty\. /],
	[{ options: { scheduledAt: '2020-01-01T00:00:00' } }, /in the past\. .*remove 'Scheduled At'/],
	[{ options: { maximumRecipients: 1 } }, /^2 recipients are more than .* \(1\)\. .*No calls were made/],
	[{ options: { windowStartTime: '9am' } }, /"9am" is not a time.*09:30/],
	[{ options: { windowDays: [] } }, /^'Weekdays' is empty\. .*at least one day/],
	[{ options: { reservedConcurrency: -1 } }, /^'Lines Kept Free' "-1" is not a whole number of at least 0/],
	[{ callerId: '+14155550101' }, /^'Call From' \+14155550101 is not a number of your account\. /],
	...['UK', '0', '4444', '+', '999'].map((defaultCountryCode): [IDataObject, RegExp] => [
		{ defaultCountryCode },
		/^'Default Country Code' ".*" is not a country code/,
	]),
])('calls nobody with %j', async (parameters, words) => {
	const given = { ...CAMPAIGN, ...parameters };
	expect(await refusedBy('batchCall:create', given, { items: [PERSON, OTHER] })).toMatch(words);
});

it('completes numbers by Default Country Code, and refuses those that can be read in two ways', async () => {
	const numbers = [{ phone_number: '020 7946 0018' }];
	expect(await numbersOf({ defaultCountryCode: '+44' }, { items: numbers })).toEqual(['+442079460018']);
	const german = { ...CAMPAIGN, previewOnly: false, defaultCountryCode: '49' };
	expect(await refusedBy('batchCall:create', german, { items: [{ phone_number: '4961 123456' }] })).toMatch(
		/^Recipient 1 cannot be called: /,
	);
});
