import { tryToParseDateTime } from 'n8n-workflow';

import { readDateTime } from '../../../../../nodes/VoiceAgent/parameters/dateTime';
import { refusalOf } from '../support/refusal';

const read = (value: unknown) => readDateTime(value, 'After', 'Europe/Zurich');

describe('readDateTime', () => {
	it.each([
		['2026-05-31', '2026-05-30T22:00:00.000Z'],
		['2026-05-31T14:00', '2026-05-31T12:00:00.000Z'],
		['2026-05-31 14:00:00', '2026-05-31T12:00:00.000Z'],
		['2026-05-31T14:00:00Z', '2026-05-31T14:00:00.000Z'],
		['2026-05-31T14:00:00 Z', '2026-05-31T14:00:00.000Z'],
		['2026-05-31 14:00:00 +02:00', '2026-05-31T12:00:00.000Z'],
		['2026-05-31T14:00:00.123456-0400', '2026-05-31T18:00:00.123Z'],
		['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
		[1780236000000, '2026-05-31T14:00:00.000Z'],
		['1780236000000', '2026-05-31T14:00:00.000Z'],
		[new Date('2026-05-31T14:00:00Z'), '2026-05-31T14:00:00.000Z'],
		[tryToParseDateTime('2026-05-31T14:00:00', 'Asia/Tokyo'), '2026-05-31T05:00:00.000Z'],
	])('takes %p', (value, utc) => {
		expect(read(value)).toBe(utc);
	});

	it.each([
		'05/06/2026',
		'5',
		5,
		2026,
		1780236000,
		202605311400,
		20260531140000,
		'20260531',
		'tomorrow',
		'31 May 2026',
		'2026-5-31',
		'2026-02-31',
		'2026-02-30T10:00:00Z',
		'2026-13-01',
		'2026-05-31T25:00',
		'2026-05-31T14:61',
		'2026-W22',
		'14:00',
		true,
		[],
		{ year: 2026 },
	])('refuses %j instead of guessing', (value) => {
		expect(refusalOf(() => read(value))).toMatch(
			/^After ".*" is not a date and time\. .*2026-05-31T14:00:00/,
		);
	});

	it.each([undefined, null, '', ' ', new Date(NaN), tryToParseDateTime('2026-05-31').setZone('nowhere')])(
		'refuses %p as empty',
		(value) => {
			expect(refusalOf(() => read(value))).toMatch(/^After is empty\. /);
		},
	);
});
