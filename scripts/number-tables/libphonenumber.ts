import { createRequire } from 'node:module';

/** A number as the library has parsed it. */
type ParsedNumber = object;

/** The metadata of one kind of number, or of all numbers of a country. */
interface NumberDescription {
	getNationalNumberPattern(): string | null;
	possibleLengthArray(): number[];
}

export interface CountryMetadata {
	/** What is dialed before a national number inside the country; null if nothing is. */
	getNationalPrefix(): string | null;
	/** The same as a pattern, which also takes carrier codes. */
	getNationalPrefixForParsing(): string | null;
	/** What is dialed before the code of another country, as a pattern. */
	getInternationalPrefix(): string | null;
	getGeneralDesc(): NumberDescription;
	getFixedLine(): NumberDescription;
	getMobile(): NumberDescription;
	getVoip(): NumberDescription;
	getPersonalNumber(): NumberDescription;
}

interface PhoneNumberUtil {
	getSupportedCallingCodes(): number[];
	getSupportedRegions(): string[];
	/** The countries of a code, the main one first; `001` alone where numbers belong to no country. */
	getRegionCodesForCountryCode(code: number): string[];
	getMetadataForRegion(region: string): CountryMetadata;
	getMetadataForNonGeographicalRegion(code: number): CountryMetadata;
	getExampleNumberForType(region: string, type: number): ParsedNumber | null;
	/** @throws what is no phone number. */
	parse(typed: string, region: string): ParsedNumber;
	format(number: ParsedNumber, format: number): string;
}

/** The part of google-libphonenumber that we use; it has no types of its own. */
interface Library {
	PhoneNumberUtil: { getInstance(): PhoneNumberUtil };
	PhoneNumberFormat: { E164: number; NATIONAL: number; INTERNATIONAL: number };
	PhoneNumberType: { FIXED_LINE: number; MOBILE: number };
}

const library = createRequire(import.meta.url)('google-libphonenumber') as Library;

export const { PhoneNumberFormat, PhoneNumberType } = library;
export const phoneNumberUtil = library.PhoneNumberUtil.getInstance();

/** What the library calls the country of numbers that belong to none, as those of satellite phones. */
export const NO_COUNTRY = '001';

/** The country calling codes, each with its countries, the main one first. */
export const callingCodes = (): Array<{ code: string; regions: string[] }> =>
	// The library names the codes of no country twice.
	[...new Set(phoneNumberUtil.getSupportedCallingCodes())].map((code) => ({
		code: String(code),
		regions: phoneNumberUtil.getRegionCodesForCountryCode(code),
	}));
