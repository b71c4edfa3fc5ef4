import { parsePhoneNumber, type PhoneNumberRules } from '../../../../nodes/numbers/parsePhoneNumber';
import {
	callingCodes,
	NO_COUNTRY,
	PhoneNumberFormat,
	PhoneNumberType,
	phoneNumberUtil,
} from '../../../../scripts/number-tables/libphonenumber';

/** The number that a string is read as; undefined if it is refused. */
function numberIn(typed: string, rules?: PhoneNumberRules): string | undefined {
	const number = parsePhoneNumber(typed, rules);
	return number.ok ? number.value : undefined;
}

/** Numbers of 25 countries: lines, mobile numbers, and some that begin like a country code. */
const NUMBERS: Readonly<Record<string, string[]>> = {
	US: ['+14155550123', '+12125550199', '+18005550123', '+14365550123'],
	CA: ['+16475550123', '+15145550123'],
	GB: ['+442079460018', '+447911123456', '+441214960123'],
	DE: ['+4930123456', '+4915123456789', '+491511234567', '+494961123456', '+496112345678'],
	AT: ['+436641234567', '+4315880580', '+434357123456'],
	CH: ['+41446681800', '+41791234567'],
	FR: ['+33123456789', '+33612345678', '+33333456789'],
	IT: ['+390612345678', '+393123456789', '+393931234567', '+393901234567'],
	ES: ['+34912345678', '+34612345678'],
	PT: ['+351212345678', '+351912345678'],
	NL: ['+31201234567', '+31612345678'],
	BE: ['+3225123456', '+32470123456'],
	SE: ['+468123456', '+46701234567', '+4646123456'],
	NO: ['+4722123456', '+4740612345'],
	DK: ['+4532123456', '+4545123456'],
	PL: ['+48123456789', '+48512345678', '+48481234567'],
	HU: ['+3612345678', '+36201234567'],
	RU: ['+79123456789', '+78121234567'],
	TR: ['+902123456789', '+905012345678'],
	IN: ['+917410410123', '+919198765432'],
	JP: ['+81312345678', '+819012345678'],
	AU: ['+61212345678', '+61412345678'],
	BR: ['+551123456789', '+5511961234567', '+5555991234567'],
	MX: ['+522001234567', '+525512345678'],
	AR: ['+541123456789', '+5491123456789'],
};

const parse = (number: string, region: string) => phoneNumberUtil.parse(number, region);

/** The trunk zero after the country code is meant as in `+44 (0)20 ...`, which nobody writes where there is none. */
const withTrunkZero = (number: string, code: string) => `+${code} (0)${number.slice(1 + code.length)}`;

/** Each written form, from a number in E.164. */
const FORMS: Readonly<Record<string, (number: string, region: string, code: string) => string>> = {
	'E.164': (number) => number,
	'with blanks': (number, region) =>
		phoneNumberUtil.format(parse(number, region), PhoneNumberFormat.INTERNATIONAL),
	'with 00': (number) => `00${number.slice(1)}`,
	'without plus': (number) => number.slice(1),
	'as a spreadsheet gives it': (number) => `${number.slice(1)}.0`,
	'as dialed at home': (number, region) =>
		phoneNumberUtil.format(parse(number, region), PhoneNumberFormat.NATIONAL),
	'without the zero of home': (number, _region, code) => number.slice(1 + code.length),
	'with a zero in brackets': (number, region, code) =>
		phoneNumberUtil.getMetadataForRegion(region).getNationalPrefix() === '0'
			? withTrunkZero(number, code)
			: number,
};

const codeOf = (region: string): string =>
	callingCodes().find(({ regions }) => regions.includes(region))?.code ?? '';

/** What can be read in two ways, or is dialed in a form of its own, and so is refused. */
const REFUSED: Readonly<Record<string, string[]>> = {
	'without plus': ['4930123456', '4315880580', '468123456'],
	'as a spreadsheet gives it': ['4930123456.0', '4315880580.0', '468123456.0'],
	'as dialed at home': ['390 123 4567', '48 123 45 67', '011 15-2345-6789'],
	'without the zero of home': ['4961123456', '4357123456', '3901234567', '8123456', '481234567'],
};

describe('63 numbers of 25 countries in 8 written forms', () => {
	const cases = Object.entries(NUMBERS).flatMap(([region, numbers]) =>
		numbers.map((number) => ({ region, number, code: codeOf(region) })),
	);

	it.each(Object.entries(FORMS))('%s: the number that is meant, or none', (form, write) => {
		const strangers: unknown[] = [];
		const refused: string[] = [];
		for (const { region, number, code } of cases) {
			const typed = write(number, region, code);
			const read = numberIn(typed, { defaultCountryCode: code });
			const readWithoutCode = numberIn(typed);
			for (const found of [read, readWithoutCode]) {
				if (found !== undefined && found !== number) strangers.push({ typed, found, number });
			}
			if (read === undefined) refused.push(typed);
		}
		expect(strangers).toEqual([]);
		expect(refused).toEqual(REFUSED[form] ?? []);
	});
});

it('takes an example of each kind of phone number of every country, also of those that share a code', () => {
	const refused: string[] = [];
	for (const region of phoneNumberUtil.getSupportedRegions()) {
		for (const type of [PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE]) {
			const example = phoneNumberUtil.getExampleNumberForType(region, type);
			const number = example && phoneNumberUtil.format(example, PhoneNumberFormat.E164);
			if (number && numberIn(number) !== number) refused.push(number);
		}
	}
	expect(refused).toEqual([]);
	expect(callingCodes().filter(({ regions: [region] }) => region !== NO_COUNTRY)).toHaveLength(206);
});

it.each<[typed: string, number: string, defaultCountryCode?: string]>([
	['+881 612 345 678', '+881612345678'],
	['+44 07911 123456', '+447911123456'],
	['+4915112345678.0', '+4915112345678'],
	['(+49) 30 123456', '+4930123456'],
	['+1\u00a0415\u202f555\u20110123', '+14155550123'],
	['+1415\u200b555\u20600123', '+14155550123'],
	['+5215512345678', '+525512345678'],
	['+49.15112345678', '+4915112345678'],
	['+1(415)555-0123', '+14155550123'],
	['+ 49 151 12345678', '+4915112345678'],
	['+33 (0)1 23 45 67 89', '+33123456789'],
	['+55 11 9 6123-4567', '+5511961234567'],
	['+90 212.345.67.89', '+902123456789'],
	['\t+14155550123\n', '+14155550123'],
	['+551187654321', '+5511987654321'],
	['06 20 123 4567', '+36201234567', '36'],
	['8 912 345 67 89', '+79123456789', '7'],
	['01 95 12 34 56', '+2290195123456', '229'],
	['447911123456', '+447911123456', '44'],
	['0044 20 7946 0018', '+442079460018', '1'],
	['030 55501', '+493055501', '49'],
	['8370362', '+2918370362', '291'],
	['0151.23456789', '+4915123456789', '49'],
	['15112345678.0', '+4915112345678', '49'],
	['(06 1) 234 5678', '+3612345678', '36'],
])('reads %j as %s', (typed, value, defaultCountryCode = '') => {
	expect(parsePhoneNumber(typed, { defaultCountryCode })).toEqual({ ok: true, value });
});

const NO_CODE = 'The number does not begin with + and a country code';
const SHORTENED = 'A spreadsheet has shortened this number: format the column as text, and enter it again';
const TWO = 'It looks like two numbers: give one';
const EXTENSION = 'It ends with a single digit, which looks like an extension';
const DATE = 'It looks like a date';
const DECIMALS = 'It looks like a number with decimals';
const IP_ADDRESS = 'It looks like an IP address';

it.each<[typed: string, problem: string | RegExp, defaultCountryCode?: string]>([
	['', 'The phone number is missing'],
	['n/a', 'This is not a phone number'],
	['++14155550123', 'This is not a phone number'],
	['+1415555O123', 'This is not a phone number: it contains "O" (U+004F)'],
	['+14155550\u0000123', 'This is not a phone number: it contains "\\u0000" (U+0000)'],
	['1.41556E+10', SHORTENED],
	['+49 151 1234567 / 8', TWO],
	['+14155550123, +14155550124', TWO],
	['+14155550123 or 124', TWO],
	['030 1234\n030 1235', TWO],
	['030 1234\u2028030 1235', TWO],
	['030 1234\t030 1235', 'This is not a phone number: it contains "\\t" (U+0009)'],
	['021 1234567 -1', 'It has two separators in a row: write one space, hyphen or dot'],
	['021 1234567-1', EXTENSION],
	['021\u00a01234567\u00a01', EXTENSION],
	['+49 1 5 1 234567', 'Its groups have single digits: write two digits or more in each'],
	['+49 (0)30 (1234)', 'It has an extension, which cannot be dialed'],
	['+14155550123 ext. 5', 'It has an extension, which cannot be dialed'],
	['+49 (30) (12) 34567', 'This is not a phone number'],
	['415) 555-0123', 'This is not a phone number'],
	['2026-05-31', DATE],
	['31.05.2026', DATE],
	['05-31-2026', DATE],
	['31.05.26', DATE],
	['15112345678.5', DECIMALS],
	['15112345678.55', DECIMALS],
	['15112345678.123456', DECIMALS],
	['192.168.100.10', IP_ADDRESS],
	['192.168.1.10', IP_ADDRESS],
	['4155550123', NO_CODE],
	['+999 1234567', 'It does not begin with the code of a country'],
	['+1415555012', /^It is too short for \+1 \(United States\): 9 digits .* instead of 10 digits$/],
	['+441234567890123', /^It is too long for \+44 \(United Kingdom\): 13 digits .* 9 or 10 digits$/],
	['020 7946', /^It is too short for \+44 .*: 7 digits without the country code instead of/, '44'],
	['020 7946 0018 99', /^It is too long for \+44/, '44'],
	['123 4567', /^It lacks its area code: write it as people dial it in all of \+49 \(Germany\)$/, '49'],
	['345-0123', /^It lacks its area code: .* \+1 \(United States\)$/, '1'],
	['1 030 1234567', /^It begins with a single digit that is not dialed first in \+49 \(Germany\)$/, '49'],
	['1. 030 1234567', /two separators/, '49'],
	[
		'4961 123456',
		/^It can be read in two ways, as \+494961123456 and as \+4961123456: write it with \+$/,
		'49',
	],
	['001 65 9123 4567', /^In \+852 \(.*\) 00 is not dialed alone: write \+ and the country code$/, '852'],
	['011 44 20 7946 0018', /^It is too long for \+1/, '1'],
	['0 15 11 91234-5678', /^It is too long for \+55/, '55'],
])('says of %j: %s', (typed, problem, defaultCountryCode = '') => {
	const words = typeof problem === 'string' ? problem : expect.stringMatching(problem);
	expect(parsePhoneNumber(typed, { defaultCountryCode })).toEqual({ ok: false, problem: words });
});

describe('a number that may lack the plus', () => {
	const read = (typed: string) => numberIn(typed, { acceptsMissingPlus: true });

	it.each([
		['14155550123', '+14155550123'],
		['1 415 555 0123', '+14155550123'],
		['49 151 23456789', '+4915123456789'],
		['44 (20) 7946 0018', '+442079460018'],
		['551187654321', '+551187654321'],
	])('takes %j, and keeps the spelling of the chat app', (typed, number) => {
		expect(read(typed)).toBe(number);
	});

	it.each([
		'(415) 555-0123',
		'415-555-0123',
		'501 555 0123',
		'501 5550123',
		'4915 123456789',
		'151 23456789',
	])('refuses %j instead of guessing a country', (typed) => {
		expect(read(typed)).toBeUndefined();
	});
});
