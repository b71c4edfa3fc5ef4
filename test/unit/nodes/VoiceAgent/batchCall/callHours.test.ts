import type { IDataObject } from 'n8n-workflow';

import { planned, refusedBy, outputOfPlan } from '../../../../support/plan-operation';

const CAMPAIGN = { callerId: '+14155550100', previewOnly: false };

const [NEW_YORK, SAN_FRANCISCO, BERLIN, TOLL_FREE, DELHI] = [
	'+12125550123',
	'+14155550123',
	'+4930123456',
	'+18005550123',
	'+919810012345',
];

afterEach(() => jest.restoreAllMocks());

/** Plans a batch call at a time. @param hours The local hours, from and to. */
async function planAt(
	time: string,
	people: Array<string | IDataObject>,
	hours = ['09:00', '20:00'],
	more: IDataObject = {},
) {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
	const [hoursFrom = '', hoursTo = ''] = hours;
	const plan = await planned(
		'batchCall:create',
		{ ...CAMPAIGN, callHours: 'between', hoursFrom, hoursTo, ...more },
		{
			items: people.map((person) =>
				typeof person === 'string' ? { phone_number: person, name: person.slice(0, 4) } : person,
			),
		},
	);
	const called = (plan.request.body.recipients as IDataObject[]).map(({ phone_number: number }) => number);
	return { called, ...(await outputOfPlan(plan)) };
}

it('leaves out those for whom it is too early or too late, with the time from which on they can be called', async () => {
	const at = '2026-05-31T14:30:00Z';
	expect(await planAt(at, [NEW_YORK, SAN_FRANCISCO, BERLIN, DELHI])).toEqual({
		called: [NEW_YORK, BERLIN],
		given_recipients: 4,
		duplicates_removed: 0,
		skipped_recipients: [
			{
				position: 2,
				phone_number: SAN_FRANCISCO,
				name: '+141',
				reason: 'outsideLocalHours',
				time_zones: ['America/Los_Angeles'],
				callable_at: '2026-05-31T16:00:00.000Z',
			},
			{
				position: 4,
				phone_number: DELHI,
				name: '+919',
				reason: 'outsideLocalHours',
				time_zones: ['Asia/Calcutta'],
				callable_at: '2026-06-01T03:30:00.000Z',
			},
		],
		skipped_counts: { invalid: 0, doNotCall: 0, optedOut: 0, mayHaveOptedOut: 0, outsideLocalHours: 2 },
		later_recipients: [
			{ phone_number: SAN_FRANCISCO, name: '+141', callable_at: '2026-05-31T16:00:00.000Z' },
			{ phone_number: DELHI, name: '+919', callable_at: '2026-06-01T03:30:00.000Z' },
		],
	});
});

const DAY = ['09:00', '20:00'];
/** It can be in Boise, Denver and Los Angeles. */
const IDAHO = '+12083000000';
const ALASKA = '+19075550123';

it.each<[string, string, string, string[], string]>([
	['in the first minute', '2026-05-31T07:00:00Z', BERLIN, DAY, 'now'],
	['before the first minute', '2026-05-31T06:59:59Z', BERLIN, DAY, '2026-05-31T07:00:00.000Z'],
	['in the last minute', '2026-05-31T17:59:59Z', BERLIN, DAY, 'now'],
	['after the last minute', '2026-05-31T18:00:00Z', BERLIN, DAY, '2026-06-01T07:00:00.000Z'],
	['when clocks go forward', '2026-03-29T00:30:00Z', BERLIN, DAY, '2026-03-29T07:00:00.000Z'],
	['when clocks go back', '2026-10-25T00:30:00Z', BERLIN, DAY, '2026-10-25T08:00:00.000Z'],
	['before any minute', '2026-05-31T00:00:00Z', BERLIN, ['09:07', '09:08'], '2026-05-31T07:07:00.000Z'],
	['in the last minute of the day', '2026-05-31T21:59:59Z', BERLIN, ['00:00', '24:00'], 'now'],
	['a minute before its end', '2026-05-31T21:59:59Z', BERLIN, ['00:00', '23:59'], '2026-05-31T22:00:00.000Z'],
	[
		'after the end of the day',
		'2026-05-31T22:00:00Z',
		BERLIN,
		['20:00', '24:00'],
		'2026-06-01T18:00:00.000Z',
	],
	[
		'where the hours fit in one zone of several',
		'2026-05-31T15:30:00Z',
		IDAHO,
		DAY,
		'2026-05-31T16:00:00.000Z',
	],
	['where the hours fit in all zones', '2026-05-31T16:00:00Z', IDAHO, DAY, 'now'],
	['in hours of a spreadsheet', '2026-05-31T07:00:00Z', BERLIN, ['9:00', '20:00:00'], 'now'],
	['after whole hours', '2026-05-31T16:00:00Z', BERLIN, ['9', '18'], '2026-06-01T07:00:00.000Z'],
	['until the end of the day', '2026-05-31T21:59:59Z', BERLIN, ['9', '24'], 'now'],
])('calls or tells from when on it can: %s', async (_, time, person, hours, callableAt) => {
	const { called, ...output } = await planAt(time, [person], hours);
	expect(called).toEqual(callableAt === 'now' ? [person] : []);
	expect(output).toMatchObject({
		later_recipients: callableAt === 'now' ? [] : [{ phone_number: person, callable_at: callableAt }],
	});
});

it('takes the time at which the batch call is to start', async () => {
	const more = { options: { scheduledAt: '2026-06-01T20:30:00Z' } };
	expect(await planAt('2026-05-31T14:30:00Z', [NEW_YORK, BERLIN], undefined, more)).toMatchObject({
		called: [NEW_YORK],
		later_recipients: [{ phone_number: BERLIN, callable_at: '2026-06-02T07:00:00.000Z' }],
	});
});

it.each<[string, string[], string]>([
	[TOLL_FREE, DAY, "The area code 800 stands for no place: use 'Time Zone Field'"],
	['+79161234567', DAY, "Numbers with +7 are in several time zones: use 'Time Zone Field'"],
	[ALASKA, ['09:00', '09:30'], 'There is no time of day that fits in all time zones of the number'],
])('skips %s with the hours %j, says why, and lists nobody for later', async (number, hours, explanation) => {
	expect(await planAt('2026-05-31T16:00:00Z', [number], hours)).toMatchObject({
		called: [],
		skipped_recipients: [{ reason: 'outsideLocalHours', explanation }],
		later_recipients: [],
	});
});

it('lists nobody for later who must not be called at all', async () => {
	const more = { doNotCall: [SAN_FRANCISCO] as never };
	expect(await planAt('2026-05-31T14:30:00Z', [SAN_FRANCISCO], DAY, more)).toMatchObject({
		skipped_recipients: [{ reason: 'doNotCall' }],
		later_recipients: [],
	});
});

describe('Time Zone Field', () => {
	const more = { options: { timeZoneField: 'zone' } };
	const [MOSCOW, PERTH] = ['+79161234567', '+61412345678'];

	it('decides before the number, and lets the number decide where it is empty', async () => {
		const people = [
			{ phone_number: MOSCOW, zone: ' Europe/Moscow ' },
			{ phone_number: PERTH, zone: 'Australia/Perth' },
			{ phone_number: BERLIN, zone: '' },
			{ phone_number: NEW_YORK, zone: 'Europe/Berlin' },
			{ phone_number: SAN_FRANCISCO },
		];
		expect(await planAt('2026-05-31T07:30:00Z', people, undefined, more)).toMatchObject({
			called: [MOSCOW, PERTH, BERLIN, NEW_YORK],
			skipped_recipients: [{ phone_number: SAN_FRANCISCO, time_zones: ['America/Los_Angeles'] }],
		});
	});

	it.each(['EST', 'Berlin', 'Europe/Nowhere', '+02:00'])('leaves out whose zone is %j', async (zone) => {
		expect(
			await planAt('2026-05-31T12:00:00Z', [{ phone_number: BERLIN, zone }], undefined, more),
		).toMatchObject({
			called: [],
			skipped_recipients: [{ explanation: `"${zone}" is not a time zone such as Europe/Berlin` }],
		});
	});

	it('is refused where no recipient has it', async () => {
		const parameters = { ...CAMPAIGN, callHours: 'between', ...more };
		const items = [{ phone_number: BERLIN, timezone: 'Europe/Berlin' }];
		expect(await refusedBy('batchCall:create', parameters, { items })).toBe(
			'The recipients have no field "zone". They have: phone_number, timezone. Set \'Time Zone Field\'. No calls were made.',
		);
	});
});

it('calls at any time while no hours are chosen', async () => {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-31T00:00:00Z'));
	const items = [{ phone_number: BERLIN }];
	const { request } = await planned('batchCall:create', { ...CAMPAIGN, hoursFrom: '' }, { items });
	expect(request.body.recipients).toEqual(items);
});

it.each<[string, IDataObject, RegExp]>([
	[
		'hours that end before they begin',
		{ hoursFrom: '20:00', hoursTo: '09:00' },
		/^'Hours To' is not later than 'Hours From'\. .*No calls were made\.$/,
	],
	['hours that end where they begin', { hoursFrom: 9, hoursTo: '9:00' }, /is not later than/],
	['a time that is none', { hoursFrom: '9am' }, /^'Hours From' "9am" is not a time of day\. /],
	['a part of a day', { hoursFrom: 0.375 }, /^'Hours From' "0.375" is not a time of day\. /],
	['an hour that no day has', { hoursTo: 25 }, /^'Hours To' "25" is not a time of day\. /],
	['hours that begin at the end of the day', { hoursFrom: '24:00' }, /"24:00" is not a time of day\. /],
	['an expression without a value', { hoursTo: undefined }, /^The expression in 'Hours To' gave no value/],
	['an empty time', { hoursFrom: '' }, /^'Hours From' is empty\. /],
	['a choice without a value', { callHours: undefined }, /^The expression in 'Call Hours' gave no value/],
	['a choice that is none', { callHours: 'never' }, /^'Call Hours' "never" is not one of its options\. /],
	['no choice', { callHours: '' }, /^'Call Hours' is empty\. /],
])('refuses %s', async (_, hours, words) => {
	const parameters = { ...CAMPAIGN, callHours: 'between', ...hours };
	expect(await refusedBy('batchCall:create', parameters, { items: [{ phone_number: BERLIN }] })).toMatch(
		words,
	);
});
