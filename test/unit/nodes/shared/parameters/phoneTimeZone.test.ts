import { findTimeZones } from '../../../../../nodes/shared/parameters/phoneTimeZone';
import { TIME_ZONES_BY_BEGINNING } from '../../../../../nodes/shared/parameters/phoneTimeZones';
import { countries } from '../../../../../scripts/numbering-plans/libphonenumber';

it.each([
	['+12125550123', ['America/New_York']],
	['+14155550123', ['America/Los_Angeles']],
	['+12082010000', ['America/Denver']],
	['+4930123456', ['Europe/Berlin']],
	['+12083000000', ['America/Boise', 'America/Los_Angeles']],
	['+61285550123', ['Australia/Sydney']],
	['+881612345678', undefined],
	['+999', undefined],
])('finds the time zones of %s by its longest beginning', (number, zones) => {
	expect(findTimeZones(number)).toEqual(zones);
});

it('knows zones for the numbers of every country', () => {
	expect(countries().filter(({ code }) => findTimeZones(`+${code}`) === undefined)).toEqual([]);
});

it('has no zones but those that the clock of the machine knows, and no beginning twice', () => {
	const zones = new Set(TIME_ZONES_BY_BEGINNING.flatMap(([names]) => names.split(' ')));
	for (const timeZone of zones) expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
	const beginnings = TIME_ZONES_BY_BEGINNING.flatMap(([, list]) => list.split(' '));
	expect(new Set(beginnings).size).toBe(beginnings.length);
	expect(beginnings.length).toBeGreaterThan(3_000);
});
