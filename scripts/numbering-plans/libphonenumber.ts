import { createRequire } from 'node:module';

/** A number as the library has parsed it. */
export type ParsedNumber = object;

/** The metadata of one kind of number, or of all numbers of a country. */
interface NumberDescription {
	getNationalNumberPattern(): string | null;
	possibleLengthArray(): number[];
}

interface CountryMetadata {
	getNationalPrefixForParsing(): string | null;
	getInternationalPrefix(): string | null;
	getGeneralDesc(): NumberDescription;
	getFixedLine(): NumberDescription;
	getMobile(): NumberDescription;
}

interface PhoneNumberUtil {
	getSupportedCallingCodes(): number[];
	getSupportedRegions(): string[];
	/** The main country of a code; `001` where numbers belong to no country. */
	getRegionCodeForCountryCode(code: number): string;
	getMetadataForRegion(region: string): CountryMetadata;
	getExampleNumberForType(region: string, type: number): ParsedNumber | null;
	getNationalSignificantNumber(number: ParsedNumber): string;
	/** @throws what is no phone number. */
	parse(typed: string, region: string): ParsedNumber;
	isValidNumberForRegion(number: ParsedNumber, region: string): boolean;
	format(number: ParsedNumber, format: number): string;
}

/** The part of google-libphonenumber that we use; it has no types of its own. */
interface Library {
	PhoneNumberUtil: { getInstance(): PhoneNumberUtil };
	PhoneNumberFormat: { E164: number; NATIONAL: number };
	PhoneNumberType: { FIXED_LINE: number; MOBILE: number };
}

const library = createRequire(import.meta.url)('google-libphonenumber') as Library;

export const { PhoneNumberFormat, PhoneNumberType } = library;
export const phoneNumberUtil = library.PhoneNumberUtil.getInstance();

/**
 * The country calling codes, each with its main country. Codes that belong to no
 * country, as of satellite phones, are left out.
 */
export const countries = (): Array<{ code: string; region: string }> =>
	phoneNumberUtil
		.getSupportedCallingCodes()
		.map((code) => ({ code: String(code), region: phoneNumberUtil.getRegionCodeForCountryCode(code) }))
		.filter(({ region }) => region !== '001');
