/**
 * The reader against libphonenumber: numbers of every country, as people
 * type them at home, and digits at random.
 */
import { e164 } from '../../../../../nodes/shared/parameters/phoneNumber';
import {
	countries,
	PhoneNumberFormat,
	PhoneNumberType,
	phoneNumberUtil,
	type ParsedNumber,
} from '../../../../../scripts/numbering-plans/libphonenumber';

const NUMBERS = process.env.TEST_FULL ? 10_000 : 50;

/** The same numbers each time. */
function randomFrom(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}
type Random = ReturnType<typeof randomFrom>;

const digits = (count: number, random: Random) => Array.from({ length: count }, () => random(10)).join('');

/** Parses a number as it is dialled in the country, by the library; undefined when it is none. */
function parsed(typed: string, region: string): ParsedNumber | undefined {
	try {
		return phoneNumberUtil.parse(typed, region);
	} catch {
		return undefined;
	}
}

const international = (number: ParsedNumber | undefined) =>
	number && phoneNumberUtil.format(number, PhoneNumberFormat.E164);

/**
 * Valid numbers of phones in the country, one half as they are dialled at
 * home and one half without the trunk prefix.
 */
function* homeNumbers({ code, region }: { code: string; region: string }, random: Random) {
	const examples = [PhoneNumberType.FIXED_LINE, PhoneNumberType.MOBILE]
		.map((type) => phoneNumberUtil.getExampleNumberForType(region, type))
		.filter((example) => example !== null)
		.map((example) => phoneNumberUtil.getNationalSignificantNumber(example));
	for (let found = 0; found < NUMBERS;) {
		const example = examples[random(examples.length)] ?? '';
		const kept = random(Math.min(5, example.length));
		const national = example.slice(0, kept) + digits(example.length - kept, random);
		const number = parsed(`+${code}${national}`, region);
		if (!number || !phoneNumberUtil.isValidNumberForRegion(number, region)) continue;
		yield found++ % 2 === 0 ? national : phoneNumberUtil.format(number, PhoneNumberFormat.NATIONAL);
	}
}

const randomDigits = (code: string, random: Random) =>
	(['', '0', '8', code][random(4)] ?? '') + digits(4 + random(11), random);

it('reads numbers of every country as libphonenumber does, or not at all', () => {
	const different: unknown[] = [];
	const shares: Array<{ region: string; share: number }> = [];
	for (const country of countries()) {
		const { code, region } = country;
		const random = randomFrom(Number(code));
		const read = (typed: string): boolean => {
			const number = e164(typed, { defaultCountryCode: code });
			if (number === undefined) return false;
			const expected = international(parsed(typed, region));
			if (number !== expected) different.push({ region, typed, number, expected });
			return true;
		};
		let taken = 0;
		for (const typed of homeNumbers(country, random)) {
			if (read(typed)) taken++;
			read(randomDigits(code, random));
		}
		shares.push({ region, share: taken / NUMBERS });
	}
	expect(different).toEqual([]);
	expect(shares).toHaveLength(206);
	// Argentina's mobile numbers have a 15 in the middle that is dialled inside the country only.
	expect(shares.filter(({ share }) => share < 0.97).map(({ region }) => region)).toEqual(['AR']);
	expect(shares.reduce((sum, { share }) => sum + share, 0) / shares.length).toBeGreaterThan(0.99);
});

it('takes an example of each kind of phone number of every country, also of those that share a code', () => {
	const refused: string[] = [];
	for (const region of phoneNumberUtil.getSupportedRegions()) {
		for (const type of Object.values(PhoneNumberType)) {
			const example = phoneNumberUtil.getExampleNumberForType(region, type);
			const number = international(example ?? undefined);
			if (number && number.length > 7 && e164(number) !== number) refused.push(number);
		}
	}
	expect(refused).toEqual([]);
});

it.each([
	['Hungary', '36', '06 20 123 4567', '+36201234567'],
	['Hungary, without its prefix', '36', '20 123 4567', '+36201234567'],
	['Russia', '7', '8 912 345 67 89', '+79123456789'],
	['Belarus', '375', '8 029 123-45-67', '+375291234567'],
	['Benin', '229', '01 95 12 34 56', '+2290195123456'],
	['Italy', '39', '06 1234 5678', '+390612345678'],
	['Ivory Coast', '225', '07 01 02 03 04', '+2250701020304'],
	['Korea', '82', '010-1234-5678', '+821012345678'],
	['Japan', '81', '090-1234-5678', '+819012345678'],
	['Brazil', '55', '(011) 91234-5678', '+5511912345678'],
	['Argentina', '54', '011 4321-1234', '+541143211234'],
	['Mexico', '52', '55 1234 5678', '+525512345678'],
])('reads a number of %s', (_, defaultCountryCode, typed, number) => {
	expect(e164(typed, { defaultCountryCode })).toBe(number);
});

it.each([
	['the prefix of another country', '36', '0 20 123 4567'],
	['a carrier code in Brazil', '55', '0 15 11 91234-5678'],
	['a carrier code in Colombia', '57', '03 1 2345678'],
	['a mobile number as it is dialled in Argentina', '54', '011 15 4321-1234'],
	['the old prefixes of Mexico', '52', '044 55 1234 5678'],
	['too few digits', '44', '020 7946'],
	['too many digits', '44', '020 7946 0018 99'],
	['a local number', '1', '345-0123'],
	['an international prefix', '1', '011 44 20 7946 0018'],
	['a code of no country', '999', '123456789'],
])('leaves undecided %s', (_, defaultCountryCode, typed) => {
	expect(e164(typed, { defaultCountryCode })).toBeUndefined();
});
