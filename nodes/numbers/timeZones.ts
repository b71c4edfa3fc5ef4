import { findLeadingCountry } from './countries';
import { AREA_CODE_TIME_ZONES, COUNTRY_TIME_ZONES } from './numberTables';

/** The time zones (IANA) that a number can be in, or the reason why they are not known, as a sentence. */
export type TimeZoneLookup =
	{ zones: readonly string[]; problem?: never } | { zones?: never; problem: string };

const NORTH_AMERICA = '1';

/** The country codes whose numbers have one time zone, and that zone. */
const ZONES_BY_COUNTRY: ReadonlyMap<string, readonly string[]> = new Map(
	COUNTRY_TIME_ZONES.trim()
		.split(/\s+/)
		.map((entry) => {
			const [code = '', zone = ''] = entry.split('=');
			return [code, [zone]] as const;
		}),
);

const ZONES_BY_AREA_CODE: ReadonlyMap<string, readonly string[]> = new Map(
	AREA_CODE_TIME_ZONES.flatMap(([zones, areaCodes]) => {
		const list = zones.split(' ');
		return areaCodes.split(/\s+/).map((areaCode) => [areaCode, list] as const);
	}),
);

/** Non-geographic area codes of +1: toll-free, personal, premium-rate and other special numbers. */
const NON_GEOGRAPHIC = /^(?:8(?:00|33|44|55|66|77|88)|5(?:00|2\d|33|44|66|77|88)|600|622|700|710|900)$/;

/**
 * Finds the time zones that a number can be in: that of its country, if all its numbers have one, and in North
 * America those of the area code. A person may be elsewhere with the number. Area codes in the same zones get the
 * same array.
 * @param number E.164.
 */
export function findTimeZones(number: string): TimeZoneLookup {
	const { code = '' } = findLeadingCountry(number.slice(1)) ?? {};
	if (code !== NORTH_AMERICA) {
		const zones = ZONES_BY_COUNTRY.get(code);
		return zones ? { zones } : { problem: `Numbers with +${code} are in several time zones` };
	}
	const areaCode = number.slice(2, 5);
	const zones = ZONES_BY_AREA_CODE.get(areaCode);
	if (NON_GEOGRAPHIC.test(areaCode)) return { problem: `The area code ${areaCode} stands for no place` };
	return zones ? { zones } : { problem: `Area code ${areaCode} is not in the table` };
}
