import type { IDataObject } from 'n8n-workflow';

import { bodyOf, earlyOutputOf, planned, refusedBy } from '../../../../support/plan-operation';

const CALLER = { callerId: '+14155550100' };
const NUMBER = '+14155550123';
const PEOPLE = [{ phone_number: NUMBER }, { phone_number: '+14155550124' }];

it.each<[IDataObject, object]>([
	[CALLER, { name: 'Reminders', send_now: true }],
	[{ ...CALLER, options: { name: 'Week 23' } }, { name: 'Week 23' }],
	[
		{ ...CALLER, options: { scheduledAt: '2099-07-01T09:00:00' } },
		{ send_now: false, scheduled_at: '2099-07-01T09:00:00.000Z' },
	],
	[{ ...CALLER, options: { windowStartTime: '٩:٣٠' } }, { window_start_time: '09:30' }],
	[{ ...CALLER, options: { windowDays: [6, '0', 6] } }, { window_days: [0, 6] }],
	[{ callerId: '14155550100.0' }, { caller_id: '+14155550100' }],
	[{ callerId: '+1 (415) 555-0100' }, { caller_id: '+14155550100' }],
])('asks with %j for %j', async (parameters, body) => {
	expect(await bodyOf('batchCall:create', parameters, { items: PEOPLE })).toMatchObject(body);
});

it.each<[IDataObject, RegExp]>([
	[
		{ callerId: '415 555 0100' },
		/^'Call From' "415 555 0100" is not a phone number with its country code\. /,
	],
	[{ options: { name: '' } }, /^'Name' is empty\. /],
	[{ options: { scheduledAt: '' } }, /^'Scheduled At' is empty\. /],
	[{ options: { scheduledAt: '2020-01-01T00:00:00' } }, /in the past\. .*remove 'Scheduled At'/],
	[{ options: { maximumRecipients: 1 } }, /^2 recipients are more than .* \(1\)\. .*No calls were made/],
	[{ options: { windowStartTime: '9am' } }, /"9am" is not a time.*09:30/],
	[{ options: { windowEndTime: '24:00' } }, /"24:00" is not a time/],
	[{ options: { windowDays: [] } }, /^'Weekdays' is empty\. .*at least one day/],
	[{ options: { reservedConcurrency: -1 } }, /^'Lines Kept Free' "-1" is not a whole number of at least 0/],
	...['UK', '0', '4444', '+', '999'].map((defaultCountryCode): [IDataObject, RegExp] => [
		{ defaultCountryCode },
		/^'Default Country Code' ".*" is not a country code/,
	]),
])('calls nobody with %j', async (parameters, words) => {
	const given = { ...CALLER, ...parameters };
	expect(await refusedBy('batchCall:create', given, { items: PEOPLE })).toMatch(words);
});

describe('the output', () => {
	const items = [
		{ phone_number: NUMBER, name: 'Ada' },
		{ phone_number: '(415) 555-0124' },
		{ phone_number: '+1415555O125' },
		{ phone_number: '020 7946 0018' },
		{ phone_number: NUMBER },
		{},
	];

	/** Plans a batch call for which no request is sent, and returns its output. */
	async function outputOf(parameters: IDataObject, people = PEOPLE as IDataObject[]) {
		const plan = await planned('batchCall:create', { ...CALLER, ...parameters }, { items: people });
		const { records, hint } = (await earlyOutputOf(plan)) ?? { records: [] };
		return { request: plan.request.body, record: records[0], hint };
	}

	it('of a preview has the request, and counts those without a name, skipped and twice there', async () => {
		const parameters = { goal: 'Confirm', doNotCall: [NUMBER], defaultCountryCode: '+44' };
		const { record, request } = await outputOf({ ...parameters, options: { invalidNumbers: 'skip' } }, items);
		expect(record).toEqual({
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
			request,
		});
	});

	it.each<[string, IDataObject, IDataObject[], object, RegExp]>([
		[
			'calls that can be made',
			{ goal: 'Confirm' },
			PEOPLE,
			{ would_be_created: true, dial_cost_estimate_usd: 0.01 },
			/^Preview only: nothing was sent\. Turn off 'Preview Only' to make the calls\.$/,
		],
		[
			'calls without a goal or a purpose',
			{},
			[PEOPLE[0] ?? {}],
			{ would_be_created: true, dial_cost_estimate_usd: 0.005 },
			/ to make the calls\. The agent is not told why it calls: set 'Goal' or 'Purpose'\.$/,
		],
		[
			'invalid numbers',
			{},
			items,
			{ would_be_created: false, total_recipients: 1, skipped_counts: { invalid: 4 } },
			/ would not be created\. Recipient \d .* \(and 3 more\)\. .*what is wrong .* set 'Default Country Code', or set/,
		],
		[
			'invalid numbers, although a country code is set',
			{ defaultCountryCode: '+44' },
			items,
			{ would_be_created: false, skipped_counts: { invalid: 2 } },
			/ would not be created\. (?!.*Default Country Code).* or set 'Invalid Numbers' in the options to skip /,
		],
		[
			'nobody to call',
			{ doNotCall: PEOPLE },
			PEOPLE,
			{ would_be_created: false, total_recipients: 0, skipped_counts: { doNotCall: 2 } },
			/ would not be created: there is nobody to call\.$/,
		],
	])('of a preview with %s says so', async (_, parameters, people, fields, words) => {
		const { record, hint } = await outputOf(parameters, people);
		expect(record).toMatchObject({ preview: true, ...fields });
		expect(hint).toMatch(words);
	});

	it.each<[string, IDataObject, object]>([
		['an empty list', { recipientsFrom: 'json', recipientsJson: '[]' }, { given_recipients: 0 }],
		[
			'people who are skipped',
			{ doNotCall: PEOPLE },
			{ given_recipients: 2, skipped_counts: { doNotCall: 2 } },
		],
	])('says that no batch call was created of %s', async (_, parameters, fields) => {
		const { record, hint } = await outputOf({ previewOnly: false, ...parameters });
		expect(record).toMatchObject({ created: false, total_recipients: 0, ...fields });
		expect(hint).toBe('No batch call was created: there is nobody to call.');
	});
});
