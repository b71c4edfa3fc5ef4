import { callingCodes, NO_COUNTRY, phoneNumberUtil, type CountryMetadata } from './libphonenumber.ts';

/** The most digits of a number with its country code (E.164). */
const MAX_DIGITS = 15;

/** A national number of more digits is not taken for one that only lacks the prefix of its country. */
const MAX_DIGITS_WITHOUT_PREFIX = 11;

/** The numbers at random that are tried to find out whether a country has numbers that begin in a certain way. */
const TRIES = 20_000;

interface CallingCode {
	code: string;
	region: string;
	metadata: CountryMetadata[];
	lengths: number[];
}

function readCallingCode({ code, regions }: { code: string; regions: string[] }): CallingCode {
	const [region = NO_COUNTRY] = regions;
	const metadata = regions.map((one) =>
		one === NO_COUNTRY
			? phoneNumberUtil.getMetadataForNonGeographicalRegion(Number(code))
			: phoneNumberUtil.getMetadataForRegion(one),
	);
	const lengths = metadata.flatMap((one) => {
		const all = one.getGeneralDesc();
		const kinds = region === NO_COUNTRY ? [all] : personalKinds(one);
		// A kind without lengths of its own has those of all numbers; one that the country does not have has -1.
		return kinds.flatMap((kind) =>
			kind.possibleLengthArray().length > 0 ? kind.possibleLengthArray() : all.possibleLengthArray(),
		);
	});
	const sorted = [...new Set(lengths)]
		.filter((length) => length > 0 && code.length + length <= MAX_DIGITS)
		.sort((a, b) => a - b);
	return { code, region, metadata, lengths: sorted };
}

/** The kinds of numbers by which people are reached. */
const personalKinds = (metadata: CountryMetadata) => [
	metadata.getFixedLine(),
	metadata.getMobile(),
	metadata.getVoip(),
	metadata.getPersonalNumber(),
];

/** The prefix inside the country, as a pattern; carrier codes are left out. */
function trunkPrefix({ metadata: [main] }: CallingCode): string {
	const pattern = main?.getNationalPrefixForParsing() ?? '';
	return pattern.length <= '0|80?'.length && !pattern.includes('(')
		? pattern
		: (main?.getNationalPrefix() ?? '');
}

/** Numbers at random, the same each time. */
function createRandom(): (below: number) => number {
	let state = 1;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/**
 * The lengths of national numbers that begin with the code of their own country, where the digits after the code
 * may be a national number as well.
 */
function ambiguousLengths({ code, lengths, metadata }: CallingCode): number[] {
	const random = createRandom();
	const patterns = metadata.flatMap((one) =>
		personalKinds(one).map((kind) => new RegExp(`^(?:${kind.getNationalNumberPattern() ?? '$^'})$`)),
	);
	const isReal = (length: number) =>
		Array.from({ length: TRIES }).some(() => {
			const rest = Array.from({ length: length - code.length }, () => random(10)).join('');
			return patterns.some((pattern) => pattern.test(code + rest));
		});
	return lengths.filter(
		(length) =>
			length <= MAX_DIGITS_WITHOUT_PREFIX && lengths.includes(length - code.length) && isReal(length),
	);
}

/** Tells whether `00` is only the beginning of what is dialed before the code of another country. */
function hasLongerDoubleZero({ metadata: [main] }: CallingCode): boolean {
	const pattern = new RegExp(`^(?:${main?.getInternationalPrefix() ?? '00'})`);
	const dialed = Array.from({ length: 100 }, (_, index) => `00${String(index).padStart(2, '0')}`);
	return dialed.some((digits) => (pattern.exec(digits)?.[0].length ?? 0) > 2);
}

/** The source text of the tables of countries. */
export function countriesSource(): string {
	const all = callingCodes().map(readCallingCode);
	const groups = Map.groupBy(all, (one) => `['${one.lengths.join(' ')}', '${trunkPrefix(one)}', `);
	const rows = [...groups].map(
		([key, codes]) => `${key}'${codes.map(({ code, region }) => code + region).join(' ')}'],`,
	);
	const ambiguous = all
		.filter(({ region }) => region !== NO_COUNTRY)
		.map((one) => ({ code: one.code, lengths: ambiguousLengths(one) }))
		.filter(({ lengths }) => lengths.length > 0);
	return `
/**
 * The numbers of digits that national numbers can have, the prefix that is dialed before them inside the country
 * (a pattern, empty for none), and the country codes to which both apply, each with its main country.
 */
export const COUNTRY_GROUPS: ReadonlyArray<readonly [lengths: string, trunkPrefix: string, countries: string]> = [
${rows.join('\n')}
];

/** By country code, the lengths of national numbers that begin with this very code and can be read in two ways. */
export const AMBIGUOUS_LENGTHS: Readonly<Record<string, readonly number[]>> = {
${ambiguous.map(({ code, lengths }) => `${code}: [${lengths.join(', ')}],`).join('\n')}
};

/** The codes of the countries in which the code of another country is dialed after \`00\` and more digits. */
export const LONGER_DOUBLE_ZERO =
	'${all
		.filter(hasLongerDoubleZero)
		.map(({ code }) => code)
		.join(' ')}';
`;
}
