import type { Result } from '../text/result';
import {
	AMBIGUOUS_LENGTHS,
	COUNTRY_GROUPS,
	LONGER_DOUBLE_ZERO,
	AREA_CODE_TIME_ZONES,
	COUNTRY_TIME_ZONES,
} from './numberTables';

/** A country calling code and the numbers that it has. */
export interface Country {
	/** The country code as digits. */
	code: string;
	/** The main country of the code (ISO 3166); `001` for numbers that belong to no country. */
	region: string;
	/** The numbers of digits that national numbers can have, the fewest first. */
	lengths: readonly number[];
	/** The digits that are dialed before a national number inside the country and are not part of it. */
	trunkPrefix: RegExp | undefined;
}

/** The most digits of a country code. */
const MAX_CODE_LENGTH = 3;

const COUNTRIES: ReadonlyMap<string, Country> = new Map(
	COUNTRY_GROUPS.flatMap(([lengths, trunkPrefix, countries]) =>
		countries.split(' ').map((entry) => {
			const [, code = '', region = ''] = /^(\d+?)(001|[A-Z]{2})$/.exec(entry) ?? [];
			return [
				code,
				{
					code,
					region,
					lengths: lengths.split(' ').map(Number),
					trunkPrefix: trunkPrefix === '' ? undefined : new RegExp(`^(?:${trunkPrefix})`),
				},
			] as const;
		}),
	),
);

const LONGER_DOUBLE_ZERO_CODES: ReadonlySet<string> = new Set(LONGER_DOUBLE_ZERO.split(' '));

/** Finds a country by its code, as digits. */
export const findCountry = (code: string): Country | undefined => COUNTRIES.get(code);

/** Finds the country with whose code the digits of a number begin. No code is the beginning of another. */
export function findLeadingCountry(digits: string): Country | undefined {
	for (let length = 1; length <= MAX_CODE_LENGTH; length++) {
		const country = COUNTRIES.get(digits.slice(0, length));
		if (country) return country;
	}
	return undefined;
}

/** Tells whether a country has national numbers with as many digits. */
export const hasPossibleLength = ({ lengths }: Country, national: string): boolean =>
	lengths.includes(national.length);

/** A number with fewer digits and without the leading zero is a local one that lacks its area code. */
const MIN_DIGITS_WITHOUT_ZERO = 8;

/**
 * Returns what the national number can be, with and without the prefix that is dialed inside the country, as far as
 * the country has numbers of that length. Where the prefix is a zero, no number begins with it.
 * @param typed Digits without a country code.
 */
function findNationalNumbers(country: Country, typed: string): string[] {
	const { lengths, trunkPrefix } = country;
	const [prefix = ''] = trunkPrefix?.exec(typed) ?? [];
	const stripped = typed.slice(prefix.length);
	const candidates = prefix.startsWith('0') ? [stripped] : [stripped, typed];
	const lacksZero = prefix === '' && trunkPrefix?.test('0') === true;
	const least = lacksZero ? Math.min(MIN_DIGITS_WITHOUT_ZERO, lengths.at(-1) ?? 0) : 0;
	return [...new Set(candidates)].filter(
		(national) => national.length >= least && hasPossibleLength(country, national),
	);
}

/** Removes a zero that is dialed inside the country only, as in `+44 (0)20 7946 0018`. */
export function removeTrunkZero({ trunkPrefix }: Country, national: string): string {
	if (!national.startsWith('0')) return national;
	const [prefix = ''] = trunkPrefix?.exec(national) ?? [];
	return national.slice(prefix.length);
}

/**
 * Mobile numbers of Italy that begin with its code, such as 393 1234567. What follows the code is not a number there,
 * since landline numbers begin with a zero.
 */
const ITALIAN_MOBILE = /^39[1-9]\d{7}$/;

/**
 * Returns what a number that is typed without a plus can be in a country, each with the country code in front: a
 * national number, or one with the code, since spreadsheets drop the plus.
 * @returns Several numbers if both readings exist; none if no number has this length.
 */
export function findNumbersInCountry(country: Country, typed: string): string[] {
	const { code } = country;
	const national = findNationalNumbers(country, typed).map((number) => code + number);
	const rest = typed.startsWith(code) ? removeTrunkZero(country, typed.slice(code.length)) : '';
	if (!hasPossibleLength(country, rest) || (code === '39' && ITALIAN_MOBILE.test(typed))) return national;
	const isAmbiguous = AMBIGUOUS_LENGTHS[code]?.includes(typed.length) ?? false;
	return isAmbiguous ? [...national, code + rest] : [code + rest];
}

/** Tells whether in the country `00` is only the beginning of what is dialed before the code of another one. */
export const hasLongerDoubleZero = ({ code }: Country): boolean => LONGER_DOUBLE_ZERO_CODES.has(code);

/** Describes a country by its code, as in `+44 (United Kingdom)`. */
export function describeCountry({ code, region }: Country): string {
	const name = /^\d/.test(region) ? undefined : new Intl.DisplayNames('en', { type: 'region' }).of(region);
	return name === undefined ? `+${code}` : `+${code} (${name})`;
}

/** Describes the lengths of a country's numbers, as in `9 or 10 digits` or `5 to 15 digits`. */
export function describeLengths({ lengths }: Country): string {
	const [least = 0] = lengths;
	const most = lengths.at(-1) ?? least;
	if (lengths.length > 2 && most - least === lengths.length - 1) return `${least} to ${most} digits`;
	return `${lengths.join(', ').replace(/, (?=\d+$)/, ' or ')} digits`;
}

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
const NON_GEOGRAPHIC = /^(?:8(?:00|33|44|55|66|77|88)|5(?:00|2[1-9]|33|44|66|77|88)|600|622|700|710|900)$/;

/**
 * Finds the time zones that a number can be in: that of its country, if all its numbers have one, and in North
 * America those of the area code. A person may be elsewhere with the number. Area codes in the same zones get the
 * same array.
 * @param number E.164.
 * @returns Their IANA names; or the problem, as a sentence without a full stop.
 */
export function findTimeZones(number: string): Result<readonly string[]> {
	const { code = '' } = findLeadingCountry(number.slice(1)) ?? {};
	if (code !== NORTH_AMERICA) {
		const zones = ZONES_BY_COUNTRY.get(code);
		return zones
			? { ok: true, value: zones }
			: { ok: false, problem: `Numbers with +${code} are in several time zones` };
	}
	const areaCode = number.slice(2, 5);
	const zones = ZONES_BY_AREA_CODE.get(areaCode);
	if (NON_GEOGRAPHIC.test(areaCode)) {
		return { ok: false, problem: `The area code ${areaCode} stands for no place` };
	}
	return zones
		? { ok: true, value: zones }
		: { ok: false, problem: `The area code ${areaCode} is not in the table` };
}
