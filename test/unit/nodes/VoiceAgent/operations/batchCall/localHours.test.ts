import type { IDataObject } from 'n8n-workflow';

import { planned, refusedBy } from '../../../../../support/plan-operation';

const CAMPAIGN = { name: 'Week 23', callerId: '+14155550100', previewOnly: false };

const [NEW_YORK, SAN_FRANCISCO, BERLIN, TOLL_FREE, DELHI, SATELLITE] = [
	'+12125550123',
	'+14155550123',
	'+4930123456',
	'+18005550123',
	'+919810012345',
	'+881612345678',
];

afterEach(() => jest.restoreAllMocks());

/** Plans a batch call at a time. @param hours The local hours, from and to. */
async function planAt(time: string, numbers: string[], hours = ['09:00', '20:00'], more: IDataObject = {}) {
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(time));
	const [from = '', to = ''] = hours;
	const { request, extraOutput } = await planned(
		'batchCall:create',
		{ ...CAMPAIGN, ...more, options: { localHours: { hours: { from, to } } } },
		{ items: numbers.map((phone_number) => ({ phone_number, name: phone_number.slice(0, 4) })) },
	);
	const called = (request.body.recipients as IDataObject[]).map(({ phone_number: number }) => number);
	return { called, ...extraOutput };
}

it('leaves out those for whom it is too early or too late, with the time from which on they can be called', async () => {
	const at = '2026-05-31T14:30:00Z';
	expect(await planAt(at, [NEW_YORK, SAN_FRANCISCO, BERLIN, DELHI])).toEqual({
		called: [NEW_YORK, BERLIN],
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
		skipped_counts: { invalid: 0, doNotCall: 0, optedOut: 0, outsideLocalHours: 2 },
		later_recipients: [
			{ phone_number: SAN_FRANCISCO, name: '+141', callable_at: '2026-05-31T16:00:00.000Z' },
			{ phone_number: DELHI, name: '+919', callable_at: '2026-06-01T03:30:00.000Z' },
		],
	});
});

it('gives those who are left out as a list that a second batch call takes', async () => {
	const first = await planAt('2026-05-31T14:30:00Z', [NEW_YORK, SAN_FRANCISCO]);
	const second = await planAt('2026-05-31T16:00:00Z', [NEW_YORK], undefined, {
		recipientsFrom: 'json',
		recipientsJson: (first as IDataObject).later_recipients as never,
	});
	expect(second).toMatchObject({ called: [SAN_FRANCISCO], skipped_recipients: [] });
});

it.each([
	['the first minute', '2026-05-31T07:00:00Z', 1],
	['the minute before it', '2026-05-31T06:59:59Z', 0],
	['the last minute', '2026-05-31T17:59:59Z', 1],
	['the minute after it', '2026-05-31T18:00:00Z', 0],
])('keeps to the hours in %s', async (_, time, called) => {
	expect(await planAt(time, [BERLIN])).toMatchObject({ called: { length: called } });
});

it.each([
	['the night in which clocks go forward', '2026-03-29T00:30:00Z', '2026-03-29T07:00:00.000Z'],
	['the night in which they go back', '2026-10-25T00:30:00Z', '2026-10-25T08:00:00.000Z'],
])('knows the time of %s', async (_, time, callableAt) => {
	expect(await planAt(time, [BERLIN])).toMatchObject({ later_recipients: [{ callable_at: callableAt }] });
});

it('finds hours that begin at any minute', async () => {
	expect(await planAt('2026-05-31T00:00:00Z', [BERLIN], ['09:07', '09:08'])).toMatchObject({
		later_recipients: [{ callable_at: '2026-05-31T07:07:00.000Z' }],
	});
});

it('calls in the last minute of a day whose hours end at 24:00', async () => {
	const beforeMidnight = '2026-05-31T21:59:59Z';
	expect((await planAt(beforeMidnight, [BERLIN], ['00:00', '24:00'])).called).toEqual([BERLIN]);
	expect((await planAt(beforeMidnight, [BERLIN], ['00:00', '23:59'])).called).toEqual([]);
	expect((await planAt('2026-05-31T22:00:00Z', [BERLIN], ['20:00', '24:00'])).called).toEqual([]);
});

it('takes the time at which the batch call is to start', async () => {
	const more = { sendNow: false, scheduledAt: '2026-06-01T20:30:00Z' };
	expect(await planAt('2026-05-31T14:30:00Z', [NEW_YORK, BERLIN], undefined, more)).toMatchObject({
		called: [NEW_YORK],
		later_recipients: [{ phone_number: BERLIN, callable_at: '2026-06-02T07:00:00.000Z' }],
	});
});

it('calls a number that can be in several zones only where the hours fit in all of them', async () => {
	const idaho = '+12083000000';
	expect(await planAt('2026-05-31T15:30:00Z', [idaho])).toMatchObject({
		skipped_recipients: [
			{ time_zones: ['America/Boise', 'America/Los_Angeles'], callable_at: '2026-05-31T16:00:00.000Z' },
		],
	});
	expect(await planAt('2026-05-31T16:00:00Z', [idaho])).toMatchObject({ called: [idaho] });
});

it('says that no time fits, or that the zone is not known, and lists such people for no second batch call', async () => {
	expect(await planAt('2026-05-31T16:00:00Z', [TOLL_FREE, SATELLITE])).toMatchObject({
		called: [],
		skipped_recipients: [
			{ explanation: 'There is no time of day that fits in all time zones of the number' },
			{ explanation: 'The number does not tell in which time zone it is' },
		],
		later_recipients: [],
	});
});

it.each<[string, unknown, RegExp]>([
	['no hours', {}, /^'Only Between' /],
	[
		'hours that end before they begin',
		{ hours: { from: '20:00', to: '09:00' } },
		/^'Only Between > To' is not later than 'Only Between > From'\. /,
	],
	['hours of no length', { hours: { from: '09:00', to: '09:00' } }, /is not later than/],
	[
		'a time that is none',
		{ hours: { from: '9am', to: '20:00' } },
		/^'Only Between > From' "9am" is not a time of day\. /,
	],
	[
		'hours that begin at the end of the day',
		{ hours: { from: '24:00', to: '24:00' } },
		/"24:00" is not a time of day\. /,
	],
	[
		'a time without a value',
		{ hours: { from: '09:00' } },
		/^The expression in 'Only Between > To' gave no value for this item\. /,
	],
	['hours that are empty', { hours: {} }, /^'Only Between' has no hours\. /],
])('refuses %s', async (_, localHours, words) => {
	const parameters = { ...CAMPAIGN, options: { localHours } as IDataObject };
	expect(await refusedBy('batchCall:create', parameters, { items: [{ phone_number: BERLIN }] })).toMatch(
		words,
	);
});
