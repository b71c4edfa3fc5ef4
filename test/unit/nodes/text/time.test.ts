import { useTimeZone } from '../../../support/worker';
import {
	formatTime,
	parseEventTime,
	parseHttpDate,
	parseLatestTime,
	parseTime,
} from '../../../../nodes/text/time';

const NOON = Date.UTC(2026, 4, 31, 12);

describe.each(['UTC', 'America/New_York', 'Asia/Kolkata'])('in %s', (timeZone) => {
	useTimeZone(timeZone);

	it.each([
		['2026-05-31T12:00:00Z', NOON],
		['2026-05-31t12:00:00z', NOON],
		['2026-05-31T12:00:00', NOON],
		[' 2026-05-31 12:00:00 ', NOON],
		['2026-05-31 12:00:00.250123+00', NOON + 250],
		['2026-05-31T12:00:00,25Z', NOON + 250],
		['2026-05-31T14:00:00.5+02:00', NOON + 500],
		['2026-05-31T14:00+0200', NOON],
		['2026-05-31 17:30:00 +05:30', NOON],
		['2026-05-31', NOON - 43_200_000],
		['2028-02-29T00:00:00', Date.UTC(2028, 1, 29)],
	])('%s is a time', (text, time) => {
		expect(parseTime(text)).toBe(time);
	});

	it.each([
		['', 'soon', '2026', '31.05.2026 12:00', '05/06/2026', '2026-13-31T12:00:00Z', 'message 1'],
		['2026-02-30T12:00:00Z', '2027-02-29', '2026-05-31T25:00:00Z', '2026-05-31T12:00:61Z'],
		['Sun, 31 May 2026 12:00:00 GMT', '1780228800000', '2026-05-31T12:00:00 CEST'],
		['at 2026-05-31T12:00:00Z', '2026-05-31T12:00:00Z to 13:00'],
		[null, undefined, NOON, {}],
	])('%p and such are none', (...values) => {
		expect(values.map(parseTime)).toEqual(values.map(() => undefined));
	});
});

it.each([
	['2026-05-31T12:00:00.000Z', NOON],
	['2026-05-31T12:00:00', NOON + 999],
	['2026-05-31T12:00Z', NOON + 59_999],
	['tomorrow', undefined],
	[undefined, undefined],
])('%p stands for no later time than %p', (text, time) => {
	expect(parseLatestTime(text)).toBe(time);
});

it.each([
	['2026-05-31T12:00:00Z', NOON],
	[' 2026-05-31 12:00 ', NOON],
	[NOON, NOON],
	[NOON / 1_000, NOON],
	[String(NOON / 1_000), NOON],
	[`${NOON + 1}`, NOON + 1],
	['2026-05-31', undefined],
	[NOON / 1_000 / 10, undefined],
	[NOON * 10, undefined],
	[NOON / 1_000 + 0.5, undefined],
	['soon', undefined],
	[true, undefined],
	[[NOON], undefined],
	[null, undefined],
])('%j in an event is the time %p', (value, time) => {
	expect(parseEventTime(value)).toBe(time);
});

it('writes times as the service does', () => {
	expect(formatTime(NOON)).toBe('2026-05-31T12:00:00.000Z');
});

it('reads the dates of HTTP headers, and nothing else as one', () => {
	expect(parseHttpDate('Sun, 31 May 2026 12:00:00 GMT')).toBe(NOON);
	expect(['-5', '2', 'soon 2050', '2026-05-31T12:00:00Z', undefined].map(parseHttpDate)).toEqual(
		Array(5).fill(undefined),
	);
});
