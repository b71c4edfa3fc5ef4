import { findTimeZones } from '../../../../nodes/numbers/countries';
import { AREA_CODE_TIME_ZONES } from '../../../../nodes/numbers/numberTables';

it.each([
	['+4930123456', ['Europe/Berlin']],
	['+4790123456', ['Europe/Oslo']],
	['+8613812345678', ['Asia/Shanghai']],
	['+380501234567', ['Europe/Kiev']],
	['+14155550123', ['America/Los_Angeles']],
	['+12083000000', ['America/Boise', 'America/Denver', 'America/Los_Angeles']],
	['+13645550123', ['America/Chicago', 'America/New_York']],
	['+18765550123', ['America/Jamaica']],
	['+15205550123', ['America/Phoenix']],
])('knows where %s can be', (number, zones) => {
	expect(findTimeZones(number)).toEqual({ ok: true, value: zones });
});

it.each([
	...['+79161234567', '+61412345678', '+5511987654321', '+34612345678', '+525512345678', '+6421234567'].map(
		(number) => [number, expect.stringMatching(/^Numbers with \+\d+ are in several time zones$/)],
	),
	['+18005550123', 'The area code 800 stands for no place'],
	['+14365550123', 'The area code 436 is not in the table'],
	['+881612345678', 'Numbers with +881 are in several time zones'],
])('says why it does not know where %s is', (number, problem) => {
	expect(findTimeZones(number)).toEqual({ ok: false, problem });
});

const zonesOf = (number: string): readonly string[] | undefined => {
	const zones = findTimeZones(number);
	return zones.ok ? zones.value : undefined;
};

it('knows only zones that this version of Node knows, and the same list for numbers of the same zones', () => {
	for (let area = 200; area < 1000; area++) {
		for (const timeZone of zonesOf(`+1${area}5550123`) ?? []) {
			expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow();
		}
	}
	expect(zonesOf('+14155550123')).toBe(zonesOf('+12135550123'));
});

it('says of no area code of the table that it stands for no place', () => {
	const areaCodes = AREA_CODE_TIME_ZONES.flatMap(([, list]) => list.split(/\s+/));
	expect(areaCodes.length).toBeGreaterThan(400);
	expect(areaCodes.filter((code) => !zonesOf(`+1${code}5550123`))).toEqual([]);
});
